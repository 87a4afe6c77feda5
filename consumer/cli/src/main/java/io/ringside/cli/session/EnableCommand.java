package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.ProviderSelector;
import io.ringside.cli.render.KnownDirectory;
import io.ringside.cli.render.SessionLines;
import io.ringside.cli.session.EnablementOptions.Target;
import io.ringside.cli.session.ProviderTarget.AckReport;
import io.ringside.cli.session.ProviderTarget.KnownProvider;
import io.ringside.control.Controller;
import io.ringside.control.Outcome;
import io.ringside.control.ProviderInfo;
import io.ringside.filter.EnablementFilters;
import io.ringside.session.EnablementInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside enable}: enables providers in a session. */
@Command(name = "enable", description = {
    "Enable providers in a session, or change how they are enabled.",
    "Each call replaces the previous level, keywords, properties and filters. An event must pass all of them. "
            + "A provider that is named does not have to be registered yet."}, footer = {
                "",
                "Examples:",
                "  ringside enable trading Orders",
                "  ringside enable trading Orders --level warning",
                "  ringside enable trading Orders --any orders,risk",
                "  ringside enable trading Orders --any 0x6 --all 0x2",
                "  ringside enable trading Orders --event submitted --payload 'price > 100'",
                "  ringside enable trading Orders --sample 1/100 --sample-by orderId",
                "  ringside enable trading Orders --limit 1000/s",
                "  ringside enable trading Risk 'Orders*' --level warning",
                "  ringside enable trading --profile night"})
public final class EnableCommand implements Callable<Integer> {
    private static final int NAMES_SHOWN_MAX = 20;

    private final CommandContext context;

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the session.")
    private String session = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "PROVIDER", description = {
        "Names or UUIDs of providers. An asterisk after the first character matches any characters, as in Orders*, and "
                + "an asterisk alone matches all names; this enables the matching providers that are registered now."})
    private List<ProviderSelector> providers = new ArrayList<>();

    @Option(names = "--timeout", paramLabel = "D", description = {
        "How long to wait for the processes of all providers and their callbacks; 0 does not wait (default: 2s)."})
    private Duration timeout = Controller.ENABLE_TIMEOUT;

    @Mixin
    private EnablementOptions options = new EnablementOptions();

    @Option(names = "--capture-state", description = "Also ask the provider to log its current state.")
    private boolean captureState;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public EnableCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        options.check(providers);
        try (Controller controller = context.openController()) {
            final Map<Target, Outcome.Answers> done = new LinkedHashMap<>();
            try {
                final long deadlineNs = System.nanoTime() + timeout.toNanos();
                for (final Target target : targets(controller)) {
                    target.report(context);
                    done.put(target, enable(controller, target, deadlineNs));
                }
            } finally {
                // Providers that are already enabled stay enabled, even if another one cannot be.
                report(controller, done);
            }
        }
        return ExitCode.DONE;
    }

    private List<Target> targets(final Controller controller) {
        final List<ProviderInfo> known = controller.providers();
        final List<ProviderSelector> unmatched = options.unmatched(known, providers);
        if (!unmatched.isEmpty()) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "no registered provider matches: provider="
                    + unmatched.get(0) + ", registered=" + known.stream().filter(info -> !info.schemas().isEmpty())
                            .map(ProviderInfo::name).limit(NAMES_SHOWN_MAX).toList()
                    + ": start its process first, or give the provider's full name");
        }
        return options.targets(known, providers);
    }

    private Outcome.Answers enable(final Controller controller, final Target target, final long deadlineNs) {
        final Outcome.Answers result = controller.enable(session, target.request(),
                Duration.ofNanos(leftNs(deadlineNs)));
        if (captureState) {
            AckReport.warn(context, controller.captureState(session, target.provider().id(),
                    target.request().enablement(), Duration.ofNanos(leftNs(deadlineNs))));
        }
        return result;
    }

    /**
     * Returns the time left of the timeout, which covers all requests together. Never 0 with a timeout, so that answers
     * that have already arrived still count after it has elapsed.
     */
    private long leftNs(final long deadlineNs) {
        return timeout.isZero() ? 0 : Math.max(1, deadlineNs - System.nanoTime());
    }

    /** Reports the enablements that the directory has now: processes were found by their pids when it was written. */
    private void report(final Controller controller, final Map<Target, Outcome.Answers> done) {
        if (done.isEmpty()) {
            return;
        }
        final KnownDirectory known = KnownDirectory.of(controller);
        final List<EnablementInfo> stored = controller.enablements(session);
        done.forEach((target, result) -> report(controller, target.provider(), stored.stream()
                .filter(row -> row.providerId().equals(target.provider().id())).findFirst()
                .orElseThrow(() -> new RingsideException(ErrorCode.NOT_FOUND,
                        "another process has disabled the provider: session=" + session + ", provider="
                                + target.provider().name() + ": enable it again")),
                known, result));
    }

    private void report(final Controller controller, final KnownProvider provider, final EnablementInfo stored,
            final KnownDirectory known, final Outcome.Answers result) {
        known.misfits(stored)
                .forEach(misfit -> context.console().tell("filter matches no registered event: " + misfit));
        final EnablementFilters stands = stored.enablement().filters();
        final boolean namesFields = !stands.payloads().isEmpty()
                || (stands.rate() != null && stands.rate().sampleBy() != null);
        if (known.events(provider.id()).isEmpty() && namesFields) {
            context.console()
                    .tell("conditions were not checked, because no process has registered the provider yet: provider="
                            + provider.name() + ": run ringside query " + session + " when one has");
        }
        final Set<UUID> processes = stored.enablement().filters().processes().processes();
        final Set<Long> missing = known.without(options.pidsNow(), processes == null ? Set.of() : processes);
        if (processes != null && !missing.isEmpty()) {
            context.console().tell("no process with these ids uses the trace directory: "
                    + "pidsNow=" + missing + ": enable the provider again after they have registered, or use --pid");
        }
        ProviderTarget.report(context, provider, "enabled (" + SessionLines.how(stored, known) + ")"
                + provider.hint(controller), result, row -> SessionLines.putEnablement(row, stored, known));
    }
}
