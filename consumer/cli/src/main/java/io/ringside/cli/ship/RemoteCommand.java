package io.ringside.cli.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.render.TextTable;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.ship.RemoteControl;
import io.ringside.internal.ship.RemoteRequest;
import io.ringside.internal.ship.ShipCarrier;
import io.ringside.internal.ship.ShipContext;
import io.ringside.internal.ship.ShipMessages;
import io.ringside.internal.ship.ShipStatus;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside remote}: a command on the hosts that ship. */
@Command(name = RemoteCommand.NAME, description = {
    "Run enable, disable or snapshot on the hosts that ship to a topic.",
    "Each 'ringside ship' with --allow-control runs the command on its host as if it were typed there, and answers; "
            + "others refuse it. A request is run once at most, by those that are running when it is sent, and not "
            + "if it is older than a minute. Hosts whose last position is at most a minute old, and whose recordings "
            + "have not ended, are waited for. A snapshot is made beside the recording that is shipped; --to gives "
            + "its name. Options of this command come before ADDRESS.",
    "Libraries must be beside ringside.jar: kafka-clients-4.3.1.jar for kafka://, and aeron-client-1.51.0.jar, "
            + "aeron-driver-1.51.0.jar and aeron-archive-1.51.0.jar for aeron://."}, exitCodeList = {
                "0:all hosts have run the command",
                "1:a host has refused it, has failed, or is silent; or no host is known"}, footer = {
                    "",
                    "Examples:",
                    "  ringside remote kafka://broker:9092/trading enable trading Orders --level warning",
                    "  ringside remote --host web1 kafka://broker:9092/trading disable trading Orders",
                    "  ringside remote kafka://broker:9092/trading snapshot flight --to crash-42"})
public final class RemoteCommand implements Callable<Integer> {
    /** Name of the command. */
    public static final String NAME = "remote";

    /** A sender writes its position more often. */
    private static final long SEEN_MAX_NS = TimeUnit.SECONDS.toNanos(60);

    private final CommandContext context;

    @Option(names = "--host", paramLabel = "NAME", description = {
        "The only host that is asked (default: all that ship to the topic)."})
    private String host = "";

    @Option(names = "--timeout", paramLabel = "DURATION", description = "Longest wait for all answers (default: 10s).")
    private Duration timeout = Duration.ofSeconds(10);

    @Mixin
    private CarrierOptions carrier = new CarrierOptions();

    @Parameters(index = "0", paramLabel = "ADDRESS", description = {
        "Where the hosts ship to: kafka://HOST:PORT[,HOST:PORT]/TOPIC, or aeron://HOST:PORT/TOPIC with the port of the "
                + "Archive's control channel."})
    private String address = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "COMMAND", description = {
        "The command with its arguments: enable, disable or snapshot."})
    private List<String> command = new ArrayList<>();

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public RemoteCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        if (!RemoteControl.COMMANDS.contains(command.get(0))) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "command cannot be run from afar: command="
                    + command.get(0) + ", commands=" + RemoteControl.COMMANDS.stream().sorted().toList());
        }
        context.interruption().handle();
        final ShipContext settings = carrier.context(address, context);
        final ShipCarrier found = ShipCarrier.find(settings.scheme());
        final List<RemoteRequest.Answer> answers;
        try (ShipMessages messages = found.messages(settings, ShipMessages.Role.ASKER)) {
            final Map<String, Integer> known = known(found.status(settings));
            if (!host.isEmpty() && !known.containsKey(host)) {
                known.put(host, 1);
            }
            answers = RemoteRequest.ask(messages, host, command, known, timeout.toNanos(),
                    ClockPair::now, context.interruption()::isRequested);
        }
        if (answers.isEmpty() && context.interruption().isRequested()) {
            return ExitCode.INTERRUPTED;
        }
        report(answers);
        if (context.interruption().isRequested()) {
            return ExitCode.INTERRUPTED;
        }
        final List<String> others = answers.stream().filter(each -> each.state() != RemoteRequest.State.DONE)
                .map(RemoteRequest.Answer::host).toList();
        if (!others.isEmpty()) {
            context.console().tell("some hosts have not run the command: hosts=" + others.size() + " of "
                    + answers.size() + ", first=" + others.get(0) + ": see what the table says about them");
        }
        return !answers.isEmpty() && others.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }

    /** Senders on each host that have been there lately. */
    private Map<String, Integer> known(final List<ShipStatus> all) {
        final long nowNs = ClockPair.now().wallNs();
        final Map<String, Integer> known = new TreeMap<>();
        all.stream().filter(each -> !each.ended() && nowNs - each.record().wallNs() < SEEN_MAX_NS)
                .map(ShipStatus::host).filter(name -> host.isEmpty() || host.equals(name))
                .forEach(name -> known.merge(name, 1, Integer::sum));
        return known;
    }

    private void report(final List<RemoteRequest.Answer> answers) {
        if (answers.isEmpty()) {
            context.console().tell("no host ships to the topic now, and none has answered: address=" + address
                    + ": see ringside ships " + address);
        }
        if (context.isJson()) {
            answers.forEach(each -> context.console().print(new JsonRow().put("host", each.host())
                    .put("state", state(each)).put("detail", each.detail()).end()));
            return;
        }
        final TextTable table = new TextTable("HOST", "STATE", "DETAIL");
        answers.forEach(each -> table.row(PlainText.of(each.host()), state(each),
                each.state() == RemoteRequest.State.SILENT
                        ? "no answer in time: it may have been run, or not"
                        : PlainText.of(each.detail())));
        table.lines().forEach(line -> context.console().print(line.stripTrailing()));
    }

    private static String state(final RemoteRequest.Answer answer) {
        return answer.state().name().toLowerCase(Locale.ROOT);
    }
}
