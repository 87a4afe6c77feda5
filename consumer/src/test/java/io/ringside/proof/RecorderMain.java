package io.ringside.proof;

import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * A recording process. Prints {@code draining} when it holds the session, and {@code ended} when the session has ended
 * and everything is recorded. Ends with the line {@code close}, or with its parent.
 */
final class RecorderMain {
    private static final long MAX_PARK_NS = TimeUnit.MICROSECONDS.toNanos(200);

    private RecorderMain() {}

    public static void main(final String[] arguments) {
        final Commands commands = Commands.read();
        final RecorderContext.Mode mode = RecorderContext.Mode.valueOf(arguments[3]);
        final RecorderContext context = new RecorderContext(arguments[1], Path.of(arguments[2]))
                .directory(Path.of(arguments[0]))
                .roll(RecorderContext.RollInterval.SECONDLY)
                .mode(mode)
                .maxBytes(switch (mode) {
                    case NEWFILE -> 1 << 20;
                    case CIRCULAR -> 4 << 20;
                    default -> 0;
                })
                .flushIntervalNs(TimeUnit.MILLISECONDS.toNanos(5))
                .checkpointIntervalNs(TimeUnit.MILLISECONDS.toNanos(50))
                .lockTimeoutNs(TimeUnit.SECONDS.toNanos(20))
                .errorHandler(error -> Commands.say("error " + error));
        try (Recorder recorder = Recorder.open(context)) {
            Commands.say("draining");
            final IdleStrategy idle = new BackoffIdleStrategy(10, 10, 1_000, MAX_PARK_NS);
            while (!recorder.hasEnded() && commands.poll() == null) {
                idle.idle(recorder.doWork());
            }
            Commands.say(recorder.hasEnded() ? "ended" : "closed");
        }
    }
}
