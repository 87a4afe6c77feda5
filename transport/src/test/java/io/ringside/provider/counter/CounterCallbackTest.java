package io.ringside.provider.counter;

import io.ringside.internal.counter.AnswerStatus;
import io.ringside.internal.counter.AskedRequest;
import io.ringside.internal.counter.CounterAnswer;
import io.ringside.internal.counter.CounterAsker;
import io.ringside.internal.counter.CounterSource;
import io.ringside.internal.counter.PullFixture;
import io.ringside.internal.files.SharedMemoryFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What a callback is told and what becomes of its answer, over the files of a trace directory. */
@Timeout(60)
class CounterCallbackTest {
    private static final long ANY = CounterRequest.Mask.ANY_INSTANCE_ID;
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
    @DisplayName("R7.7 a callback that adds two instances and then returns an error: two rows, and no error")
    void shouldCountWhatWasAddedBeforeAnError() {
        final CounterSource failing = fixture.open(PullFixture.SET, request -> {
            assertThat(request.context()).isEqualTo("context");
            assertThat(request.schema()).isSameAs(PullFixture.SET);
            request.buffer().add("small", 0, 1, 2, 3);
            request.buffer().add("large", 1, 4, 5, 6);
            return 0xC0000001;
        });

        final AskedRequest asked = fixture.ask(failing, CounterRequest.Type.COLLECT_DATA, ALL);

        assertThat(asked.status()).isEqualTo(AnswerStatus.ANSWERED);
        assertThat(PullFixture.text(asked)).isEqualTo("small 0[1, 2, 3] large 1[4, 5, 6]");
        assertThat(asked.problem()).isNull();
        assertThat(asked.answer().callbackStatus()).isEqualTo(0xC0000001);
    }

    @Test
    @DisplayName("R7.7 what a callback throws is told where the provider is, and what it has added counts")
    void shouldCountWhatWasAddedBeforeAnException() {
        final CounterSource throwing = fixture.open(PullFixture.SET, request -> {
            request.buffer().add("small", 0, 1, 2, 3);
            throw new AssertionError("of the application");
        });

        assertThat(fixture.collect(throwing, ALL)).isEqualTo("small 0[1, 2, 3]");
        assertThat(fixture.problems).singleElement().asString().contains("Pools", "of the application");
        assertThat(fixture.collect(throwing, ALL)).isEqualTo("small 0[1, 2, 3]");
    }

