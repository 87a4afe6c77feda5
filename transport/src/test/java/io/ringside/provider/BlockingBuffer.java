package io.ringside.provider;

import java.util.concurrent.CountDownLatch;
import org.agrona.concurrent.UnsafeBuffer;

/** A payload that holds its writer up when the lane asks for its memory. */
final class BlockingBuffer extends UnsafeBuffer {
    final CountDownLatch inside = new CountDownLatch(1);
    final CountDownLatch release = new CountDownLatch(1);
    private final boolean armed;

    BlockingBuffer() {
        super(new byte[8]);
        putLong(0, 42);
        armed = true;
    }

    @Override
    public byte[] byteArray() {
        if (armed) {
            inside.countDown();
            try {
                release.await();
            } catch (final InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return super.byteArray();
    }
}
