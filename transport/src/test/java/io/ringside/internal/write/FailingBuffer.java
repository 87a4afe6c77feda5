package io.ringside.internal.write;

import org.agrona.concurrent.UnsafeBuffer;

/** A payload whose memory cannot always be had: does something, such as throw, when it is asked for the nth time. */
final class FailingBuffer extends UnsafeBuffer {
    private final Runnable action;
    private int countdown;

    FailingBuffer(final int length, final Runnable action) {
        super(new byte[length]);
        this.action = action;
    }

    /** A buffer that throws. */
    static FailingBuffer throwing(final int length, final Error error) {
        return new FailingBuffer(length, () -> {
            throw error;
        });
    }

    /** From now on, do it when asked for the nth time, from 1; 0 for never. */
    FailingBuffer at(final int call) {
        countdown = call;
        return this;
    }

    @Override
    public int capacity() {
        asked();
        return super.capacity();
    }

    @Override
    public void boundsCheck(final int index, final int length) {
        asked();
        super.boundsCheck(index, length);
    }

    @Override
    public byte[] byteArray() {
        asked();
        return super.byteArray();
    }

    @Override
    public long addressOffset() {
        asked();
        return super.addressOffset();
    }

    private void asked() {
        if (countdown > 0 && --countdown == 0) {
            action.run();
        }
    }
}
