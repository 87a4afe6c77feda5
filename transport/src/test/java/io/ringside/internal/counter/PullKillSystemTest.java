package io.ringside.internal.counter;

import io.ringside.internal.files.ChildJvm;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.registry.ControlChange;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.registry.Sweep;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Either side is killed by the operating system. */
@Timeout(60)
@Tag("process")
class PullKillSystemTest {
    private static final CounterRequest.Mask ALL = CounterRequest.Mask.ALL;

    private PullFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new PullFixture(path.resolve("trace"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("a provider killed while it collects: its asker has a status long before its time is over")
    void shouldTellThatTheProviderWasKilled() throws IOException {
        try (ChildJvm provider = ChildJvm.start(List.of(), PulledApplication.class,
                fixture.directory.path().toString());
                CounterReader reader = new CounterReader(fixture.directory, System::nanoTime)) {
            assertThat(provider.readLine()).isEqualTo("providing");
            reader.collect();
            final CounterFileView file = reader.files().get(0);
            assertThat(file.isPulled()).isTrue();
            final CounterSource source = new CounterSource(file.incarnation(), file.setNumber(), file.schema());
            assertThat(fixture.collect(source, ALL)).isEqualTo("small 0[1, 2, 3]");
            final AskedRequest request = fixture.asker.ask(source, CounterRequest.Type.COLLECT_DATA,
                    CounterRequest.Mask.of(-1, PulledApplication.HANGING, CounterRequest.Mask.ANY_INSTANCE_ID, true),
                    PullFixture.TIMEOUT_NS);
            assertThat(provider.readLine()).isEqualTo("called");
            provider.kill();

            final long beginNs = System.nanoTime();
            fixture.asker.await(List.of(request), PullFixture.TIMEOUT_NS);

            assertThat(request.status()).isEqualTo(AnswerStatus.DIED);
            assertThat(System.nanoTime() - beginNs).isLessThan(PullFixture.TIMEOUT_NS / 2);
            assertThat(fixture.directory.requests(file.incarnation())).exists();
            final Registry registry = new Registry(fixture.participant);
            try (ControlChange change = registry.change(TimeUnit.SECONDS.toNanos(5))) {
                final Sweep sweep = new Sweep(registry);
                assertThat(sweep.leftovers()).contains(fixture.directory.requests(file.incarnation()));
                sweep.run(change);
            }
            assertThat(Files.exists(fixture.directory.requests(file.incarnation()))).isFalse();
        }
    }

    @Test
    @DisplayName("an asker killed while it is interested and collects: the callback hears of both, and nothing is left")
    void shouldTakeBackWhatAKilledAskerHasAdded() throws IOException {
        final Queue<CounterRequest.Type> told = new ConcurrentLinkedQueue<>();
        final CountDownLatch hangs = new CountDownLatch(1);
        final CountDownLatch cancelled = new CountDownLatch(1);
        fixture.open(PullFixture.SET, request -> {
            told.add(request.type());
            request.buffer().add("small", 0, 1, 2, 3);
            if (request.mask().instanceMask().equals(PulledApplication.HANGING)) {
                hangs.countDown();
                PullFixture.await(request::isCancelled);
                cancelled.countDown();
            }
            return CounterCallback.SUCCESS;
        });
        try (ChildJvm asker = ChildJvm.start(List.of(), PulledApplication.class, fixture.directory.path().toString(),
                fixture.participant.incarnation().toString())) {
            assertThat(asker.readLine()).isEqualTo("small 0[1, 2, 3]");
            PullFixture.await(() -> hangs.getCount() == 0);
            assertThat(told).containsExactly(CounterRequest.Type.ADD_COUNTER, CounterRequest.Type.COLLECT_DATA,
                    CounterRequest.Type.COLLECT_DATA);
            asker.kill();
        }
        PullFixture.await(() -> told.contains(CounterRequest.Type.REMOVE_COUNTER) && cancelled.getCount() == 0);
        PullFixture.await(() -> fixture.files().isEmpty());
    }
}
