package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.Arguments;
import io.ringside.cli.option.KeywordMask;
import io.ringside.cli.session.ProviderTarget.AckReport;
import io.ringside.cli.session.ProviderTarget.KnownProvider;
import io.ringside.control.AckResult;
import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.control.ProviderInfo;
import io.ringside.event.Level;
import io.ringside.internal.registry.EnablementRow;
import io.ringside.internal.registry.RowSnapshot;
import io.ringside.internal.render.KnownDirectory;
import io.ringside.internal.render.SessionLines;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.EnablementInfo;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ringside enable}: lets a session want events of a provider. */
@Command(name = "enable", description = {
    "Enable a provider in a session, or change how it is enabled.",
    "Each call replaces the previous level, keywords, properties and filters. An event must pass all of them. "
            + "The provider does not have to be registered yet."}, footer = {
                "",
                "Examples:",
                "  ringside enable trading Orders",
                "  ringside enable trading Orders --level warning",
                "  ringside enable trading Orders --any orders,risk",
                "  ringside enable trading Orders --any 0x6 --all 0x2",
                "  ringside enable trading Orders --event submitted --payload 'price > 100'"})
public final class EnableCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private ProviderTarget target = new ProviderTarget();

    @Option(names = "--level", paramLabel = "LEVEL", converter = Arguments.EventLevel.class, description = {
        "Least severe level to record: critical, error, warning, information, verbose, or 0 to 255 (default: 255, "
                + "all levels)."})
    private int level = Level.MAX;

    @Option(names = "--any", paramLabel = "MASK", description = {
        "Match-any keyword mask: an event needs at least one of these keywords, given as 0x6 or as names (default: "
                + "0, all events)."})
    private KeywordMask any = KeywordMask.NONE;

    @Option(names = "--all", paramLabel = "MASK", description = {
        "Match-all keyword mask: an event needs all of these keywords; ignored without --any (default: 0)."})
    private KeywordMask all = KeywordMask.NONE;

    @Option(names = "--source-id", paramLabel = "UUID", description = {
        "UUID that identifies the caller to the provider's callbacks (default: all zeros)."})
    private UUID sourceId = EnablementInfo.NULL_SOURCE_ID;

    @Mixin
    private FilterOptions filters = new FilterOptions();

    @Option(names = "--capture-state", description = "Also ask the provider to log its current state.")
    private boolean captureState;

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public EnableCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        filters.check();
        try (ControlConnection connection = ControlConnection.open(context)) {
            final KnownProvider known = target.find(connection.controller());
            final List<ProviderSchema> schemas = known.info().map(ProviderInfo::schemas).orElse(List.of());
            final Enablement enablement = Enablement.of(level, any.resolve(schemas), all.resolve(schemas),
                    filters.properties(), filters.filters());
            requirePossible(enablement, schemas);
            final AckResult result = enable(connection.controller(), known, enablement);
            report(connection, known, result);
        }
        return ExitCode.DONE;
    }

    /** A condition that no event of the provider could meet would let everything pass. */
    private static void requirePossible(final Enablement enablement, final List<ProviderSchema> schemas) {
        final List<String> impossible = enablement.filters()
                .impossible(schemas.stream().flatMap(schema -> schema.events().stream()).toList());
        if (!impossible.isEmpty()) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, String.join("; ", impossible)
                    + ": see ringside providers PROVIDER for its events and fields");
        }
    }

    /** What the directory says now: processes were looked up by their pids when it was written. */
    private void report(final ControlConnection connection, final KnownProvider provider, final AckResult result) {
        final RowSnapshot rows = connection.registry().rows().snapshot();
        final long sessionId = rows.requireSession(target.session()).id();
        final EnablementRow stored = rows.enablementsOf(sessionId).stream()
                .filter(row -> row.providerId().equals(provider.id())).findFirst()
                .orElseThrow(() -> new RingsideException(ErrorCode.NOT_FOUND,
                        "another process has disabled the provider: "
                                + "session=" + target.session() + ", provider=" + provider.name()
                                + ": enable it again"));
        final KnownDirectory known = connection.known();
        known.misfits(stored)
                .forEach(misfit -> context.console().tell("filter matches no registered event: " + misfit));
        if (known.events(provider.id()).isEmpty() && !stored.enablement().filters().payloads().isEmpty()) {
            context.console()
                    .tell("conditions were not checked, because no process has registered the provider yet: provider="
                            + provider.name() + ": run ringside query " + target.session() + " when one has");
        }
        final Set<UUID> processes = stored.enablement().filters().processes().processes();
        final Set<Long> missing = known.without(filters.pidsNow(), processes == null ? Set.of() : processes);
        if (!missing.isEmpty()) {
            context.console().tell("no process with these ids uses the trace directory: "
                    + "pidsNow=" + missing + ": enable the provider again after they have registered, or use --pid");
        }
        ProviderTarget.report(context, provider, "enabled (" + SessionLines.how(stored, known) + ")"
                + provider.hint(connection.controller()), result,
                row -> SessionLines.putEnablement(row, stored, known));
    }

    private AckResult enable(final Controller controller, final KnownProvider known, final Enablement enablement) {
        final EnableRequest request = known.request(enablement).from(sourceId);
        final List<Long> pidsNow = filters.pidsNow();
        final AckResult result = controller.enable(target.session(),
                pidsNow.isEmpty() ? request : request.withPidsNow(pidsNow),
                target.timeoutNs());
        if (captureState) {
            AckReport.warn(context,
                    controller.captureState(target.session(), known.id(), enablement, target.timeoutNs()));
        }
        return result;
    }
}
