package io.ringside.internal.write;

import io.ringside.event.DataDescriptors;
import io.ringside.write.EventClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.agrona.concurrent.UnsafeBuffer;

/** A thread that writes when it is told to, and its open claims. */
final class ModelWriter {
    static final int MAX_LENGTH = 70_000;
    /** Of 9 to 16 bytes: {@link ModelLane} counts on that. */
    private static final String NAME = "model writer";

    final List<OpenClaim> claims = new ArrayList<>();
    private final ExecutorService executor = Executors.newSingleThreadExecutor(
            task -> new Thread(task, NAME));
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[MAX_LENGTH]);
    private final DataDescriptors blocks = new DataDescriptors();
    private final DeclaredEvent event;
    private final WritingThread writer;
    private final long threadId;

    /**
     * A claim that is open.
     *
     * @param claim  itself
     * @param lane   in which it is
     * @param value  of its event
     * @param length of its payload
     */
    record OpenClaim(EventClaim claim, ModelLane lane, long value, int length) {}

    ModelWriter(final WriteFixture fixture) {
        event = fixture.event();
        writer = call(fixture::writer);
        threadId = call(() -> Thread.currentThread().getId());
    }

    long threadId() {
        return threadId;
    }

    WritingThread writer() {
        return writer;
    }

    /** Write in one of several ways. */
    long write(final long value, final int length, final int way) {
        bytes.putLong(0, value);
        bytes.setMemory(Long.BYTES, length - Long.BYTES, (byte) value);
        return call(() -> switch (way) {
            case 0 -> event.write(bytes, 0, length);
            case 1 -> event.write(blocks.reset().add(bytes, 0, 5).add(bytes, 5, length - 5));
            default -> event.write(bytes, 0, length);
        });
    }

    /** Claim, and fill what is claimed. */
    boolean tryClaim(final EventClaim claim, final long value, final int length) {
        return call(() -> {
            final boolean isOpen = event.tryClaim(claim, length);
            if (isOpen) {
                claim.buffer().putLong(0, value);
                claim.buffer().setMemory(Long.BYTES, length - Long.BYTES, (byte) value);
            }
            return isOpen;
        });
    }

    long commit(final EventClaim claim) {
        return call(claim::commit);
    }

    void abort(final EventClaim claim) {
        call(() -> {
            claim.abort();
            return claim;
        });
    }

    /** End the thread. */
    void end() {
        final Thread thread = call(Thread::currentThread);
        executor.shutdown();
        try {
            thread.join();
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private <T> T call(final Callable<T> action) {
        try {
            return executor.submit(action).get();
        } catch (final InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
