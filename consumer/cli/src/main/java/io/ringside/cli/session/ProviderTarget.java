package io.ringside.cli.session;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.option.ProviderSelector;
import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.control.Outcome;
import io.ringside.control.ProviderInfo;
import io.ringside.session.Enablement;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The session and provider that a command is about, and the output of the result. Set before the command runs. */
final class ProviderTarget {
    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the session.")
    private String session = "";

    @Parameters(index = "1", paramLabel = "PROVIDER", description = {
        "Name or UUID of the provider."})
    private ProviderSelector provider = ProviderSelector.NONE;

    @Option(names = "--timeout", paramLabel = "D", description = {
        "How long to wait for the provider's processes and their callbacks; 0 does not wait (default: 2s)."})
    private Duration timeout = Controller.ENABLE_TIMEOUT;

    String session() {
        return session;
    }

    /** Returns the provider as typed. */
    ProviderSelector provider() {
        return provider;
    }

    Duration timeout() {
        return timeout;
    }

    /** Finds the provider in the directory. */
    KnownProvider find(final Controller controller) {
        return KnownProvider.find(controller, provider);
    }

    /**
     * Reports the result of a request.
     *
     * @param what    state of the provider after the request, for people
     * @param details adds members to the JSON, besides the answers
     */
    static void report(final CommandContext context, final KnownProvider known, final String what,
            final Outcome.Answers result, final Consumer<JsonRow> details) {
        if (context.isJson()) {
            final JsonRow row = new JsonRow().put("provider", known.name()).put("id", known.id());
            details.accept(row);
            context.console().print(AckReport.put(row, result).end());
        } else {
            context.console().printPlain("provider " + known.name() + " is " + what + ": " + AckReport.text(result));
        }
        AckReport.warn(context, result);
    }

    /** Reports which processes have not followed a request. Stateless. */
    static final class AckReport {
        private AckReport() {}

        static void warn(final CommandContext context, final Outcome.Answers result) {
            if (!result.timedOut().isEmpty()) {
                context.console().tell("some processes have not answered yet: timedOut=" + result.timedOut()
                        + ": the change takes effect when they do");
            }
            if (!result.refused().isEmpty()) {
                context.console()
                        .tell("some processes cannot attach, and their events are lost as notAttached: refused="
                                + result.refused() + ": free memory, or start the session with smaller or fewer lanes");
            }
        }

        static JsonRow put(final JsonRow row, final Outcome.Answers result) {
            return row.put("acknowledged", result.acknowledged()).put("timedOut", result.timedOut().size())
                    .put("refused", result.refused().size());
        }

        static String text(final Outcome.Answers result) {
            return result.acknowledged() + (result.acknowledged() == 1 ? " process" : " processes") + " acknowledged, "
                    + result.timedOut().size() + " timed out";
        }
    }

    /**
     * A provider as typed, with the directory's information about it. Immutable.
     *
     * @param selector as typed
     * @param info     information of the directory, if the provider is known there
     */
    record KnownProvider(ProviderSelector selector, Optional<ProviderInfo> info) {
        /** Finds a provider by its id, or by a name, even if its id is not the one derived from the name. */
        static KnownProvider find(final Controller controller, final ProviderSelector selector) {
            if (selector.isPattern()) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "this takes one provider, not a wildcard: "
                        + "provider=" + selector + ": give the provider's full name, see ringside providers");
            }
            return find(controller.providers(), selector);
        }

        /** Finds a provider among listed ones. */
        static KnownProvider find(final List<ProviderInfo> known, final ProviderSelector selector) {
            final String name = selector.name();
            return new KnownProvider(selector, name == null
                    ? known.stream().filter(provider -> provider.id().equals(selector.id())).findFirst()
                    : Optional.ofNullable(ProviderInfo.find(known, name)));
        }

        /** Returns an enable request for the provider, with its name as typed. */
        EnableRequest request(final Enablement enablement) {
            final EnableRequest request = EnableRequest.of(id(), enablement);
            final String name = selector.name();
            return name == null ? request : request.named(name);
        }

        UUID id() {
            return info.map(ProviderInfo::id).orElse(selector.id());
        }

        /** Returns a hint that no process has registered the provider, and a similar name; empty if one has. */
        String hint(final Controller controller) {
            return info.filter(provider -> !provider.schemas().isEmpty()).isPresent()
                    ? ""
                    : ", no process has registered it yet" + PlainText.suggestion(selector.toString(),
                            controller.providers().stream().filter(provider -> !provider.id().equals(id()))
                                    .map(ProviderInfo::name).toList());
        }

        String name() {
            return info.map(ProviderInfo::name).orElse(selector.toString());
        }
    }
}
