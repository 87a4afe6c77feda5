package io.ringside.cli.render;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TextTableTest {
    @Test
    void shouldAlignNumbersToTheRightWhenAColumnHoldsNothingElse() {
        final TextTable table = new TextTable("NAME", "LOST", "NOTE")
                .row("orders", "1,234", "1").row("x", 7, "many");
        assertThat(table.lines()).containsExactly(
                "NAME     LOST  NOTE",
                "orders  1,234  1",
                "x           7  many");
    }

    @Test
    void shouldStayInOneLineWhenACellHoldsControlCharacters() {
        assertThat(new TextTable("NAME").row("a\nb\u001B[31mc\u202Ed").lines()).containsExactly("NAME", "a b [31mc d");
    }

    @Test
    @Timeout(30)
    void shouldNotLookAtAllRowsForEachRow() {
        final TextTable table = new TextTable("NUMBER", "TWICE", "EVENT");
        final int rows = 50_000;
        for (int i = 0; i < rows; i++) {
            table.row(i, 2 * i, "event");
        }
        assertThat(table.lines()).hasSize(rows + 1).last().isEqualTo(" 49999  99998  event");
    }

    @Test
    void shouldRefuseARowWhenItDoesNotFit() {
        final TextTable table = new TextTable("A", "B");
        assertThatThrownBy(() -> table.row("only one")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cells=1, columns=2");
    }
}
