package io.ringside.cli.trigger;

import io.ringside.cli.argument.PathConverter;
import io.ringside.cli.console.CommandContext;
import io.ringside.trigger.CommandAction;
import io.ringside.trigger.SnapshotAction;
import io.ringside.trigger.StopAction;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.ErrorHandler;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What a trigger does: {@code snapshot:NAME:DIR}, {@code stop:NAME} or {@code exec:COMMAND}. */
final class ActionConverter implements ITypeConverter<ActionChoice> {
    private static final long STOP_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final PathConverter PATHS = new PathConverter();
    private static final Pattern SNAPSHOT = Pattern.compile("snapshot:([^:]+):(.+)");
    private static final Pattern STOP = Pattern.compile("stop:(.+)");
    private static final Pattern COMMAND = Pattern.compile("exec:\\s*(\\S.*)", Pattern.DOTALL);

    @Override
    public ActionChoice convert(final String text) {
        final Matcher snapshot = SNAPSHOT.matcher(text);
        final Matcher stop = STOP.matcher(text);
        final Matcher command = COMMAND.matcher(text);
        if (snapshot.matches()) {
            return snapshot(snapshot.group(1), snapshot.group(2));
        }
        if (stop.matches()) {
            return stop(stop.group(1));
        }
        if (command.matches()) {
            return command(command.group(1));
        }
        throw new TypeConversionException(
                "invalid action '" + text + "': expected snapshot:NAME:DIR, stop:NAME or exec:COMMAND");
    }

    private static ActionChoice snapshot(final String session, final String folder) {
        final Path path = PATHS.convert(folder);
        return context -> SnapshotAction.of(context.openDirectory().path(), session, path, teller(context));
    }

    private static ActionChoice command(final String text) {
        final CommandAction action;
        try {
            action = new CommandAction(CommandWords.of(text), CommandAction.DEFAULT_TIMEOUT_NS);
        } catch (final IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
        return context -> action;
    }

    private static ActionChoice stop(final String session) {
        return context -> StopAction.of(context.openDirectory().path(), session, STOP_TIMEOUT_NS, teller(context));
    }

    private static ErrorHandler teller(final CommandContext context) {
        return failure -> context.console().tell(String.valueOf(failure.getMessage()));
    }
}
