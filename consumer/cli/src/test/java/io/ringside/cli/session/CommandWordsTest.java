package io.ringside.cli.session;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class CommandWordsTest {
    @ParameterizedTest
    @MethodSource("commands")
    void shouldSplitAsAShellDoes(final String command, final List<String> words) {
        assertThat(CommandWords.of(command)).isEqualTo(words);
    }

    static Stream<Arguments> commands() {
        return Stream.of(
                arguments("", List.of()),
                arguments(" \t\n", List.of()),
                arguments("run", List.of("run")),
                arguments("  run  -a\tb\nc ", List.of("run", "-a", "b", "c")),
                arguments("run 'a b' \"c d\"", List.of("run", "a b", "c d")),
                arguments("run '' \"\"", List.of("run", "", "")),
                arguments("a'b c'\"d e\"f", List.of("ab cd ef")),
                arguments("run a\\ b \\' \\\" \\\\", List.of("run", "a b", "'", "\"", "\\")),
                arguments("run 'a\\ \"b'", List.of("run", "a\\ \"b")),
                arguments("run \"a'b\" \"\\\"q\\\" \\\\ \\$H \\` \\n\"", List.of("run", "a'b", "\"q\" \\ $H ` \\n")),
                arguments("run $HOME * ; | > x", List.of("run", "$HOME", "*", ";", "|", ">", "x")));
    }

    @Test
    void shouldRefuseWhatAShellWouldWaitFor() {
        assertThatIllegalArgumentException().isThrownBy(() -> CommandWords.of("run 'a b"))
                .withMessageContaining("quote is not closed").withMessageContaining("quote=', position=5");
        assertThatIllegalArgumentException().isThrownBy(() -> CommandWords.of("run \"a b\\\""))
                .withMessageContaining("quote=\", position=5");
        assertThatIllegalArgumentException().isThrownBy(() -> CommandWords.of("run a\\"))
                .withMessageContaining("command ends with a backslash");
    }
}
