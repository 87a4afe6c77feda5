package io.ringside.cli.counters;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.control.Controller;
import io.ringside.reader.counter.CounterQuery;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ringside counters}: the parent of the commands about counters. */
@Command(name = CountersCommand.NAME, description = {
    "List, print, watch, measure or resample performance counters.",
    "PATH is [\\\\machine]\\set(instance)\\counter, without (instance) for a set that has no named instances.",
    "In every part, * matches any characters and ? matches one; case does not matter.",
    "If several instances have one name, the oldest is name, the next is name#1, and so on."}, footer = {
        "",
        "Examples:",
        "  ringside counters list",
        "  ringside counters query \"Geometric Waves(*)\\*\"",
        "  ringside counters watch \"*(*)\\*\""})
public final class CountersCommand implements Callable<Integer> {
    public static final String NAME = "counters";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    @SuppressWarnings("UnusedVariable")
    public CountersCommand(final CommandContext context) {
        // The context is used by the subcommands only.
    }

    /**
     * Returns the subcommands.
     *
     * @param context environment of the command
     */
    public static List<CommandLine> actions(final CommandContext context) {
        return List.of(new CommandLine(new CountersListCommand(context)),
                new CommandLine(new CountersQueryCommand(context)), new CommandLine(new CountersWatchCommand(context)),
                new CommandLine(new CountersMeasureCommand(context)),
                new CommandLine(new CountersResampleCommand(context)));
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(),
                "subcommand is missing: expected list, query, watch, measure or resample");
    }

    /** The option for how long to wait for providers that supply counters on request. */
    static final class ProviderWait {
        @Option(names = "--timeout", paramLabel = "D", description = {
            "How long to wait for providers that supply counters on request (default: 1s)."})
        private Duration timeout = Duration.ofSeconds(1);

        /** Opens a query of the controller's trace directory. */
        CounterQuery open(final Controller controller) {
            return CounterQuery.open(controller).timeoutNs(timeout.toNanos());
        }
    }

    /** Interval and number of readings of counters. Stateless. */
    static final class SamplingInterval {
        private static final Duration MIN = Duration.ofMillis(10);

        private SamplingInterval() {}

        static void check(final Duration interval, final long samples, final long minSamples) {
            if (samples < minSamples) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                        "option is out of range: option=--samples, value="
                                + samples + ", min=" + minSamples + ": see ringside counters --help");
            }
            if (interval.compareTo(MIN) < 0) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                        "option is out of range: option=--interval, valueMs="
                                + interval.toMillis() + ", minMs=" + MIN.toMillis() + ": see ringside counters --help");
            }
        }
    }
}
