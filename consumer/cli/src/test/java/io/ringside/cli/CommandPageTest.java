package io.ringside.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The pages of the command line say what the program says. With {@code ringside.pages=write} they are written. */
class CommandPageTest {
    private static final boolean WRITES = "write".equals(System.getProperty("ringside.pages"));

    static Stream<String> commands() {
        return CommandPages.names();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldDescribeTheCommandAsItsHelpDoes(final String command) throws IOException {
        requireSame(CommandPages.of(command), CommandPages.page(command));
    }

    @Test
    void shouldListAllCommandsInTheIndex() throws IOException {
        requireSame(CommandPages.INDEX, CommandPages.index());
    }

    @Test
    void shouldHaveNoPageOfACommandThatThereIsNot() throws IOException {
        try (Stream<Path> pages = Files.list(CommandPages.INDEX.resolveSibling("commands"))) {
            assertThat(pages).containsExactlyInAnyOrderElementsOf(
                    CommandPages.names().map(CommandPages::of).toList());
        }
    }

    private static void requireSame(final Path page, final String expected) throws IOException {
        if (WRITES) {
            Files.createDirectories(page.getParent());
            Files.writeString(page, expected);
        }
        assertThat(page).as("run this test with -Dringside.pages=write").content().isEqualTo(expected);
    }
}
