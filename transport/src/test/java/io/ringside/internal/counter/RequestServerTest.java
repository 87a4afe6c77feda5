package io.ringside.internal.counter;

import io.ringside.internal.files.FileNames.RequestFileName;
import io.ringside.internal.files.FileNames.RequestFileName.Kind;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Participant;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.counter.CounterRequest;
import io.ringside.provider.counter.CounterSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class RequestServerTest {
    private static final CounterRequest.Mask ALL = CounterRequest.Mask.ALL;
    private static final int ATTEMPTS = 5;

    private final CountDownLatch released = new CountDownLatch(1);
    private PullFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path path) {
        fixture = new PullFixture(path.resolve("trace"));
    }

    @AfterEach
    void close() {
        released.countDown();
        fixture.close();
    }

    @Test
    @DisplayName("without a callback there is neither a folder nor a thread")
    void shouldCostNothingWhereNobodyIsAsked() {
        // One of the test before may be on its way out.
        PullFixture.await(() -> threads() == 0);
        fixture.process.open(PullFixture.SET);
        assertThat(RequestFolders.providers(fixture.directory)).isEmpty();
        assertThat(threads()).isZero();

        fixture.process.open(PullFixture.SET, request -> 0, null, (name, problem) -> {});
        assertThat(RequestFolders.providers(fixture.directory)).containsExactly(fixture.participant.incarnation());
        assertThat(threads()).isOne();
        fixture.process.close();
        assertThat(FolderListing.namesIn(fixture.directory.counters())).isEmpty();
        PullFixture.await(() -> threads() == 0);
    }

    @Test
    @DisplayName("every time that counters were added is told once that they are removed: taken back, and died")
    void shouldTellThatCountersAreRemoved() {
        final Queue<String> told = new ConcurrentLinkedQueue<>();
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            told.add(request.type() + " " + request.mask().instanceMask());
            return CounterCallback.SUCCESS;
        });
        final CounterAsker dying = new CounterAsker(fixture.directory);
        dying.ask(source, CounterRequest.Type.ADD_COUNTER, named("dying"), 0);
        PullFixture.ask(dying, source, CounterRequest.Type.COLLECT_DATA, named("dying"));
        final AskedRequest standing = fixture.asker.ask(source, CounterRequest.Type.ADD_COUNTER, named("standing"), 0);
        final AskedRequest closed = fixture.asker.ask(source, CounterRequest.Type.ADD_COUNTER, named("closed"), 0);
        fixture.collect(source, named("x"));
        closed.close();
        fixture.collect(source, named("y"));
        PullFixture.await(() -> told.contains("REMOVE_COUNTER closed"));
        // Its alive file is gone, its requests stand.
        dying.join().close();
        PullFixture.await(() -> told.contains("REMOVE_COUNTER dying"));

        assertThat(told).containsOnlyOnce("ADD_COUNTER dying", "REMOVE_COUNTER dying", "ADD_COUNTER closed",
                "REMOVE_COUNTER closed", "ADD_COUNTER standing").doesNotContain("REMOVE_COUNTER standing");
        PullFixture.await(() -> fixture.files().size() == 1);
        assertThat(fixture.files().get(0)).startsWith(fixture.asker.join().incarnation().toString());
        standing.close();
        PullFixture.await(() -> told.contains("REMOVE_COUNTER standing"));
    }

    @Test
    @DisplayName("an answer that comes too late, or for a request that was never made, or is not taken, is removed")
    void shouldRemoveAnswersThatNobodyTakes() throws IOException {
        final CountDownLatch begun = new CountDownLatch(1);
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            begun.countDown();
            await(released);
            return CounterCallback.SUCCESS;
        });
        final AskedRequest late = fixture.asker.ask(source, CounterRequest.Type.COLLECT_DATA, ALL,
                PullFixture.TIMEOUT_NS);
        final AskedRequest untaken = fixture.asker.ask(source, CounterRequest.Type.COLLECT_DATA, ALL,
                PullFixture.TIMEOUT_NS);
        await(begun);
        fixture.asker.await(List.of(late, untaken), TimeUnit.MILLISECONDS.toNanos(10));
        assertThat(List.of(late.status(), untaken.status())).containsOnly(AnswerStatus.TIMED_OUT);
        late.close();
        final RequestFileName neverMade = new RequestFileName(fixture.asker.join().incarnation(), 99, Kind.ANSWER);
        Files.write(fixture.path(neverMade), new byte[300]);
        PullFixture.await(() -> fixture.files().size() == 1);
        // Answered, and never taken by an asker that dies then.
        released.countDown();
        PullFixture.await(() -> fixture.files().size() == 2);
        fixture.asker.join().close();
        PullFixture.await(() -> fixture.files().isEmpty());
    }

    @Test
    @DisplayName("R7.7 a handler of errors that throws as well: what was added counts, the next question is answered")
    void shouldGoOnBehindAHandlerThatThrows() throws IOException {
        final AtomicInteger told = new AtomicInteger();
        fixture.process.open(PullFixture.SET, request -> {
            request.buffer().add("small", 0, 1, 2, 3);
            throw new AssertionError("of the callback");
        }, null, (name, problem) -> {
            told.incrementAndGet();
            throw new AssertionError("of the handler");
        });
        final CounterSource source = new CounterSource(fixture.participant.incarnation(), 0, PullFixture.SET);
        assertThat(fixture.collect(source, ALL)).isEqualTo("small 0[1, 2, 3]");
        assertThat(fixture.collect(source, ALL)).isEqualTo("small 0[1, 2, 3]");
        assertThat(told).hasValue(2);
        // The thread that looks at the folder tells as well.
        Files.write(fixture.path(new RequestFileName(fixture.asker.join().incarnation(), 99, Kind.REQUEST)),
                new byte[1]);
        PullFixture.await(() -> told.get() == 3);
        assertThat(fixture.collect(source, ALL)).isEqualTo("small 0[1, 2, 3]");
    }

    @Test
    @DisplayName("a folder that somebody removes is made again, and requests in it are answered")
    void shouldMakeTheFolderAgain() throws IOException {
        final CounterSource source = fixture.open(PullFixture.ONE, request -> {
            request.buffer().add("", 0, 1);
            return CounterCallback.SUCCESS;
        });
        final Path folder = fixture.directory.requests(fixture.participant.incarnation());
        for (int n = 0; n < 2; n++) {
            Files.delete(folder);
            PullFixture.await(() -> Files.exists(folder));
            assertThat(fixture.collect(source, ALL)).isEqualTo(" 0[1]");
        }
    }

    @Test
    @DisplayName("an asker with more requests than are looked at keeps nobody else waiting")
    void shouldServeAskersInTurn() {
        final AtomicInteger added = new AtomicInteger();
        final CounterSource source = fixture.open(PullFixture.ONE, request -> {
            added.addAndGet(switch (request.type()) {
                case ADD_COUNTER -> 1;
                case REMOVE_COUNTER -> -1;
                default -> 0;
            });
            request.buffer().add("", 0, 1);
            return CounterCallback.SUCCESS;
        });
        final List<AskedRequest> many = new ArrayList<>();
        for (int i = 0; i < RequestListing.ASKER_MAX + 10; i++) {
            many.add(fixture.asker.ask(source, CounterRequest.Type.ADD_COUNTER, ALL, 0));
        }
        try (CounterAsker other = new CounterAsker(fixture.directory)) {
            assertThat(PullFixture.text(PullFixture.ask(other, source, CounterRequest.Type.COLLECT_DATA, ALL)))
                    .isEqualTo(" 0[1]");
        }
        final AskedRequest last = fixture.asker.ask(source, CounterRequest.Type.COLLECT_DATA, ALL,
                PullFixture.TIMEOUT_NS);
        fixture.asker.await(List.of(last), TimeUnit.MILLISECONDS.toNanos(50));
        assertThat(last.status()).isEqualTo(AnswerStatus.TIMED_OUT);
        assertThat(many).extracting(AskedRequest::status).containsOnly(AnswerStatus.PENDING);
        many.forEach(AskedRequest::close);
        // While the callback is told of so many removals it has no room for a question of the same asker.
        PullFixture.await(() -> added.get() == 0);
        assertThat(fixture.collect(source, ALL)).isEqualTo(" 0[1]");
    }

    @Test
    @DisplayName("a folder of requests that holds what is foreign stays, and is removed when that is gone")
    void shouldLeaveAForeignFolder() throws IOException {
        try (Participant gone = Participant.join(fixture.directory)) {
            final Path folder = fixture.directory.requests(gone.incarnation());
            final Path foreign = Files.createDirectories(folder.resolve(
                    new RequestFileName(gone.incarnation(), 1, Kind.REQUEST).toString())).resolve("file");
            Files.createFile(foreign);
            RequestFolders.remove(fixture.directory, gone.incarnation());
            assertThat(foreign).exists();
            Files.delete(foreign);
            Files.delete(folder.resolve(new RequestFileName(gone.incarnation(), 1, Kind.REQUEST).toString()));
            RequestFolders.remove(fixture.directory, gone.incarnation());
            assertThat(folder).doesNotExist();
        }
    }

    @Test
    @DisplayName("an asker whose call hangs holds one thread of a set, whatever it asks then; other sets are answered")
    void shouldHoldOneThreadForAnAsker() {
        final AtomicInteger calls = new AtomicInteger();
        final CounterSource hanging = fixture.open(PullFixture.SET, request -> {
            calls.incrementAndGet();
            await(released);
            return CounterCallback.SUCCESS;
        });
        final CounterSource other = fixture.open(PullFixture.ONE, request -> {
            request.buffer().add("", 0, 1);
            return CounterCallback.SUCCESS;
        });
        final List<AskedRequest> asked = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            asked.add(fixture.asker.ask(hanging, CounterRequest.Type.COLLECT_DATA, ALL, PullFixture.TIMEOUT_NS));
            assertThat(fixture.collect(other, ALL)).isEqualTo(" 0[1]");
        }
        assertThat(calls).hasValue(1);
        released.countDown();
        fixture.asker.await(asked, PullFixture.TIMEOUT_NS);
        assertThat(asked).extracting(AskedRequest::status).containsOnly(AnswerStatus.ANSWERED);
        assertThat(calls).hasValue(20);
    }

    @Test
    void shouldRefuseMoreCallsThanThereMayBe() {
        final int max = 64;
        final CounterSource hanging = fixture.open(PullFixture.SET, request -> {
            await(released);
            return CounterCallback.SUCCESS;
        });
        final List<CounterAsker> askers = new ArrayList<>();
        final List<AskedRequest> asked = new ArrayList<>();
        for (int i = 0; i < max; i++) {
            askers.add(new CounterAsker(fixture.directory));
            asked.add(askers.get(i).ask(hanging, CounterRequest.Type.COLLECT_DATA, ALL, PullFixture.TIMEOUT_NS));
        }
        PullFixture.await(() -> Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().endsWith("Pools")).count() == max);
        assertThat(fixture.collect(hanging, ALL)).isEqualTo("BUSY");
        released.countDown();
        fixture.asker.await(asked, PullFixture.TIMEOUT_NS);
        assertThat(asked).extracting(AskedRequest::status).containsOnly(AnswerStatus.ANSWERED);
        CloseHelper.closeAll(askers);
    }

    @Test
    @DisplayName("a set that is closed is asked no more, and its calls are cancelled")
    void shouldAnswerForOpenSetsOnly() {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch cancelled = new CountDownLatch(1);
        final CounterSource first = fixture.open(PullFixture.ONE, request -> 0);
        final CounterSet set = fixture.process.open(PullFixture.SET, request -> {
            begun.countDown();
            PullFixture.await(request::isCancelled);
            cancelled.countDown();
            return CounterCallback.SUCCESS;
        }, null, (name, problem) -> {});
        final CounterSource source = new CounterSource(fixture.participant.incarnation(), 1, PullFixture.SET);
        final AskedRequest request = fixture.asker.ask(source, CounterRequest.Type.COLLECT_DATA, ALL,
                PullFixture.TIMEOUT_NS);
        await(begun);
        set.close();
        await(cancelled);

        assertThat(fixture.collect(source, ALL)).isEqualTo("UNKNOWN_SET");
        assertThat(fixture.collect(first, ALL)).isEmpty();
        request.close();
    }

    @Test
    @DisplayName("a provider that dies while it is asked: a status, at once, and no wait")
    void shouldTellThatTheProviderHasDied() {
        final Participant other = Participant.join(fixture.directory);
        try (ProcessCounters counters = ProcessCounters.in(fixture.directory, other.files())) {
            final CountDownLatch begun = new CountDownLatch(1);
            counters.open(PullFixture.SET, request -> {
                begun.countDown();
                await(released);
                return CounterCallback.SUCCESS;
            }, null, (name, problem) -> {});
            final CounterSource source = new CounterSource(other.incarnation(), 0, PullFixture.SET);
            final AskedRequest request = fixture.asker.ask(source, CounterRequest.Type.COLLECT_DATA, ALL,
                    PullFixture.TIMEOUT_NS);
            await(begun);
            other.close();
            fixture.asker.await(List.of(request), PullFixture.TIMEOUT_NS);
            assertThat(request.status()).isEqualTo(AnswerStatus.DIED);
        }
        final CounterSource gone = new CounterSource(fixture.participant.incarnation(), 0, PullFixture.SET);
        assertThat(fixture.collect(gone, ALL)).isEqualTo("NOT_ASKED");
    }

    @Test
    @DisplayName("R7.9 a callback that hangs: seven other collectors take at most twice the time that they took before")
    void shouldLetOthersGoOnWhileOneHangs() throws InterruptedException {
        final Semaphore hangs = new Semaphore(0);
        final Semaphore goesOn = new Semaphore(0);
        final CounterSource source = fixture.open(PullFixture.SET, request -> {
            if (request.mask().instanceMask().equals("hanging")) {
                hangs.release();
                goesOn.acquireUninterruptibly();
            }
            request.buffer().add("small", 0, 1, 2, 3);
            return CounterCallback.SUCCESS;
        });
        collectBySeven(source);
        double ratio = Double.MAX_VALUE;
        // What else runs on the machine may take its time during one of the two measurements.
        for (int attempt = 0; attempt < ATTEMPTS && ratio > 2; attempt++) {
            final long beforeNs = leastOfThree(source);
            try (AskedRequest hanging = fixture.asker.ask(source, CounterRequest.Type.COLLECT_DATA, named("hanging"),
                    PullFixture.TIMEOUT_NS)) {
                hangs.acquire();
                ratio = Math.min(ratio, (double) leastOfThree(source) / beforeNs);
                assertThat(hanging.status()).isEqualTo(AnswerStatus.PENDING);
            } finally {
                goesOn.release();
            }
        }
        assertThat(ratio).isLessThanOrEqualTo(2);
    }

    /** How long seven collectors take for some collections each. */
    private long collectBySeven(final CounterSource source) throws InterruptedException {
        final List<Thread> collectors = new ArrayList<>();
        final Queue<String> others = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 7; i++) {
            collectors.add(new Thread(() -> {
                try (CounterAsker asker = new CounterAsker(fixture.directory)) {
                    for (int n = 0; n < 20; n++) {
                        others.add(PullFixture.text(
                                PullFixture.ask(asker, source, CounterRequest.Type.COLLECT_DATA, ALL)));
                    }
                }
            }));
        }
        final long beginNs = System.nanoTime();
        collectors.forEach(Thread::start);
        for (final Thread collector : collectors) {
            collector.join();
        }
        final long tookNs = System.nanoTime() - beginNs;
        assertThat(others).hasSize(140).containsOnly("small 0[1, 2, 3]");
        return tookNs;
    }

    private long leastOfThree(final CounterSource source) throws InterruptedException {
        return Math.min(collectBySeven(source), Math.min(collectBySeven(source), collectBySeven(source)));
    }

    private static CounterRequest.Mask named(final String name) {
        return CounterRequest.Mask.of(-1, name, CounterRequest.Mask.ANY_INSTANCE_ID, true);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("ringside-counters")).count();
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
