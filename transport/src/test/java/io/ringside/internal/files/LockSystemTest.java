package io.ringside.internal.files;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

@Timeout(60)
@Tag("process")
class LockSystemTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    @Test
    void shouldSeeNoHolderWhenAnotherProcessAsks() throws Exception {
        final Path file = root.resolve("asked");
        LockFile.of(file).acquire(0).close();
        try (ChildJvm child = ChildJvm.start(List.of(), LockAsker.class, file.toString())) {
            child.readLine();
            for (int i = 0; i < 20_000; i++) {
                assertThat(LockFile.of(file).isHeld()).as("held, ask=%d", i).isFalse();
            }
            for (int i = 0; i < 1_000; i++) {
                final HeldLock held = LockFile.of(file).tryAcquire();
                assertThat(held).as("refused, attempt=%d", i).isNotNull();
                held.close();
            }
        }
    }

    /** Asks all the time whether somebody holds a lock. */
    static final class LockAsker {
        private LockAsker() {}

        public static void main(final String[] arguments) {
            final LockFile lock = LockFile.of(Path.of(arguments[0]));
            System.out.println(lock.isHeld());
            while (true) {
                lock.isHeld();
            }
        }
    }

    @Test
    void shouldFollowTheLifeOfAnotherProcess() throws Exception {
        final TraceDirectory directory = TraceDirectory.open(root.resolve("traces"));
        final Liveness liveness = new Liveness(directory);
        final LockFile lock = LockFile.of(directory.controlLock());
        try (ChildJvm child = ChildJvm.start(List.of(), LockHolder.class, directory.toString())) {
            final Incarnation incarnation = Objects.requireNonNull(Incarnation.parse(child.readLine()));
            assertThat(liveness.isAlive(incarnation)).isTrue();
            assertThat(lock.tryAcquire()).isNull();
            assertThatThrownBy(() -> lock.acquire(0)).hasMessageContaining("holder=pid " + child.pid());

            child.signal("STOP");
            assertThat(liveness.isAlive(incarnation)).as("a stopped process lives").isTrue();
            assertThat(lock.isHeld()).isTrue();
            await().untilAsserted(() -> assertThatThrownBy(() -> lock.acquire(0))
                    .hasMessageContaining("which is stopped, waitedMs="));
            child.signal("CONT");
            assertThat(liveness.isAlive(incarnation)).isTrue();

            child.kill();
            assertThat(liveness.isAlive(incarnation)).isFalse();
            lock.acquire(TimeUnit.SECONDS.toNanos(1)).close();
        }
    }
}
