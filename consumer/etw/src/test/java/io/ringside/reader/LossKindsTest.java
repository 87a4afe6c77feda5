package io.ringside.reader;

import io.ringside.control.Outcome;
import io.ringside.etw.trace.LossSummary;
import io.ringside.internal.registry.SessionRow;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Each of the three kinds of losses, made alone in a session with a provider that lives. */
@Timeout(60)
class LossKindsTest {
    private static final String NAME = "night";
    /** More than a lane takes. */
    private static final int TOO_MANY = 40_000;
    /** More than a block takes, and less than a lane. */
    private static final int SOME_BLOCKS = 5_000;
    /** Some way into what is written, whichever lane it is in. */
    private static final long DAMAGED_OFFSET = 100_000;

    @TempDir
    Path root;
    private TracedProvider provider;
    private SessionRow session;

    @BeforeEach
    void start() {
        provider = new TracedProvider(root);
        session = provider.start(NAME);
        provider.enable(NAME, Enablement.of(5, 0, 0));
    }

    @AfterEach
    void close() {
        provider.close();
    }

    @Test
    @DisplayName("R4.16 a full lane makes lost events, and neither of the other two")
    void shouldCountWhatFoundNoRoom() {
        final long written = write(TOO_MANY);

        assertThat(written).isPositive().isLessThan(TOO_MANY);
        assertThat(LossSummary.of(query().totals().lost())).isEqualTo(new LossSummary(TOO_MANY - written, 0, 0));
        assertThat(consume()).isEqualTo(written);
        assertThat(write(1)).isEqualTo(1);
        assertThat(LossSummary.of(query().totals().lost())).isEqualTo(new LossSummary(TOO_MANY - written, 0, 0));
    }

    @Test
    @DisplayName("R4.16 a block that is damaged makes losses of the log, and neither of the other two")
    void shouldCountWhatWasDamaged() throws IOException {
        assertThat(write(SOME_BLOCKS)).isEqualTo(SOME_BLOCKS);
        assertThat(LossSummary.of(query().totals().lost())).isEqualTo(new LossSummary(0, 0, 0));
        damage();

        final long delivered = consume();

        assertThat(delivered).isPositive().isLessThan(SOME_BLOCKS);
        assertThat(LossSummary.of(query().totals().lost())).isEqualTo(new LossSummary(0, SOME_BLOCKS - delivered, 0));
        assertThat(write(1)).isEqualTo(1);
        assertThat(consume()).isEqualTo(1);
        assertThat(LossSummary.of(query().totals().lost())).isEqualTo(new LossSummary(0, SOME_BLOCKS - delivered, 0));
    }

    @Test
    @DisplayName("R4.16 what nobody takes before the end makes losses of delivery, and neither of the other two")
    void shouldCountWhatNobodyTook() {
        write(SOME_BLOCKS);
        consume();
        write(7);

        final Outcome.Stopped stopped = provider.controller.stop(NAME, TracedProvider.TIMEOUT);

        assertThat(stopped.isComplete()).isTrue();
        assertThat(LossSummary.of(stopped.ledger().totals().lost())).isEqualTo(new LossSummary(0, 0, 7));
    }

    private long write(final int count) {
        long written = 0;
        for (int i = 0; i < count; i++) {
            written += WriteResult.written(provider.write(1, i));
        }
        return written;
    }

    /** Take what is there; how many events came. */
    private long consume() {
        try (EventReader consumer = EventReader
                .open(new ReaderContext().directory(provider.directory.path()).merged(false).errorHandler(problem -> {
                    throw new AssertionError(problem);
                }), Source.session(NAME))) {
            do {
                consumer.scanSoon();
            } while (consumer.poll(event -> assertThat(event.descriptor().id()).isOne()) > 0
                    || !consumer.hasCaughtUp());
            assertThat(consumer.totals().handlerErrors()).isZero();
            return consumer.totals().events();
        }
    }

    private LedgerTotals.Reading query() {
        final LedgerTotals.Reading reading = provider.controller.query(NAME).ledger();
        assertThat(reading.totals().isBalanced()).isTrue();
        return reading;
    }

    /** In every batch of lanes: spare ones have files of their own, and nothing tells in which the writer is. */
    private void damage() throws IOException {
        final List<Path> rings;
        try (Stream<Path> files = Files.list(provider.directory.session(session.id()))) {
            rings = files.filter(file -> file.toString().endsWith(".ring")).toList();
        }
        assertThat(rings).isNotEmpty();
        for (final Path file : rings) {
            try (RandomAccessFile ring = new RandomAccessFile(file.toFile(), "rw")) {
                for (long lane = 0; lane < ring.length(); lane += TracedProvider.LANE_BYTES) {
                    ring.seek(lane + DAMAGED_OFFSET);
                    ring.write(new byte[64]);
                }
            }
        }
    }
}
