package io.ringside.cli.ship;

import io.ringside.cli.console.ExitCode;
import io.ringside.ship.RemoteControl;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands requested by another host as if they were typed here, for the trace directory of this command. A
 * snapshot is created beside the shipped recording: the request contains its name, not a path. Not thread-safe.
 */
final class CommandControl implements RemoteControl {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final String TO = "--to";
    private static final String MESSAGE = "ringside: ";
    private static final int DETAIL_MAX_CHARS = 900;

    private final CommandRunner runner;
    private final @Nullable Path directory;
    private final Path recording;

    CommandControl(final CommandRunner runner, final @Nullable Path directory, final Path recording) {
        this.runner = runner;
        this.directory = directory;
        this.recording = recording.toAbsolutePath().normalize();
    }

    @Override
    public Result run(final List<String> arguments) {
        final List<String> words = new ArrayList<>();
        if (directory != null) {
            words.addAll(List.of("--dir", directory.toString()));
        }
        for (int i = 0; i < arguments.size(); i++) {
            final String word = arguments.get(i);
            if (word.startsWith("--dir")) {
                return new Result(false, "directory cannot be chosen from afar: argument=" + word);
            }
            final boolean isValue = i > 0 && arguments.get(i - 1).equals(TO);
            if (isValue || word.startsWith(TO + "=")) {
                final String name = isValue ? word : word.substring(TO.length() + 1);
                if (!NAME.matcher(name).matches()) {
                    return new Result(false, "folder of a snapshot from afar has a name only: to=" + name
                            + ": give letters, digits and . _ -; it is made beside the recording that is shipped");
                }
                words.add(isValue ? beside(name) : TO + "=" + beside(name));
            } else {
                words.add(word);
            }
        }
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final int exitCode = runner.run(out, err, words.toArray(new String[0]));
        final String said = Stream.of(err, out).flatMap(each -> each.toString(StandardCharsets.UTF_8).lines())
                .map(line -> line.startsWith(MESSAGE) ? line.substring(MESSAGE.length()) : line.strip())
                .filter(line -> !line.isEmpty()).collect(Collectors.joining("; "));
        return new Result(exitCode == ExitCode.DONE || exitCode == ExitCode.LOST,
                said.length() > DETAIL_MAX_CHARS ? said.substring(0, DETAIL_MAX_CHARS) + "…" : said);
    }

    private String beside(final String name) {
        return recording.resolveSibling(name).toString();
    }
}
