package io.ringside.internal.files;

import io.ringside.internal.files.Participant.AliveProblem;
import io.ringside.internal.machine.DescriptionLock;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.registry.ProcessPage;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.internal.layout.ProcessPageDescriptor.BOOT_LEAST_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.MAGIC_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.PID_NAMESPACE_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.START_SINCE_BOOT_OFFSET;
import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
@Tag("jdk25")
class LivenessTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path root;

    private TraceDirectory directory;
    private Liveness liveness;

    @BeforeEach
    void open() {
        directory = TraceDirectory.open(root.resolve("traces"));
        liveness = new Liveness(directory);
    }

    @Test
    void shouldLiveFromJoiningToClosing() {
        final Participant participant = Participant.join(directory);
        assertThat(liveness.isAlive(participant.incarnation())).isTrue();
        assertThat(participant.liveness().isAlive(participant.incarnation())).isTrue();
        assertThat(directory.alive(participant.incarnation())).isEmptyFile();

        participant.close();

        assertThat(liveness.isAlive(participant.incarnation())).isFalse();
        assertThat(directory.processes()).isEmptyDirectory();
    }

    @Test
    void shouldLiveSeveralTimesInOneProcess() {
        try (Participant one = Participant.join(directory); Participant two = Participant.join(directory)) {
            assertThat(one.incarnation()).isNotEqualTo(two.incarnation());
            assertThat(one.liveness().isAlive(two.incarnation())).isTrue();
            assertThat(two.liveness().isAlive(one.incarnation())).isTrue();
        }
    }

    @Test
    void shouldBeDeadWithoutFile() {
        assertThat(liveness.isAlive(Incarnation.random())).isFalse();
    }

    @Test
    void shouldBeDeadWithFileThatNobodyLocks() throws IOException {
        final Incarnation incarnation = Incarnation.random();
        Files.createFile(directory.alive(incarnation));

        assertThat(liveness.isAlive(incarnation)).isFalse();
        assertThat(directory.alive(incarnation)).as("asking removes nothing").exists();
    }

    @Test
    void shouldNotTakeForeignThingsForProofOfDeath() throws IOException, InterruptedException {
        final Incarnation fifo = Incarnation.random();
        final Incarnation link = Incarnation.random();
        assertThat(new ProcessBuilder("mkfifo", directory.alive(fifo).toString()).start().waitFor(10, TimeUnit.SECONDS))
                .isTrue();
        Files.createSymbolicLink(directory.alive(link), root.resolve("nowhere"));

        assertThat(liveness.isAlive(fifo)).isTrue();
        assertThat(liveness.isAlive(link)).isTrue();
    }

    @Test
    void shouldAnswerManyThreadsAtOnce() throws IOException {
        final Incarnation incarnation = Incarnation.random();
        Files.createFile(directory.alive(incarnation));

        final long alive = IntStream.range(0, 2_000).parallel().filter(i -> liveness.isAlive(incarnation)).count();

        assertThat(alive).isZero();
    }

    @Test
    void shouldNotLoseOwnLockByAsking() throws IOException, InterruptedException {
        try (Participant participant = Participant.join(directory)) {
            liveness.isAlive(participant.incarnation());

            assertThat(LockFileTest.isLockedForOtherProcesses(directory.alive(participant.incarnation()))).isTrue();
        }
    }

    @Test
    void shouldLockItsFileAgainWhenSomebodyOpensAndClosesIt() throws IOException {
        try (Participant participant = Participant.join(directory)) {
            assertThat(participant.restoreAlive()).isNull();
            final Path alive = directory.alive(participant.incarnation());
            Files.readAllBytes(alive);

            assertThat(participant.restoreAlive())
                    .isEqualTo(DescriptionLock.isAvailable() ? null : AliveProblem.LOCK_LOST);
            assertThat(participant.restoreAlive()).isNull();
            assertThat(LockFileTest.isLockedForOtherProcesses(alive)).isTrue();
        }
    }

    @Test
    void shouldLiveWithFreeLockAsLongAsItsProcessRunsAndHasNotEndedInOrder() throws IOException {
        final Participant participant = Participant.join(directory);
        final Incarnation incarnation = participant.incarnation();
        ProcessPage.create(directory, participant.files(), ProcessIdentity.ofThisProcess(incarnation)).close();
        try (FileChannel channel = SharedTable.ALIVE.remove(incarnation.toString())) {
            assertThat(channel).isNotNull();
        }
        assertThat(LockFileTest.isLockedForOtherProcesses(directory.alive(incarnation))).isFalse();
        assertThat(liveness.isAlive(incarnation)).as("its lock is free").isTrue();
        Files.delete(directory.alive(incarnation));
        assertThat(liveness.isAlive(incarnation)).as("its file is gone").isTrue();

        participant.close();

        assertThat(liveness.isAlive(incarnation)).as("it has ended in order").isFalse();
        assertThat(directory.processPage(incarnation)).exists();
    }

    @Test
    void shouldBeDeadWithFreeLockWhenItsPidHasAnotherStartOrBelongsToAnotherNamespace() throws IOException {
        final Participant participant = Participant.join(directory);
        final Incarnation incarnation = participant.incarnation();
        ProcessPage.create(directory, participant.files(), ProcessIdentity.ofThisProcess(incarnation)).close();
        try (FileChannel channel = SharedTable.ALIVE.remove(incarnation.toString())) {
            assertThat(channel).isNotNull();
        }
        final Path page = directory.processPage(incarnation);
        for (final int offset : new int[]{START_SINCE_BOOT_OFFSET, PID_NAMESPACE_OFFSET, BOOT_LEAST_OFFSET,
            MAGIC_OFFSET}) {
            final byte[] before = Files.readAllBytes(page);
            final byte[] changed = before.clone();
            changed[offset + 3] ^= 1;
            Files.write(page, changed);
            assertThat(liveness.isAlive(incarnation)).as("offset=%d", offset).isFalse();
            Files.write(page, before);
            assertThat(liveness.isAlive(incarnation)).as("offset=%d", offset).isTrue();
        }
    }

    @Test
    void shouldKnowWhatAnotherClassLoaderHolds() throws Exception {
        try (Participant participant = Participant.join(directory); URLClassLoader other = LockFileTest.otherCopy()) {
            final Class<?> directoryCopy = other.loadClass(TraceDirectory.class.getName());
            final Class<?> incarnationCopy = other.loadClass(Incarnation.class.getName());
            final Class<?> copy = other.loadClass(Liveness.class.getName());
            final Object otherLiveness = copy.getConstructor(directoryCopy)
                    .newInstance(directoryCopy.getMethod("open", Path.class).invoke(null, directory.path()));
            final Object otherIncarnation = incarnationCopy.getMethod("parse", String.class)
                    .invoke(null, participant.incarnation().toString());

            final Object alive = copy.getMethod("isAlive", incarnationCopy).invoke(otherLiveness, otherIncarnation);

            assertThat(alive).isEqualTo(true);
            assertThat(LockFileTest.isLockedForOtherProcesses(directory.alive(participant.incarnation()))).isTrue();
        }
    }
}
