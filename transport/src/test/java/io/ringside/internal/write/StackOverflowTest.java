package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.internal.lane.TakenEvent;
import io.ringside.session.LossCause;
import io.ringside.write.EventClaim;
import io.ringside.write.WriteResult;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A recursion that writes an event at each step, until the stack is full, wherever within the write that happens. */
@Tag("jdk25")
class StackOverflowTest {
    private static final int OVERFLOWS = Integer.getInteger("ringside.rounds", 120);
    /** Enough for the compiler, whose frames differ from those of the interpreter. */
    private static final int WARM_UP = 30_000;
    private static final int STACK_BYTES = 256 * 1024;
    private static final int SESSIONS = 2;

    private final WriteFixture fixture = WriteFixture.withSessions(SESSIONS);
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[64]);
    private final DataDescriptors blocks = new DataDescriptors().add(bytes, 0, 8).add(bytes, 8, 3);
    private final EventClaim claim = EventClaim.create();
    private final BitSet written = new BitSet();
    private WritingThread writer;
    private int value;
    private int partlyWritten;

    /** What the recursion does at each step. */
    enum Step {
        BUFFER, BLOCKS, CLAIM, CLAIM_TWICE
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepItsBooksWhereverTheStackOverflows(final Step step) throws InterruptedException {
        shouldKeepItsBooks(step, 0);
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepItsBooksWhereverTheStackOverflowsInCompiledCode(final Step step) throws InterruptedException {
        shouldKeepItsBooks(step, WARM_UP);
    }

    private void shouldKeepItsBooks(final Step step, final int stepsBefore) throws InterruptedException {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        System.out.println("StackOverflowTest: repeat with -Dringside.seed=" + seed);
        final Random random = new Random(seed);
        onSmallStack(() -> {
            writer = fixture.writer();
            for (int i = 0; i < stepsBefore; i++) {
                step(step);
                if (i % 100 == 0) {
                    takeAll();
                }
            }
            for (int i = 0; i < OVERFLOWS; i++) {
                overflow(step, random.nextInt());
                assertThat(writer.isInside()).as("busy").isFalse();
                // Sometimes the lanes are full when the stack is.
                if (random.nextInt(8) == 0) {
                    takeAll();
                }
            }
            takeAll();
            claim.abort();
            assertWrites(step);
        });
        for (int slot = 0; slot < SESSIONS; slot++) {
            assertAccounted(fixture.session(slot));
        }
    }

    @Test
    void shouldTakeNoLaneThatItDoesNotUse() throws InterruptedException {
        onSmallStack(this::writeFirstAtTheEndOfTheStack);
        for (int slot = 0; slot < SESSIONS; slot++) {
            assertThat(fixture.session(slot).pool().freeLanes()).isEqualTo(1);
            fixture.session(slot).assertBalanced();
        }
        assertThat(fixture.threads().writers()).hasSize(1);
    }

    private void overflow(final Step step, final int frames) {
        try {
            descend(step, frames);
            throw new AssertionError("no overflow");
        } catch (final StackOverflowError e) {
            // At some place within a write, or between two.
        }
    }

    /** Frames of different sizes, so that the stack does not always end at the same place of a write. */
    private long descend(final Step step, final int frames) {
        step(step);
        return (frames & 1) == 0
                ? descend(step, frames >>> 1 | frames << 31) + 1
                : descendFar(step, frames >>> 1 | frames << 31, 1, 2, 3) + 1;
    }

    private long descendFar(final Step step, final int frames, final long one, final long two, final long three) {
        step(step);
        return descend(step, frames) + one + two + three;
    }

    private void step(final Step step) {
        final int mine = value++;
        bytes.putLong(0, mine);
        final long result = switch (step) {
            case BUFFER -> fixture.event().write(bytes, 0, 8 + mine % 50);
            case BLOCKS -> fixture.event().write(blocks);
            case CLAIM -> claimAndCommit(mine);
            case CLAIM_TWICE -> {
                // The first is forgotten: the second aborts it.
                fixture.event().tryClaim(claim, 16);
                yield claimAndCommit(mine);
            }
        };
        if (WriteResult.written(result) == SESSIONS) {
            written.set(mine);
        } else if (WriteResult.written(result) > 0) {
            partlyWritten++;
        }
    }

    private long claimAndCommit(final long mine) {
        if (!fixture.event().tryClaim(claim, 8)) {
            return claim.result();
        }
        claim.buffer().putLong(0, mine);
        return claim.commit();
    }

    @SuppressWarnings("InfiniteRecursion") // Until the stack is full.
    private void writeFirstAtTheEndOfTheStack() {
        try {
            writeFirstAtTheEndOfTheStack();
        } catch (final StackOverflowError e) {
            // Tries again with a little more room, until it is enough.
        }
        if (fixture.session(0).wanted() == 0) {
            fixture.event().write();
        }
    }

    private void takeAll() {
        for (int slot = 0; slot < SESSIONS; slot++) {
            fixture.session(slot).takeAll();
        }
    }

    private void assertWrites(final Step step) {
        for (int i = 0; i < 10; i++) {
            step(step);
            assertThat(written.get(value - 1)).as("the next event is recorded").isTrue();
        }
    }

    private void assertAccounted(final MemorySession session) {
        session.assertBalanced();
        final List<TakenEvent> events = session.takeAll();
        assertThat(events).extracting(TakenEvent::lane).as("no lane is lost").containsOnly(0);
        assertThat(events).extracting(TakenEvent::value).as("no event twice").doesNotHaveDuplicates();
        final BitSet taken = new BitSet();
        events.forEach(event -> taken.set((int) event.value()));
        taken.and(written);
        assertThat(taken).as("what was said to be written").isEqualTo(written);
        assertThat(session.lost(LossCause.ERROR)).isBetween(0L, (long) OVERFLOWS);
        assertThat(events.size() - written.cardinality()).as("written by a call that threw, or not in both sessions")
                .isBetween(0, OVERFLOWS + partlyWritten);
        assertThat(session.lost(LossCause.NO_LANE)).isZero();
    }

    private static void onSmallStack(final Runnable action) throws InterruptedException {
        final Throwable[] thrown = new Throwable[1];
        final Thread thread = new Thread(null, action, "small-stack", STACK_BYTES);
        thread.setUncaughtExceptionHandler((ended, e) -> thrown[0] = e);
        thread.start();
        thread.join();
        assertThat(thrown[0]).isNull();
    }
}
