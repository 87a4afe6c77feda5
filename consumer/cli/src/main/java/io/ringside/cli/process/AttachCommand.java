package io.ringside.cli.process;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.control.Controller;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ringside attach}: loads the agent into a running JVM. */
@Command(name = "attach", description = {
    "Trace a running JVM that was started without Ringside.",
    "Loads the agent into the process. The agent connects the process to the trace directory, registers the provider "
            + "Ringside.Jvm and publishes the counter sets of the JVM. 'ringside detach' ends this."}, exitCodeList = {
                "0:the agent runs",
                "1:it does not; the application goes on as before"}, footer = {
                    "",
                    "Examples:",
                    "  ringside processes",
                    "  ringside attach 4711",
                    "  ringside attach 4711 --log --jfr",
                    "  ringside counters watch \"JVM(*)\\*\""})
public final class AttachCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final AgentTarget target = new AgentTarget();

    @Option(names = "--no-jvm", description = "Publish no counters of the JVM (default: publish them).")
    private boolean withoutJvm;

    @Option(names = "--log", description = {
        "Register the provider Ringside.Log for the calls of java.util.logging, System.Logger, Logback and Log4j "
                + "(default: do not)."})
    private boolean withLog;

    @Option(names = "--jfr", description = {
        "Register the provider Ringside.Jfr for the events of JDK Flight Recorder (default: do not). Needs 128 MiB "
                + "free in the temporary directory of the JVM, because Flight Recorder ends a JVM when that is full."})
    private boolean withJfr;

    /**
     * Creates the command; the parser then sets its options.
     *
     * @param context environment of the command
     */
    public AttachCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final JavaProcess process = target.process();
        final Path named = context.options().directory();
        final Path directory = (named == null ? Controller.defaultDirectory() : named).toAbsolutePath().normalize();
        final String state = target.call(process)
                .attach("dir=" + directory.toString().replace(",", ",,") + ",jvm=" + !withoutJvm + ",log=" + withLog
                        + ",jfr="
                        + withJfr);
        context.console().print(context.isJson()
                ? ProcessRow.of(process, true).json()
                : ProcessRow.line("attached: " + process + ", " + state));
        if (withJfr) {
            context.console().tell("Flight Recorder stays initialized until the JVM ends, also after a detach: pid="
                    + process.pid() + ": its threads remain, its repository in the temporary directory, and "
                    + "with Java 17 up to 0.7 % of a processor");
        }
        if (process.warns()) {
            context.console().tell("JVM has printed a warning of its own about the agent: pid=" + process.pid()
                    + ": start it with -XX:+EnableDynamicAgentLoading to avoid that");
        }
        return ExitCode.DONE;
    }
}
