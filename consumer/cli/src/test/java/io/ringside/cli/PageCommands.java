package io.ringside.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/** The commands of the program that a page tells to type. Stateless. */
final class PageCommands {
    private static final Pattern COMMAND = Pattern.compile("(?m)^    ringside (.*)$");

    private PageCommands() {}

    /** As they stand there; following is bounded, as nobody is there to interrupt it. */
    static List<List<String>> of(final Path page) throws IOException {
        final List<List<String>> commands = new ArrayList<>();
        final Matcher matcher = COMMAND.matcher(Files.readString(page));
        while (matcher.find()) {
            final List<String> command = new ArrayList<>(List.of(matcher.group(1).trim().split("\\s+")));
            if (command.remove("--follow")) {
                command.addAll(List.of("--follow", "--limit", "2"));
            }
            commands.add(command);
        }
        assertThat(commands).hasSizeGreaterThan(3);
        return commands;
    }
}
