package io.ringside.internal.drain;

import io.ringside.internal.lane.LaneGeometry;
import io.ringside.session.LossCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SessionMemoryTest {
    private static final long BATCH_BYTES = 4L * LaneGeometry.MIN_LANE_BYTES;

    @TempDir
    Path folder;
    private DrainFixture fixture;
    private SessionMemory memory;

    @BeforeEach
    void start() {
        fixture = DrainFixture.start(folder);
        memory = new SessionMemory(fixture.session.directory(), fixture.session.participant().files(),
                (path, reason) -> fixture.errors.add(reason));
    }

    @AfterEach
    void close() {
        fixture.close();
        assertThat(fixture.errors).isEmpty();
    }

    @Test
    void shouldCountTheRingsOfAllProcesses() {
        assertThat(memory.bytes(fixture.session.row().id())).isZero();
        fixture.session.provider();
        fixture.session.provider().addBatch();

        assertThat(memory.bytes(fixture.session.row().id()))
                .isEqualTo(2 * BATCH_BYTES + 2 * LaneGeometry.MIN_LANE_BYTES);
    }

    @Test
    void shouldGiveUpTheOldestDeadProcessFirstAndNoMoreThanNeeded() throws IOException {
        final HandMadeProvider oldest = fixture.session.provider();
        final HandMadeProvider newest = fixture.session.provider();
        final HandMadeProvider living = fixture.session.provider();
        newest.write(0, 1);
        oldest.write(0, 1);
        oldest.write(3, 1);
        living.write(0, 1);
        newest.die();
        oldest.die();
        // As after a step of the wall clock, or when a backup was restored.
        Files.setLastModifiedTime(oldest.ledgerPath(), FileTime.fromMillis(2_000));
        Files.setLastModifiedTime(newest.ledgerPath(), FileTime.fromMillis(1_000));

        assertThat(memory.reclaim(fixture.session.row(), 1)).isEqualTo(BATCH_BYTES);

        assertThat(oldest.ringPath(0)).doesNotExist();
        assertThat(newest.ringPath(0)).exists();
        assertThat(fixture.totals().lost().of(LossCause.DISCARDED)).isEqualTo(2);
        assertThat(fixture.totals().inRing()).isEqualTo(2);

        assertThat(memory.reclaim(fixture.session.row(), 10 * BATCH_BYTES)).isEqualTo(BATCH_BYTES);

        assertThat(living.ringPath(0)).exists();
        assertThat(fixture.totals().lost().of(LossCause.DISCARDED)).isEqualTo(3);
        assertThat(fixture.totals().inRing()).isEqualTo(1);
        assertThat(fixture.reading().settled()).isTrue();
        assertThat(fixture.totals().isBalanced()).isTrue();
    }

    @Test
    void shouldGiveUpAProcessWithoutAPageBeforeOthers() throws IOException {
        final HandMadeProvider older = fixture.session.provider();
        final HandMadeProvider unknown = fixture.session.provider();
        older.write(0, 1);
        unknown.write(0, 1);
        older.die();
        unknown.die();
        Files.delete(fixture.session.directory().processPage(unknown.incarnation()));

        assertThat(memory.reclaim(fixture.session.row(), 1)).isEqualTo(BATCH_BYTES);

        assertThat(unknown.ringPath(0)).doesNotExist();
        assertThat(older.ringPath(0)).exists();
    }

    @Test
    void shouldGiveUpNothingOfASessionThatHasADrain() {
        final HandMadeProvider dead = fixture.session.provider();
        dead.write(0, 1);
        dead.die();
        try (SessionDrain drain = fixture.drain()) {
            assertThat(memory.reclaim(fixture.session.row(), BATCH_BYTES)).isZero();
            assertThat(drain.hasEnded()).isFalse();
        }
        assertThat(dead.ringPath(0)).exists();
    }

    @Test
    void shouldGiveUpNothingWhenNothingIsNeeded() {
        fixture.session.provider().die();

        assertThat(memory.reclaim(fixture.session.row(), 0)).isZero();
        assertThat(memory.bytes(fixture.session.row().id())).isEqualTo(BATCH_BYTES);
    }
}
