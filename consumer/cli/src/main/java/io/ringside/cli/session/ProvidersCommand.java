package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.ProviderSelector;
import io.ringside.cli.render.KnownDirectory;
import io.ringside.cli.render.NameTable;
import io.ringside.cli.render.ProviderLines;
import io.ringside.control.Controller;
import io.ringside.control.ProviderInfo;
import io.ringside.session.SessionInfo;
import io.ringside.text.PlainText;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside providers}: lists providers and the sessions that have enabled them. */
@Command(name = "providers", description = {
    "List the providers that processes have registered or sessions have enabled.",
    "With PROVIDER, show its documentation, its events, keywords and processes, the tables of names that these "
            + "publish, and the sessions that have enabled it."}, footer = {
                "",
                "Examples:",
                "  ringside providers",
                "  ringside providers Orders",
                "  ringside providers Orders --why submitted    # does my session want this event?"})
public final class ProvidersCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(arity = "0..1", paramLabel = "PROVIDER", description = {
        "Name or UUID of the provider; all providers if absent."})
    private @Nullable ProviderSelector provider;

    @Option(names = "--why", paramLabel = "EVENT", description = {
        "For each session, show whether it wants this event of PROVIDER, given by name or id, and which rule "
                + "decides (default: do not explain)."})
    private @Nullable String why;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public ProvidersCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (why != null && provider == null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "--why requires PROVIDER: event=" + why + ": see ringside providers --help");
        }
        try (Controller controller = context.openController()) {
            final ProviderSelector wanted = provider;
            final List<ProviderInfo> all = controller.providers();
            final List<ProviderInfo> found = wanted == null
                    ? all
                    : all.stream().filter(info -> wanted.matches(info.id(), info.name())).toList();
            if (wanted != null && found.isEmpty()) {
                final String suggestion = PlainText.suggestion(wanted.toString(),
                        all.stream().map(ProviderInfo::name).toList());
                throw new RingsideException(ErrorCode.NOT_FOUND, "no such provider: provider=" + wanted
                        + (suggestion.isEmpty() ? ": see " : suggestion + " See ") + "ringside providers for a list");
            }
            final String event = why;
            if (event != null) {
                Explanations.of(controller.sessions(), found, event).forEach(explanation -> context.console()
                        .print(context.isJson() ? explanation.json() : explanation.text()));
                return ExitCode.DONE;
            }
            final Map<Long, String> sessions = controller.sessions().stream()
                    .collect(Collectors.toMap(SessionInfo::id, SessionInfo::name));
            final ProviderLines rows = new ProviderLines(sessions, KnownDirectory.of(controller),
                    info -> NameTable.of(controller, info));
            if (context.isJson()) {
                found.forEach(info -> context.console().print(rows.json(info)));
            } else {
                (wanted == null ? rows.table(found) : rows.details(found)).forEach(context.console()::print);
            }
        }
        return ExitCode.DONE;
    }
}
