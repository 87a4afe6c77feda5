package io.ringside.cli.console;

import io.ringside.RingsideException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ConsoleTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void shouldHandOverWholeLinesWhenDataIsPrinted() {
        final List<String> handed = new ArrayList<>();
        final Console console = new Console(new OutputStream() {
            @Override
            public void write(final int value) {
                throw new AssertionError("lines are not to be taken apart");
            }

            @Override
            public void write(final byte[] bytes, final int offset, final int length) {
                handed.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
            }

            @Override
            public void flush() {
                handed.add("flush");
            }
        }, err, false, false);
        console.print("größer");
        console.print("2");
        assertThat(handed).containsExactly("größer\n", "flush", "2\n", "flush");
    }

    @Test
    void shouldFailWhenNobodyReadsDataAnyMore() {
        final Console console = new Console(new OutputStream() {
            @Override
            public void write(final int value) throws IOException {
                throw new IOException("Broken pipe");
            }
        }, err, false, false);
        assertThatThrownBy(() -> console.print("x")).isInstanceOf(RingsideException.class)
                .hasMessageContaining("Broken pipe");
    }

    @Test
    void shouldTellInOneLineWhenAMessageHoldsSeveral() {
        new Console(out, err, false, false).tell("what: reason=a\nb\r\u001B[2Jc: do");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("ringside: what: reason=a b [2Jc: do\n");
        assertThat(out.size()).isZero();
    }

    @Test
    void shouldShowNoProgressWhenItIsNoTerminal() {
        new Console(out, err, false, false).progress("50 %");
        assertThat(err.size()).isZero();
    }

    @Test
    void shouldClearProgressWhenSomethingElseIsPrintedOnATerminal() {
        final Console console = new Console(out, err, true, false);
        console.progress("50 %");
        console.tell("done");
        console.tell("really");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("\r\u001B[K\u001B[?7l50 %\u001B[?7h\r\u001B[Kringside: done\nringside: really\n");
    }

    @Test
    void shouldDrawATableInThePlaceOfTheLastOneOnATerminal() {
        final Console console = new Console(out, err, true, true, false);
        console.draw(List.of("a", "b"));
        console.draw(List.of("c"));
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("\u001B[?7l\r\u001B[Ka\n\r\u001B[Kb\n\u001B[J\u001B[?7h"
                        + "\u001B[?7l\u001B[2A\r\u001B[Kc\n\u001B[J\u001B[?7h");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 200})
    void shouldCutLinesAtTheWidthOfTheTerminal(final int columns) {
        final Console console = new Console(out, err, true, true, false, () -> columns);
        console.draw(List.of("x".repeat(columns) + "T", "short"));
        console.progress("y".repeat(columns) + "T");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("\u001B[?7l\r\u001B[K" + "x".repeat(columns)
                + "\n\r\u001B[Kshort\n\u001B[J\u001B[?7h");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("\r\u001B[K\u001B[?7l" + "y".repeat(columns) + "\u001B[?7h");
    }

    @Test
    void shouldNotCutWhenTheTerminalDoesNotSayHowWideItIs() {
        assertThat(Terminal.columns("24 80\n")).isEqualTo(80);
        assertThat(Terminal.columns("0 0\n")).isEqualTo(Integer.MAX_VALUE);
        assertThat(Terminal.columns("")).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void shouldDrawATableBelowWhatWasSaidInBetween() {
        final Console console = new Console(out, err, true, true, false);
        console.draw(List.of("a"));
        console.tell("what: do");
        console.draw(List.of("b"));
        assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("\u001B[1A");
    }

    @Test
    void shouldPrintTablesOneBelowTheOtherWhenItIsNoTerminal() {
        final Console console = new Console(out, err, true, false);
        console.draw(List.of("a", "b"));
        console.draw(List.of("c"));
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a\nb\n\nc\n");
    }
}
