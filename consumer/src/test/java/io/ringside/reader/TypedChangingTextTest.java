package io.ringside.reader;

import io.ringside.control.EnableRequest;
import io.ringside.provider.Ringside;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.LossCause;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Typed events with texts that do not stay as they are, or write events themselves, while they are read. */
@Tag("jdk25")
@Timeout(60)
class TypedChangingTextTest {
    private static final String SESSION = "texts";
    /** Chars from which on a text is measured before it is written. */
    private static final int MEASURED = 1_365;
    /** Bytes of a payload that is encoded in place. */
    private static final int CLAIMED = 1_500;

    @TempDir
    Path root;
    private TracedProvider traced;
    private Ringside ringside;
    private EdgeEventsProvider events;
    private final List<Object> received = new ArrayList<>();

    @BeforeEach
    void start() {
        traced = new TracedProvider(root);
        traced.start(SESSION);
        ringside = traced.connect();
        events = EdgeEventsProvider.registerAs("Edges", ringside);
        traced.enable(SESSION, EnableRequest.of("Edges", Enablement.of(5, 0, 0)));
    }

    @AfterEach
    void close() {
        ringside.close();
        traced.close();
    }

    /** The text of an event that is being claimed writes events itself: each has its outcome. */
    @Test
    void shouldCountWhatIsWrittenInsideOfAClaimedText() {
        final List<Long> results = new ArrayList<>();
        final Told outer = new Told("o".repeat(CLAIMED), read -> {
            // Once while it is measured, once while it is copied into its claim.
            if (read == 50 || read == CLAIMED + 50) {
                results.add(events.string("inner " + read));
                events.text(new Told("n".repeat(CLAIMED), inner -> {
                    if (inner == CLAIMED + 100) {
                        results.add(events.bytes(bytes(CLAIMED)));
                    }
                    return 0;
                }));
            }
            return 0;
        });
        events.text(outer);
        assertThat(results).hasSize(4).allSatisfy(result -> assertThat(WriteResult.written(result)).isOne());
        receive();
        assertThat(received).containsExactlyInAnyOrder("o".repeat(CLAIMED), "inner 50", "inner " + (CLAIMED + 50),
                bytes(CLAIMED),
                bytes(CLAIMED), "n".repeat(CLAIMED), "n".repeat(CLAIMED));
        assertThat(totals().wanted()).isEqualTo(7);
        assertThat(totals().delivered()).isEqualTo(7);
    }

    /** Measured as another text than is copied: no event, but a loss, whether the method says so or not. */
    @Test
    void shouldCountATextThatChangesWhileItIsWritten() {
        for (final int length : new int[]{MEASURED, CLAIMED}) {
            events.text(new Told("x".repeat(length), read -> read > length ? 'é' : 0));
            events.text(new Told("é".repeat(length), read -> read > length ? 'x' : 0));
            final long result = events.string("sound");
            assertThat(WriteResult.written(result)).isOne();
        }
        receive(4);
        assertThat(received).containsExactly("sound", "sound");
        final LedgerTotals totals = totals();
        assertThat(totals.wanted()).isEqualTo(6);
        assertThat(totals.delivered()).isEqualTo(2);
        assertThat(totals.lost().of(LossCause.ERROR)).isEqualTo(4);
        assertThat(totals.lost().total()).isEqualTo(4);
    }

    /** What is not measured is what was read, unless it outgrows its room. */
    @Test
    void shouldReadAShortTextOnce() {
        final Told once = new Told("x".repeat(MEASURED - 1), read -> read >= MEASURED ? 'é' : 0);
        events.text(once);
        final Told growing = new Told("y".repeat(600), read -> 0) {
            private boolean measured;

            @Override
            public int length() {
                final int length = measured ? super.length() : 1;
                measured = true;
                return length;
            }
        };
        events.text(growing);
        receive(1);
        assertThat(once.reads).isEqualTo(MEASURED - 1);
        assertThat(received).containsExactly("x".repeat(MEASURED - 1));
        assertThat(totals().lost().of(LossCause.ERROR)).isOne();
    }

    @Test
    void shouldSayThatATextHasChangedWhereTheMethodReturnsWhatItCameTo() {
        try (Ringside other = traced.connect(); TypeEventsProvider types = TypeEventsProvider.register(other)) {
            traced.enable(SESSION, EnableRequest.of("Example-Types", Enablement.of(5, 0, 0)));
            final long result = types.text(new Told("x".repeat(MEASURED), read -> read > MEASURED ? 'é' : 0));
            assertThat(WriteResult.status(result)).isEqualTo(WriteResult.Status.INVALID_PARAMETER);
            assertThat(WriteResult.wanted(result)).isOne();
            assertThat(WriteResult.lost(result, LossCause.ERROR)).isOne();
            assertThat(WriteResult.lost(result)).isOne();
        }
    }

    private LedgerTotals totals() {
        return traced.controller.query(SESSION).ledger().totals();
    }

    private static byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        return bytes;
    }

    private void receive() {
        receive(0);
    }

    private void receive(final long lost) {
        final EdgeEventsReceiver receiver = new EdgeEventsReceiver("Edges", new EdgeEventsLog(received));
        assertThat(traced.take(SESSION, receiver::receive, lost)).isNotEmpty().doesNotContain(false);
    }

    /** A text that tells which reading it is, and may have another character then. */
    private static class Told implements CharSequence {
        private final String text;
        private final IntUnaryOperator onRead;
        private int reads;

        private Told(final String text, final IntUnaryOperator onRead) {
            this.text = text;
            this.onRead = onRead;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(final int index) {
            final int other = onRead.applyAsInt(++reads);
            return other == 0 ? text.charAt(index) : (char) other;
        }

        @Override
        public CharSequence subSequence(final int start, final int end) {
            return text.subSequence(start, end);
        }
    }
}
