package io.ringside.internal.drain;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.machine.DescriptionLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Somebody in the process of a drain opens and closes the file of its lock. */
@Tag("jdk25")
class LostLockTest {
    /** More than a second. */
    private static final int LOOKS = 110;

    @TempDir
    Path folder;
    private final RecordingSink sink = new RecordingSink();
    private DrainFixture fixture;
    private HandMadeProvider provider;
    private Path lock;

    @BeforeEach
    void start() {
        fixture = DrainFixture.start(folder);
        provider = fixture.session.provider();
        lock = fixture.session.directory().drainLock(fixture.session.row().id());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldTakeItsLockAgainWithinASecond() throws IOException {
        try (SessionDrain drain = fixture.drain()) {
            Files.readAllBytes(lock);

            passSecond(drain);

            assertThat(isLocked()).isTrue();
            provider.write(0, 1);
            fixture.drainAll(drain, sink);
            assertThat(sink.values).containsExactly(1L);
            if (!DescriptionLock.isAvailable()) {
                assertThat(fixture.errors).anySatisfy(error -> assertThat(error)
                        .contains("locks of this reader were lost and taken again"));
            }
        }
    }

    @Test
    void shouldStopWhenAnotherDrainHasTakenItsLock() throws IOException {
        assumeThat(DescriptionLock.isAvailable()).as("such locks do not vanish").isFalse();
        final SessionDrain drain = fixture.drain();
        takeAsAnotherProcess();

        assertThatThrownBy(() -> passSecond(drain)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.BUSY));
        assertThatThrownBy(() -> drain.poll(sink, 1)).hasMessageContaining("another process has taken it");
        final Path holder = fixture.session.directory().drainHolder(fixture.session.row().id());
        Files.writeString(holder, "the other drain");
        drain.close();

        assertThat(holder).as("of the other drain").hasContent("the other drain");
        fixture.drain().close();
    }

    @Test
    void shouldSealNothingWhenItHasLostItsLock() throws IOException {
        assumeThat(DescriptionLock.isAvailable()).as("such locks do not vanish").isFalse();
        final Incarnation dead = provider.incarnation();
        provider.write(0, 1);
        provider.die();
        try (SessionDrain drain = fixture.drain()) {
            takeAsAnotherProcess();

            assertThatThrownBy(() -> fixture.drainAll(drain, sink)).isInstanceOf(RingsideException.class);
            assertThat(fixture.session.directory().ledger(fixture.session.row().id(), dead)).exists();
        }
        try (SessionDrain next = fixture.drain()) {
            fixture.drainAll(next, sink);
        }
        assertThat(sink.values).containsExactly(1L);
        assertThat(fixture.totals().delivered()).isEqualTo(1);
        assertThat(fixture.totals().isBalanced()).isTrue();
    }

    /** The kernel drops the lock, and another process holds it for a while. */
    private void takeAsAnotherProcess() throws IOException {
        Files.writeString(lock, "the mark of another one.");
    }

    private void passSecond(final SessionDrain drain) {
        for (int i = 0; i < LOOKS; i++) {
            fixture.passTime(drain);
            drain.poll(sink, 1);
        }
    }

    private boolean isLocked() throws IOException {
        final String inode = ":" + Files.getAttribute(lock, "unix:ino") + " ";
        return Files.readAllLines(Path.of("/proc/locks")).stream()
                .anyMatch(line -> line.contains(inode) && line.contains(" WRITE "));
    }
}