    @Test
    @DisplayName("R7.8 a provider that ignores requests 0 and 1 works; a request 9 is ignored")
    void shouldNeedTwoOfTheTypesOnly() {
        final Queue<CounterRequest.Type> told = new ConcurrentLinkedQueue<>();
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            told.add(request.type());
            if (request.type().hasAnswer()) {
                request.buffer().add("small", 0, 1, 2, 3);
            }
            return CounterCallback.SUCCESS;
        });
        final AskedRequest interest = fixture.asker.ask(source, CounterRequest.Type.ADD_COUNTER, ALL, 0);
        assertThat(fixture.collect(source, ALL)).isEqualTo("small 0[1, 2, 3]");
        interest.close();
        PullFixture.await(() -> told.contains(CounterRequest.Type.REMOVE_COUNTER));
        assertThat(told).containsExactly(CounterRequest.Type.ADD_COUNTER, CounterRequest.Type.COLLECT_DATA,
                CounterRequest.Type.REMOVE_COUNTER);

        try (AskedRequest unknown = fixture.asker.ask(source, 9, ALL, PullFixture.TIMEOUT_NS);
                AskedRequest removal = fixture.asker.ask(source, 1, ALL, PullFixture.TIMEOUT_NS)) {
            fixture.asker.await(List.of(unknown, removal), PullFixture.TIMEOUT_NS);
            assertThat(List.of(unknown.status(), removal.status())).containsOnly(AnswerStatus.UNKNOWN_TYPE);
        }
        assertThat(told).hasSize(3);
        assertThat(CounterRequest.Type.ofCode(9)).isNull();
        assertThat(List.of(0, 1, 2, 3)).extracting(CounterRequest.Type::ofCode)
                .containsExactly(CounterRequest.Type.values());
    }

    @Test
    @DisplayName("R7.9 eight collectors at once: their calls are in flight together")
    void shouldCallForSeveralAskersAtOnce() throws InterruptedException {
        final int askers = 8;
        final CyclicBarrier barrier = new CyclicBarrier(askers);
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            try {
                barrier.await(20, TimeUnit.SECONDS);
            } catch (final InterruptedException | BrokenBarrierException | TimeoutException e) {
                throw new AssertionError(e);
            }
            request.buffer().add(Thread.currentThread().getName(), 0, 1, 2, 3);
            return CounterCallback.SUCCESS;
        });
        final Queue<String> collected = new ConcurrentLinkedQueue<>();
        final List<Thread> collectors = new ArrayList<>();
        for (int i = 0; i < askers; i++) {
            collectors.add(new Thread(() -> {
                try (CounterAsker asker = new CounterAsker(fixture.directory)) {
                    collected.add(PullFixture.text(
                            PullFixture.ask(asker, source, CounterRequest.Type.COLLECT_DATA, ALL)));
                }
            }));
        }
        collectors.forEach(Thread::start);
        for (final Thread collector : collectors) {
            collector.join();
        }

        assertThat(fixture.problems).isEmpty();
        assertThat(collected).hasSize(askers).containsOnly("ringside-callback Pools 0[1, 2, 3]");
    }

    @Test
    @DisplayName("R7.10 counters 1 and 3: mask 0xA; the name as it was typed; a single instance: not multiple")
    void shouldPassOnWhatIsAskedFor() {
        final Queue<String> told = new ConcurrentLinkedQueue<>();
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            told.add(request.type() + " " + request.mask());
            return CounterCallback.SUCCESS;
        });
        final CounterRequest.Mask asked = CounterRequest.Mask.of(CounterRequest.Mask.counterMaskOf(List.of(1, 3)),
                "sM?ll*(", 7,
                false);

        fixture.collect(source, asked);
        fixture.ask(source, CounterRequest.Type.ENUMERATE_INSTANCES, CounterRequest.Mask.of(-1, "*", ANY, true));

        assertThat(told).containsExactly(
                "COLLECT_DATA Mask{counterMask=0xa, instanceMask=sM?ll*(, instanceId=7, "
                        + "collectMultiple=false}",
                "ENUMERATE_INSTANCES Mask{counterMask=0xffffffffffffffff, instanceMask=*, "
                        + "instanceId=4294967295, collectMultiple=true}");
    }

    @Test
    @DisplayName("R7.10 of an asker that takes one instance only, the others are ignored")
    void shouldTakeOneInstanceWhereOneIsTaken() {
        final Queue<CounterRequest.Buffer.AddStatus> statuses = new ConcurrentLinkedQueue<>();
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            statuses.add(request.buffer().add("small", 0, 1, 2, 3));
            statuses.add(request.buffer().add("large", 1, 4, 5, 6));
            return CounterCallback.SUCCESS;
        });

        assertThat(fixture.collect(source, CounterRequest.Mask.of(-1, "*", ANY, false))).isEqualTo("small 0[1, 2, 3]");
        assertThat(statuses).containsExactly(CounterRequest.Buffer.AddStatus.ADDED,
                CounterRequest.Buffer.AddStatus.NOT_WANTED);
        assertThat(fixture.collect(source, CounterRequest.Mask.of(-1, "LARGE", ANY, false)))
                .isEqualTo("large 1[4, 5, 6]");
    }

    @Test
    @DisplayName("R7.10 a callback can ask whether its request is cancelled: taken back, or out of time")
    void shouldTellThatNobodyWaits() {
        final Queue<String> seen = new ConcurrentLinkedQueue<>();
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            seen.add("begun, cancelled=" + request.isCancelled());
            PullFixture.await(request::isCancelled);
            seen.add("cancelled");
            return CounterCallback.SUCCESS;
        });
        final AskedRequest takenBack = fixture.asker.ask(source, CounterRequest.Type.COLLECT_DATA, ALL,
                PullFixture.TIMEOUT_NS);
        PullFixture.await(() -> seen.size() == 1);
        takenBack.close();
        PullFixture.await(() -> seen.size() == 2);

        try (AskedRequest late = fixture.asker.ask(source, CounterRequest.Type.COLLECT_DATA, ALL,
                TimeUnit.SECONDS.toNanos(5))) {
            PullFixture.await(() -> seen.size() == 4);
            assertThat(late.status()).isEqualTo(AnswerStatus.PENDING);
        }
        assertThat(seen).containsExactly("begun, cancelled=false", "cancelled", "begun, cancelled=false",
                "cancelled");
    }

    @Test
    @DisplayName("R7.11 values that were not asked for are left out, whatever a callback gives")
    void shouldLeaveOutWhatWasNotAskedFor() {
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            request.buffer().add("small", 0, 1, 2, 3);
            request.buffer().add("large", 1, 4, 5, 6);
            return CounterCallback.SUCCESS;
        });

        assertThat(fixture.collect(source, CounterRequest.Mask.of(0xA, "*", ANY, true)))
                .isEqualTo("small 0[1, 0, 3] large 1[4, 0, 6]");
        assertThat(fixture.collect(source, CounterRequest.Mask.of(-1, "l*", ANY, true))).isEqualTo("large 1[4, 5, 6]");
        assertThat(fixture.collect(source, CounterRequest.Mask.of(-1, "*", 0, true))).isEqualTo("small 0[1, 2, 3]");
        assertThat(fixture.collect(source, CounterRequest.Mask.of(-1, "l*", 0, true))).isEmpty();
    }

    @Test
    @DisplayName("R7.12 R7.13 of two instances of one id, or of one name, the first counts and the second is refused")
    void shouldKeepTheFirstOfTwoThatAreTheSame() {
        final Queue<CounterRequest.Buffer.AddStatus> statuses = new ConcurrentLinkedQueue<>();
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            statuses.add(request.buffer().add("a", 1, 1, 1, 1));
            statuses.add(request.buffer().add("b", 1, 2, 2, 2));
            statuses.add(request.buffer().add("A", 2, 3, 3, 3));
            statuses.add(request.buffer().add("b", 2, 4, 4, 4));
            statuses.add(request.buffer().add("c", 0xFFFF_FFFFL, 5, 5, 5));
            statuses.add(request.buffer().add("c", 0xFFFF_FFFEL, 5, 5, 5));
            statuses.add(request.buffer().add("c", -1, 5, 5, 5));
            statuses.add(request.buffer().add("d", 0xFFFF_FFFDL, 6, 6, 6));
            return CounterCallback.SUCCESS;
        });

        assertThat(fixture.collect(source, ALL)).isEqualTo("a 1[1, 1, 1] b 2[4, 4, 4] d 4294967293[6, 6, 6]");
        assertThat(statuses).containsExactly(CounterRequest.Buffer.AddStatus.ADDED,
                CounterRequest.Buffer.AddStatus.ALREADY_EXISTS,
                CounterRequest.Buffer.AddStatus.ALREADY_EXISTS,
                CounterRequest.Buffer.AddStatus.ADDED, CounterRequest.Buffer.AddStatus.INVALID_ID,
                CounterRequest.Buffer.AddStatus.INVALID_ID,
                CounterRequest.Buffer.AddStatus.INVALID_ID,
                CounterRequest.Buffer.AddStatus.ADDED);
        assertThat(CounterRequest.Buffer.AddStatus.ALREADY_EXISTS.isError()).isTrue();
        // What was not asked for is in nobody's way.
        assertThat(fixture.collect(source, CounterRequest.Mask.of(-1, "b", ANY, true))).isEqualTo("b 1[2, 2, 2]");
    }

    @Test
    @DisplayName("R7.14 a name of null: error; used after the callback: error; enumerated without values: a row")
    void shouldRefuseWhatIsNoInstance() {
        final AtomicReference<CounterRequest.Buffer> kept = new AtomicReference<>();
        final Queue<CounterRequest.Buffer.AddStatus> statuses = new ConcurrentLinkedQueue<>();
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            kept.set(request.buffer());
            statuses.add(request.buffer().add(null, 0, 1, 2, 3));
            statuses.add(request.buffer().add("", 0, 1, 2, 3));
            statuses.add(request.buffer().add("a(b)", 0, 1, 2, 3));
            statuses.add(request.buffer().add("half \uD83D", 0, 1, 2, 3));
            statuses.add(request.buffer().add("short", 1, 1, 2));
            statuses.add(request.buffer().add("none", 2));
            statuses.add(request.buffer().add("more", 3, 1, 2, 3, 4));
            return CounterCallback.SUCCESS;
        });

        assertThat(fixture.collect(source, ALL)).isEqualTo("more 3[1, 2, 3]");
        assertThat(statuses).containsExactly(CounterRequest.Buffer.AddStatus.INVALID_NAME,
                CounterRequest.Buffer.AddStatus.INVALID_NAME,
                CounterRequest.Buffer.AddStatus.INVALID_NAME,
                CounterRequest.Buffer.AddStatus.INVALID_NAME,
                CounterRequest.Buffer.AddStatus.INVALID_BUFFER_SIZE,
                CounterRequest.Buffer.AddStatus.INVALID_BUFFER_SIZE,
                CounterRequest.Buffer.AddStatus.ADDED);
        assertThat(kept.get().add("late", 9, 1, 2, 3)).isEqualTo(CounterRequest.Buffer.AddStatus.INVALID_HANDLE);
        assertThat(Integer.toHexString(CounterRequest.Buffer.AddStatus.INVALID_HANDLE.code())).isEqualTo("c0000008");

        statuses.clear();
        assertThat(PullFixture.text(fixture.ask(source, CounterRequest.Type.ENUMERATE_INSTANCES, ALL)))
                .isEqualTo("short 1[] none 2[] more 3[]");
        assertThat(kept.get().add("late", 9)).isEqualTo(CounterRequest.Buffer.AddStatus.INVALID_HANDLE);
    }

    @Test
    @DisplayName("R7.14 there is nothing to add to where counters are added or removed")
    void shouldRefuseInstancesWhereNoneAreAskedFor() {
        final Queue<CounterRequest.Buffer.AddStatus> statuses = new ConcurrentLinkedQueue<>();
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            statuses.add(request.buffer().add("small", 0, 1, 2, 3));
            return CounterCallback.SUCCESS;
        });
        fixture.asker.ask(source, CounterRequest.Type.ADD_COUNTER, ALL, 0).close();
        try (AskedRequest interest = fixture.asker.ask(source, CounterRequest.Type.ADD_COUNTER, ALL, 0)) {
            fixture.collect(source, ALL);
            assertThat(interest.status()).isEqualTo(AnswerStatus.PENDING);
        }
        // The counters are removed behind it, which is told as well.
        assertThat(statuses)
                .containsSubsequence(CounterRequest.Buffer.AddStatus.INVALID_HANDLE,
                        CounterRequest.Buffer.AddStatus.ADDED)
                .containsOnlyOnce(CounterRequest.Buffer.AddStatus.ADDED);
    }

    @Test
    @DisplayName("R7.16 the callback of a set of one instance is told of all: added, enumerated, collected, removed")
    void shouldAskForASetOfOneInstance() {
        final Queue<CounterRequest.Type> told = new ConcurrentLinkedQueue<>();
        final CounterSource source = fixture.open(PullFixture.ONE, request -> {
            told.add(request.type());
            request.buffer().add("named", 0, 1);
            request.buffer().add("", 0, 42);
            return CounterCallback.SUCCESS;
        });
        try (AskedRequest interest = fixture.asker.ask(source, CounterRequest.Type.ADD_COUNTER, ALL, 0)) {
            assertThat(PullFixture.text(fixture.ask(source, CounterRequest.Type.ENUMERATE_INSTANCES, ALL)))
                    .isEqualTo(" 0[]");
            assertThat(fixture.collect(source, ALL)).isEqualTo(" 0[42]");
            assertThat(interest.problem()).isNull();
        }
        PullFixture.await(() -> told.size() == 4);
        assertThat(told).containsExactly(CounterRequest.Type.ADD_COUNTER, CounterRequest.Type.ENUMERATE_INSTANCES,
                CounterRequest.Type.COLLECT_DATA, CounterRequest.Type.REMOVE_COUNTER);
    }

    @Test
    void shouldAnswerWithManyInstances() {
        final int instances = 20_000;
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            for (int i = 0; i < instances; i++) {
                if (request.buffer().add("pool ö " + i, i, i, 2L * i, 3L * i).isError()) {
                    return CounterRequest.Buffer.AddStatus.LIMIT.code();
                }
            }
            return CounterCallback.SUCCESS;
        });

        final CounterAnswer answer = fixture.ask(source, CounterRequest.Type.COLLECT_DATA, ALL).answer();

        assertThat(answer.callbackStatus()).isZero();
        assertThat(answer.instances()).hasSize(instances);
        assertThat(answer.instances().get(instances - 1)).hasToString("pool ö 19999 19999[19999, 39998, 59997]");
    }

    @Test
    void shouldRefuseMoreThanAnAnswerHolds() {
        final String name = "ö".repeat(1_000);
        final Queue<CounterRequest.Buffer.AddStatus> statuses = new ConcurrentLinkedQueue<>();
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            CounterRequest.Buffer.AddStatus status = CounterRequest.Buffer.AddStatus.ADDED;
            for (int i = 0; status == CounterRequest.Buffer.AddStatus.ADDED; i++) {
                status = request.buffer().add(name + i, i, 1, 2, 3);
            }
            statuses.add(status);
            return status.code();
        });

        final CounterAnswer answer = fixture.ask(source, CounterRequest.Type.COLLECT_DATA, ALL).answer();

        assertThat(statuses).containsExactly(CounterRequest.Buffer.AddStatus.LIMIT);
        assertThat(answer.instances()).hasSizeBetween(8_000, 8_400);
    }
}
