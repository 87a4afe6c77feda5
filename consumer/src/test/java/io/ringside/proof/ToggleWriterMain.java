package io.ringside.proof;

import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A writing process that compares every result with what the {@link Board} says before and after the call. Prints
 * {@code writing}, ends with the line {@code stop}, and prints {@code wrote} and what its calls have returned.
 */
final class ToggleWriterMain {
    private static final int CALLS_PER_PAUSE = 64;
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private ToggleWriterMain() {}

    public static void main(final String[] arguments) throws Exception {
        final Commands commands = Commands.read();
        final Path board = Path.of(arguments[1]);
        final int threads = Integer.parseInt(arguments[2]);
        final Figures sum = new Figures();
        final ExecutorService executor = Executors.newFixedThreadPool(threads);
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(Path.of(arguments[0]))
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)))) {
            final ProviderRegistration provider = ringside.register(ToggleEvents.schema());
            final List<Future<Figures>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                final Callable<Figures> writer = () -> write(provider.events(), Board.open(board), commands);
                all.add(executor.submit(writer));
            }
            Commands.say("writing");
            for (final Future<Figures> figures : all) {
                sum.add(figures.get());
            }
            Commands.say("wrote " + sum);
            commands.await("close");
        }
        executor.shutdown();
    }

    private static Figures write(final List<ProviderEvent> events, final Board board, final Commands commands) {
        final Figures figures = new Figures();
        for (long call = 0; !commands.isStopped(); call++) {
            final int event = (int) (call % events.size());
            final long first = board.read(0);
            final long second = board.read(1);
            final long result = events.get(event).write();
            final boolean known = first == board.read(0) && second == board.read(1)
                    && isKnown(event, 0, first) && isKnown(event, 1, second);
            final int expected = expected(event, 0, first) + expected(event, 1, second);
            if (known) {
                figures.add(expected == 0 ? "decidedOff" : "decidedOn", 1);
                if (WriteResult.wanted(result) != expected) {
                    figures.add("violations", 1);
                }
            }
            figures.add("wanted", WriteResult.wanted(result)).add("written", WriteResult.written(result));
            if (call % CALLS_PER_PAUSE == 0) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        return figures;
    }

    private static boolean isKnown(final int event, final int controller, final long word) {
        return !ToggleEvents.isWanted(event, controller) || Board.stateOf(word) != Board.State.CHANGING;
    }

    private static int expected(final int event, final int controller, final long word) {
        return ToggleEvents.isWanted(event, controller) && Board.stateOf(word) == Board.State.ON ? 1 : 0;
    }
}
