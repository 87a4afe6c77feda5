package io.ringside.proof;

import io.ringside.internal.files.MappedFault;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A process that writes while its files are cut under it. Prints {@code writing} when it has begun. After the line
 * {@code stop} it prints {@code wrote} with figures: calls, how many of them said that they wrote, and errors that the
 * JVM threw because of the file, at a call or behind it.
 */
final class CutWriterMain {
    static final int PROCESS = 2;
    private static final int FIRST_CALLS = 1_000;
    private static final long PACE_NS = TimeUnit.MICROSECONDS.toNanos(20);

    private final Commands commands;
    private final ProviderEvent event;
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[Numbers.length(0)]);
    private long calls;
    private long written;
    private long faults;

    private CutWriterMain(final Commands commands, final ProviderEvent event) {
        this.commands = commands;
        this.event = event;
        Numbers.encode(payload, 0, PROCESS, 0, 0);
    }

    public static void main(final String[] arguments) {
        final Commands commands = Commands.read();
        final Ringside ringside = Ringside.connect(new RingsideContext().directory(Path.of(arguments[0]))
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)));
        final CutWriterMain main = new CutWriterMain(commands, ringside.register(Numbers.schema()).event("coarse"));
        while (!commands.isStopped()) {
            main.write();
        }
        Commands.say("wrote calls=" + main.calls + " written=" + main.written + " faults=" + main.faults);
        ringside.close();
        Commands.say("left");
    }

    private void write() {
        try {
            while (!commands.isStopped()) {
                written += WriteResult.written(event.write(payload, 0, payload.capacity()));
                if (++calls == FIRST_CALLS) {
                    Commands.say("writing");
                }
                if (calls > FIRST_CALLS) {
                    LockSupport.parkNanos(PACE_NS);
                }
            }
            MappedFault.settle();
        } catch (final InternalError e) {
            MappedFault.require(e);
            faults++;
        }
    }
}
