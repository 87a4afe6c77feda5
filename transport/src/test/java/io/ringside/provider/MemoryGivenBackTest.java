package io.ringside.provider;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.write.WriterThreads;
import io.ringside.internal.write.WritingThread;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Runtimes and registrations that come and go leave nothing mapped. With {@code -Dringside.rounds=100000} as often as
 * an application may do it in its life; what they take of the JVM is printed then.
 */
@Timeout(3600)
class MemoryGivenBackTest {
    private static final int ROUNDS = Integer.getInteger("ringside.rounds", 50);
    private static final int REPORTS = 10;
    private static final int RUNTIMES = 20;

    private RingsideFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new RingsideFixture(path.resolve("trace"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldLeaveNothingMappedWhenARuntimeIsClosed() {
        for (int round = 0; round < ROUNDS; round++) {
            try (Ringside ringside = Ringside.connect(fixture.context());
                    ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
                assertThat(registration.status()).isEqualTo(ProviderRegistration.Status.ACTIVE);
            }
            report("connect and close", round);
        }
        await().until(() -> mappings() == 0);
        assertThat(FolderListing.namesIn(fixture.directory.processes())).as("the controller's own").hasSize(1);
        assertThat(FolderListing.namesIn(fixture.directory.providers())).isEmpty();
    }

    @Test
    void shouldLeaveNothingMappedWhenARuntimeIsClosedInWhichSessionsStood() {
        fixture.start("stands");
        fixture.enable("stands", Level.VERBOSE);
        for (int round = 0; round < Math.min(ROUNDS, 10); round++) {
            try (Ringside ringside = Ringside.connect(fixture.context());
                    ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
                assertThat(WriteResult.written(registration.event("low").write())).isOne();
            }
        }
        await().until(() -> mappings() == 0);
        assertThat(fixture.controller.stop("stands", RingsideFixture.TIMEOUT).ledger().totals().wanted())
                .isEqualTo(Math.min(ROUNDS, 10));
        assertThat(FolderListing.namesIn(fixture.directory.processes())).as("the controller's own").hasSize(1);
    }

    @Test
    void shouldLeaveALaneToTheCollectorWhenAClaimIsOpenAtTheEnd() {
        fixture.start("stands");
        fixture.enable("stands", Level.VERBOSE);
        commitAfterTheEnd(EventClaim.create());
        for (int i = 0; i < 100 && mappings() > 0; i++) {
            collect();
        }
        assertThat(mappings()).isZero();
    }

    private void commitAfterTheEnd(final EventClaim claim) {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            assertThat(registration.event("low").tryClaim(claim, Long.BYTES)).isTrue();
        }
        claim.buffer().putLong(0, 1);
        assertThat(WriteResult.status(claim.commit())).isEqualTo(WriteResult.Status.INVALID_HANDLE);
    }

    @Test
    void shouldUnmapTheFlagWordsOfARegistrationThatIsClosed() {
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            final long before = mappings();
            for (int round = 0; round < ROUNDS; round++) {
                final ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA);
                registration.close();
                assertThat(registration.event("low").isEnabled()).isFalse();
                report("register and close", round);
            }
            await().until(() -> mappings() == before);
        }
    }

    @Test
    void shouldUnmapTheFlagWordsThatTraitsHaveReplaced() {
        try (Ringside ringside = Ringside.connect(fixture.context());
                ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA)) {
            final long before = mappings();
            assertThat(registration.traits(ProviderTraits.of("late"))).isTrue();
            await().until(() -> mappings() == before);
        }
    }

    @Test
    void shouldKeepFlagWordsMappedWhileAThreadIsInsideAWrite() throws InterruptedException {
        fixture.start("stands");
        fixture.enable("stands", Level.VERBOSE);
        try (Ringside ringside = Ringside.connect(fixture.context())) {
            final long before = schemaMappings();
            final ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA);
            final BlockingBuffer payload = new BlockingBuffer();
            final ProviderEvent event = registration.event("low");
            final Thread writer = new Thread(() -> event.write(payload, 0, Long.BYTES));
            writer.start();
            payload.inside.await();
            registration.close();
            // Of one that came later, nobody knows that the thread inside has not found its words.
            ringside.register(otherSchema()).close();

            assertThat(schemaMappings()).isEqualTo(before + 2);
            payload.release.countDown();
            writer.join();
            await().until(() -> schemaMappings() == before);
        }
    }

    @Test
    void shouldLetGoOfTheWritersOfRuntimesThatAreClosedThoughTheirThreadsLive() {
        final List<WeakReference<WritingThread>> closed = new ArrayList<>();
        for (int i = 0; i < RUNTIMES; i++) {
            try (Ringside ringside = Ringside.connect(fixture.context())) {
                closed.add(new WeakReference<>(ringside.threads.current()));
            }
        }
        for (int i = 0; i < 100 && held(closed) > 0; i++) {
            collect();
        }
        assertThat(held(closed)).isLessThan(RUNTIMES / 2);
    }

    private static void collect() {
        System.gc();
        // A thread drops what is left of variables that are gone when it is given new ones.
        new WriterThreads().current();
    }

    private static long held(final List<WeakReference<WritingThread>> writers) {
        return writers.stream().filter(writer -> writer.get() != null).count();
    }

    private static ProviderSchema otherSchema() {
        return ProviderSchema.builder("Test.Other").event("other", EventDescriptor.of(1, Level.ERROR, 1)).build();
    }

    /** Mappings of files of processes in the directory. */
    private long mappings() {
        return mappings(fixture.directory.base().toString());
    }

    private long schemaMappings() {
        return mappings(fixture.directory.providers().toString());
    }

    private static long mappings(final String path) {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.contains(path)).count();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a run by hand shows of its way. */
    private void report(final String what, final int round) {
        if (ROUNDS >= 10_000 && round % (ROUNDS / REPORTS) == 0) {
            System.gc();
            try (Stream<String> status = Files.lines(Path.of("/proc/self/status"));
                    Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
                System.out.printf("%s: round=%d, mappings=%d, all mappings=%d, %s, heap=%d KiB, threads=%d, files=%d%n",
                        what, round, mappings(), mappings(""),
                        status.filter(line -> line.startsWith("VmRSS")).findFirst().orElse("").replaceAll("\\s+", " "),
                        (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 10,
                        Thread.activeCount(), descriptors.count());
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
