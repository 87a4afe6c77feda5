package io.ringside.proof;

import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.write.ProviderEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A writing process of a proof of cost. Its threads take their lanes, others have all code compiled, then each thread
 * goes through its windows, one thread after the other. Prints a {@link MeasuredWindow} for each, {@code later} when
 * it wants its last session, which the line {@code go} says to stand, and {@code done}. Ends with the line
 * {@code close}, or with its parent.
 */
final class WriterCostMain {
    /** Of each way to write: the events of one are of a provider that registers late. */
    static final int THREADS = 2;
    /** Windows of laps in a lane that a thread has written before. */
    static final int STEADY_WINDOWS = 2;

    /** Together far more than the JVM wants to see of a method before it compiles it. */
    private static final int ROUNDS = 5;
    private static final int TIMES = 100;
    private static final int REHEARSED_EVENTS = 5;
    private static final int REHEARSED_GAPS = 10;
    private static final int REHEARSED_WINDOWS = 30;
    /** Threads that take a lane and end, which is a path of its own. */
    private static final int SHORT_THREADS = 80;
    private static final int REHEARSED_CHANGES = 100;

    private final Ringside ringside;
    private final ProviderEvent drained;
    private final ProviderEvent full;
    private final ProviderEvent later;
    private final List<CostThread> threads = new ArrayList<>();
    private long windows;

    private WriterCostMain(final Ringside ringside, final ProviderRegistration provider) {
        this.ringside = ringside;
        drained = provider.event("drained");
        full = provider.event("full");
        later = provider.event("later");
    }

    public static void main(final String[] arguments) throws InterruptedException {
        final Commands commands = Commands.read();
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(Path.of(arguments[0]))
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)))) {
            final WriterCostMain main = new WriterCostMain(ringside, ringside.register(CostEvents.schema()));
            main.startThreads();
            main.rehearse();
            main.measure();
            final ProviderRegistration provider = ringside.register(CostEvents.laterSchema());
            Commands.say("later");
            commands.await("go");
            main.measureLater(provider.event("later"));
            Commands.say("done");
            commands.await("close");
        }
    }

    /** First of all: their lanes have had no other owner. */
    private void startThreads() {
        for (final CostWriter.Way way : CostWriter.Way.values()) {
            for (int i = 0; i < THREADS; i++) {
                threads.add(new CostThread(ringside, way));
            }
        }
    }

    private void rehearse() throws InterruptedException {
        final List<CostThread> rehearsing = new ArrayList<>();
        for (final CostWriter.Way way : CostWriter.Way.values()) {
            rehearsing.add(new CostThread(ringside, way));
        }
        for (int i = 0; i < SHORT_THREADS; i++) {
            final Thread thread = new Thread(this::writeOnce);
            thread.start();
            thread.join();
        }
        for (int i = 0; i < ROUNDS; i++) {
            for (final CostThread thread : rehearsing) {
                thread.rehearse(drained, CostEvents.PAYLOAD_LENGTH, REHEARSED_EVENTS, Integer.MAX_VALUE, TIMES);
                thread.rehearse(drained, CostEvents.PAYLOAD_LENGTH, CostKind.STEADY.events(), Integer.MAX_VALUE, 1);
                thread.rehearseGaps(drained, CostEvents.PAYLOAD_LENGTH, REHEARSED_GAPS);
                thread.rehearse(full, CostEvents.PAYLOAD_LENGTH, Integer.MAX_VALUE, 1, TIMES);
                thread.rehearse(full, CostEvents.TOO_LARGE_LENGTH, Integer.MAX_VALUE, 1, TIMES);
            }
        }
        // From one session to another and back: each time the thread has to find its lane there.
        for (int i = 0; i < REHEARSED_CHANGES; i++) {
            for (final CostThread thread : rehearsing) {
                thread.rehearse(drained, CostEvents.PAYLOAD_LENGTH, 1, Integer.MAX_VALUE, 1);
                thread.rehearse(full, CostEvents.PAYLOAD_LENGTH, Integer.MAX_VALUE, 1, 1);
            }
        }
        for (int i = 0; i < REHEARSED_WINDOWS; i++) {
            for (final CostThread thread : rehearsing) {
                thread.measure(windows++, drained, CostEvents.PAYLOAD_LENGTH, REHEARSED_EVENTS, Integer.MAX_VALUE);
            }
        }
        rehearsing.forEach(CostThread::end);
    }

    private void writeOnce() {
        drained.write();
        full.write();
    }

    private void measure() {
        for (final CostThread thread : threads) {
            measure(thread, drained, CostKind.FIRST_LAP);
            for (int i = 0; i < STEADY_WINDOWS; i++) {
                measure(thread, drained, CostKind.STEADY);
            }
        }
    }

    private void measureLater(final ProviderEvent ofLaterProvider) {
        for (int i = 0; i < threads.size(); i++) {
            final ProviderEvent event = i % THREADS == 0 ? later : ofLaterProvider;
            measure(threads.get(i), event, CostKind.LATER_LAP);
            measure(threads.get(i), event, CostKind.FULL);
            measure(threads.get(i), event, CostKind.TOO_LARGE);
        }
    }

    private void measure(final CostThread thread, final ProviderEvent event, final CostKind kind) {
        Commands.say(thread.measure(windows++, event, kind).toString());
    }
}
