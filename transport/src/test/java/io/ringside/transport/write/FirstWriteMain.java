package io.ringside.transport.write;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A process whose first write comes where the stack is full; prints what a later one comes to. */
final class FirstWriteMain {
    private final WriteFixture fixture = WriteFixture.withSessions(1);
    private final TraceEvent event = fixture.event();
    private boolean hasWritten;
    private int attempts;

    private FirstWriteMain() {}

    public static void main(final String[] arguments) throws InterruptedException {
        final FirstWriteMain main = new FirstWriteMain();
        // Loaded, and not initialised, as by the check of a class that names it.
        final Thread thread = new Thread(null, main::run, ThreadWriter.class.getSimpleName(), 256 * 1024);
        thread.start();
        thread.join();
    }

    private void run() {
        descend();
        final WriteStatus status = WriteResult.status(fixture.event().write());
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
            event.write();
            hasWritten = true;
        }
    }
}
