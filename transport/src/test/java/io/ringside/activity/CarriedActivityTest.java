package io.ringside.activity;

import io.ringside.internal.activity.ThreadActivity;
import io.ringside.internal.files.VirtualThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("jdk25")
class CarriedActivityTest {
    private static final UUID HERE = new UUID(1, 2);
    private static final UUID THERE = new UUID(3, 4);

    @AfterEach
    void forgetActivity() {
        ActivityId.set(null);
    }

    @Test
    void shouldRunATaskWithTheIdOfWhereItWasWrapped() throws Exception {
        final List<UUID> seen = new ArrayList<>();
        ActivityId.set(HERE);
        final Runnable task = ActivityId.wrap(() -> seen.add(ActivityId.current()));
        final UUID called;
        ActivityId.set(THERE);
        task.run();
        seen.add(ActivityId.current());
        called = ActivityId.wrapCallable(ActivityId::createAndSet).call();
        assertThat(seen).containsExactly(HERE, THERE);
        assertThat(called).isEqualTo(THERE);
        assertThat(ActivityId.current()).isEqualTo(THERE);
    }

    @Test
    void shouldGiveTheThreadItsOwnIdBackWhenATaskFails() {
        final Runnable task = ActivityId.wrap(() -> {
            ActivityId.set(HERE);
            throw new IllegalStateException("on purpose");
        });
        ActivityId.set(THERE);
        assertThatThrownBy(task::run).hasMessage("on purpose");
        assertThat(ActivityId.current()).isEqualTo(THERE);
    }

    @Test
    void shouldCarryTheIdOfTheMomentToAnExecutor() {
        final List<Runnable> queue = new ArrayList<>();
        final List<UUID> seen = new ArrayList<>();
        final Executor executor = ActivityId.wrapExecutor(queue::add);
        ActivityId.set(HERE);
        executor.execute(() -> seen.add(ActivityId.current()));
        ActivityId.set(THERE);
        executor.execute(() -> seen.add(ActivityId.current()));
        ActivityId.set(null);
        queue.forEach(Runnable::run);
        assertThat(seen).containsExactly(HERE, THERE);
        assertThat(ActivityId.current()).isNull();
    }

    @Test
    void shouldCarryTheIdToANewThread() {
        final CompletableFuture<UUID> seen = new CompletableFuture<>();
        ActivityId.set(HERE);
        final Thread thread = ActivityId.wrapThreadFactory(Thread::new)
                .newThread(() -> seen.complete(ActivityId.current()));
        ActivityId.set(THERE);
        thread.start();
        assertThat(seen.join()).isEqualTo(HERE);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldBelongToTheVirtualThreadAndNotToItsCarrier() throws InterruptedException {
        final CompletableFuture<List<UUID>> seen = new CompletableFuture<>();
        ActivityId.set(HERE);
        VirtualThreads.start(ActivityId.wrap(() -> {
            final UUID first = ActivityId.current();
            ActivityId.set(THERE);
            LockSupport.parkNanos(1);
            seen.complete(List.of(first, ActivityId.current(),
                    new UUID(ThreadActivity.ofVirtualThread().most(), ThreadActivity.ofVirtualThread().least())));
        })).join();
        assertThat(seen.join()).containsExactly(HERE, THERE, THERE);
        final CompletableFuture<UUID> next = new CompletableFuture<>();
        VirtualThreads.start(() -> next.complete(ActivityId.current())).join();
        assertThat(next.join()).isNull();
    }
}
