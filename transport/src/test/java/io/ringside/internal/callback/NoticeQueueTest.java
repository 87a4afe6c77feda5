package io.ringside.internal.callback;

import io.ringside.internal.callback.NoticeQueue.Entry;
import io.ringside.session.Enablement;
import io.ringside.write.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NoticeQueueTest {
    private static final Capture ONE = capture(1, 1);
    private static final Capture OTHER = capture(2, 2);

    private final NoticeQueue queue = new NoticeQueue();

    @Test
    void shouldKeepTheNewestOfStatesThatFollowEachOther() {
        final ControlState newest = state();
        queue.add(state(), 7);
        queue.add(state(), 9);
        queue.add(newest, 8);

        assertThat(queue.oldestGeneration()).isEqualTo(7);
        assertThat(queue.poll()).as("before it is released").isNull();
        assertThat(all()).containsExactly(new Entry(7, newest, null));
        assertThat(queue.size()).isZero();
        assertThat(queue.oldestGeneration()).isZero();
    }

    @Test
    void shouldMergeNoStateAcrossARequest() {
        final ControlState before = state();
        final ControlState after = state();
        queue.add(before, 1);
        queue.add(ONE, 2);
        queue.add(state(), 3);
        queue.add(after, 4);

        assertThat(all()).containsExactly(new Entry(1, before, null), new Entry(2, null, ONE),
                new Entry(3, after, null));
    }

    @Test
    void shouldKeepTheNewestRequestOfEachSlot() {
        final Capture again = capture(1, 5);
        final ControlState before = state();
        final ControlState between = state();
        queue.add(before, 1);
        queue.add(ONE, 2);
        queue.add(between, 3);
        queue.add(OTHER, 4);
        queue.add(again, 5);

        assertThat(all()).containsExactly(new Entry(1, between, null), new Entry(4, null, OTHER),
                new Entry(2, null, again));
    }

    @Test
    void shouldKeepARequestWhenARegularOneComes() {
        final Capture regular = capture(1, 3);
        final Capture next = capture(1, 4);
        queue.add(regular, NoticeQueue.NO_CHANGE);
        queue.add(ONE, 2);
        queue.add(next, NoticeQueue.NO_CHANGE);

        assertThat(all()).containsExactly(new Entry(2, null, ONE), new Entry(NoticeQueue.NO_CHANGE, null, next));
    }

    @Test
    void shouldStaySmallHoweverLongNobodyTakes() {
        for (int i = 1; i <= 10_000; i++) {
            queue.add(state(), i);
            queue.add(capture(i % 64, i), i);
        }
        assertThat(queue.size()).isLessThanOrEqualTo(128);
        assertThat(queue.oldestGeneration()).isOne();
    }

    @Test
    void shouldMergeNoStateIntoOneThatIsReadyBeforeItIsReadyItself() {
        final ControlState ready = state();
        final ControlState after = state();
        queue.add(ready, 1);
        queue.release();
        queue.add(state(), 2);
        queue.add(after, 3);

        assertThat(queue.ready()).isOne();
        assertThat(queue.poll()).isEqualTo(new Entry(1, ready, null));
        assertThat(queue.poll()).isNull();
        assertThat(all()).containsExactly(new Entry(2, after, null));
    }

    @Test
    void shouldMergeStatesThatHaveBothBecomeReady() {
        final ControlState after = state();
        queue.add(ONE, 1);
        queue.add(state(), 2);
        queue.release();
        queue.add(after, 3);
        queue.add(capture(1, 5), 4);
        queue.release();

        assertThat(queue.ready()).isEqualTo(2);
        assertThat(all()).containsExactly(new Entry(2, after, null), new Entry(1, null, capture(1, 5)));
    }

    private List<Entry> all() {
        queue.release();
        final List<Entry> entries = new ArrayList<>();
        for (Entry entry = queue.poll(); entry != null; entry = queue.poll()) {
            entries.add(entry);
        }
        return entries;
    }

    private static ControlState state() {
        return ControlState.of(List.of(), new UUID(0, 0));
    }

    private static Capture capture(final int slot, final long sessionId) {
        return new Capture(new WriteOptions.Target(slot, sessionId), Enablement.of(5, 0, 0));
    }
}
