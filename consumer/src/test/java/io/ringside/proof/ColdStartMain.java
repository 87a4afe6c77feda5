package io.ringside.proof;

import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Registers and writes its first event in its static initialiser, in a JVM that has done nothing before. It waits for
 * registering as long as that takes: on a busy machine this can be longer than the default. Prints {@code first} with
 * figures, and ends with the line {@code close}.
 */
final class ColdStartMain {
    static final String DIRECTORY_PROPERTY = "ringside.proof.directory";
    static final String PROCESS_PROPERTY = "ringside.proof.process";

    private static final Ringside RINGSIDE;
    private static final Figures FIRST = new Figures();

    static {
        final long beginNs = System.nanoTime();
        RINGSIDE = Ringside.connect(
                new RingsideContext().directory(Path.of(System.getProperty(DIRECTORY_PROPERTY)))
                        .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)));
        final long connectedNs = System.nanoTime();
        final ProviderRegistration provider = RINGSIDE.register(Numbers.schema());
        final long registeredNs = System.nanoTime();
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Numbers.length(0)]);
        Numbers.encode(payload, 0, Integer.getInteger(PROCESS_PROPERTY), 0, 0);
        final long result = provider.event("coarse").write(payload, 0, payload.capacity());
        FIRST.add("connectUs", TimeUnit.NANOSECONDS.toMicros(connectedNs - beginNs))
                .add("registerUs", TimeUnit.NANOSECONDS.toMicros(registeredNs - connectedNs))
                .add("active", provider.status() == ProviderRegistration.Status.ACTIVE ? 1 : 0)
                .add("written", WriteResult.written(result));
    }

    private ColdStartMain() {}

    public static void main(final String[] arguments) throws InterruptedException {
        final Commands commands = Commands.read();
        Commands.say("first " + FIRST);
        commands.await("close");
        RINGSIDE.close();
    }
}
