package io.ringside.cli.ship;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.render.TextTable;
import io.ringside.ship.RemoteControl;
import io.ringside.text.JsonRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ringside remote}: runs a command on the hosts that ship recordings. */
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
    public static final String NAME = "remote";

    private final CommandContext context;

    @Option(names = "--host", paramLabel = "NAME", description = {
        "The only host that is asked (default: all that ship to the topic)."})
    private @Nullable String host;

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
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public RemoteCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        context.interruption().handle();
        final List<RemoteControl.Answer> answers = RemoteControl.ask(carrier.context(address, context), host, command,
                timeout);
        if (answers.isEmpty() && context.interruption().isRequested()) {
            return ExitCode.INTERRUPTED;
        }
        report(answers);
        if (context.interruption().isRequested()) {
            return ExitCode.INTERRUPTED;
        }
        final List<String> others = answers.stream().filter(each -> each.state() != RemoteControl.State.DONE)
                .map(RemoteControl.Answer::host).toList();
        if (!others.isEmpty()) {
            context.console().tell("some hosts have not run the command: hosts=" + others.size() + " of "
                    + answers.size() + ", first=" + others.get(0) + ": see what the table says about them");
        }
        return !answers.isEmpty() && others.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void report(final List<RemoteControl.Answer> answers) {
        if (answers.isEmpty()) {
            context.console().tell("no host ships to the topic now, and none has answered: address=" + address
                    + ": see ringside ships " + address);
        }
        if (context.isJson()) {
            answers.forEach(each -> context.console().print(new JsonRow().put("host", each.host())
                    .put("state", state(each)).put("detail", detail(each)).end()));
            return;
        }
        final TextTable table = new TextTable("HOST", "STATE", "DETAIL");
        answers.forEach(each -> table.row(each.host(), state(each),
                each.state() == RemoteControl.State.SILENT
                        ? "no answer in time: it may have been run, or not"
                        : detail(each)));
        table.lines().forEach(line -> context.console().print(line.stripTrailing()));
    }

    private static String detail(final RemoteControl.Answer answer) {
        return Objects.requireNonNullElse(answer.detail(), "");
    }

    private static String state(final RemoteControl.Answer answer) {
        return answer.state().name().toLowerCase(Locale.ROOT);
    }
}
