package io.ringside.internal.lane;

import io.ringside.internal.layout.LedgerDescriptor;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Memory of a lane whose nth access throws, before it has an effect or behind it. */
final class FaultyMemory {
    private int countdown;
    private boolean behind;
    private boolean isDue;
    private boolean hasThrown;

    /** Thrown in the middle of a write. */
    static final class Fault extends Error {
        private static final long serialVersionUID = 1;

        Fault() {
            super("thrown by a test", null, false, false);
        }
    }

    /** A lane over such memory. */
    MemoryLane newLane(final int laneBytes) {
        return new MemoryLane(new Memory(laneBytes), new Memory(LedgerDescriptor.LANE_LENGTH), new Checkpoint());
    }

    /**
     * Throw at an access.
     *
     * @param access from 1, counted from now; 0 for never
     * @param behind the access instead of before it
     */
    void throwAt(final int access, final boolean behind) {
        this.countdown = access;
        this.behind = behind;
        hasThrown = false;
    }

    /** Whether it has thrown since it was told to; never throws from now on. */
    boolean stop() {
        countdown = 0;
        return hasThrown;
    }

    private void before() {
        if (countdown > 0 && --countdown == 0) {
            isDue = true;
            if (!behind) {
                fail();
            }
        }
    }

    private void after() {
        if (isDue) {
            fail();
        }
    }

    private void fail() {
        isDue = false;
        hasThrown = true;
        throw new Fault();
    }

    /** Counts the accesses of a lane's writer. */
    private final class Memory extends UnsafeBuffer {
        Memory(final int length) {
            super(new byte[length]);
        }

        @Override
        public void putLong(final int index, final long value) {
            before();
            super.putLong(index, value);
            after();
        }

        @Override
        public void putInt(final int index, final int value) {
            before();
            super.putInt(index, value);
            after();
        }

        @Override
        public void putLongRelease(final int index, final long value) {
            before();
            super.putLongRelease(index, value);
            after();
        }

        @Override
        public void putBytes(final int index, final DirectBuffer source, final int offset, final int length) {
            before();
            super.putBytes(index, source, offset, length);
            after();
        }

        @Override
        public long getLong(final int index) {
            before();
            final long value = super.getLong(index);
            after();
            return value;
        }

        @Override
        public long getLongAcquire(final int index) {
            before();
            final long value = super.getLongAcquire(index);
            after();
            return value;
        }
    }
}
