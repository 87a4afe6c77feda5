package io.ringside.internal.write;

import io.ringside.schema.PayloadWriter;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import io.ringside.write.generated.TypedWrite;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A process whose first write, or typed event, comes where the stack is full; prints what a later one comes to. */
final class FirstWriteMain {
    private static final String TEXT = "long".repeat(100);

    private final WriteFixture fixture = WriteFixture.withSessions(1);
    private final ProviderEvent event = fixture.event();
    private final boolean isTyped;
    private boolean hasWritten;
    private int attempts;

    private FirstWriteMain(final boolean isTyped) {
        this.isTyped = isTyped;
    }

    public static void main(final String[] arguments) throws InterruptedException {
        final FirstWriteMain main = new FirstWriteMain(arguments.length > 0);
        // Loaded, and not initialised, as by the check of a class that names it.
        final Thread thread = new Thread(null, main::run, WritingThread.class.getSimpleName(), 256 * 1024);
        thread.start();
        thread.join();
    }

    private void run() {
        descend();
        final WriteResult.Status status = WriteResult.status(write());
        new PrintStream(System.out, true, StandardCharsets.UTF_8)
                .println(status + (attempts > 1 ? " after overflows" : ""));
    }

    /** Writes at the first place from the end of the stack where there is room. */
    @SuppressWarnings("InfiniteRecursion") // Until the stack is full.
    private void descend() {
        try {
            descend();
        } catch (final StackOverflowError e) {
            // Here is a little more room than where it was thrown.
        }
        if (!hasWritten) {
            attempts++;
            write();
            hasWritten = true;
        }
    }

    private long write() {
        return isTyped ? writeTyped() : event.write();
    }

    /** As generated classes do. */
    private long writeTyped() {
        final TypedWrite write = TypedWrite.of(event);
        try {
            write.tryRoom(PayloadWriter.stringLengthMax(TEXT));
            write.payload(0).putString(TEXT);
            return write.commit();
        } finally {
            write.end();
        }
    }
}
