package io.ringside.cli.console;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TypedLinesTest {
    private final ByteArrayInputStream in = new ByteArrayInputStream("a\n\nhalf".getBytes(StandardCharsets.UTF_8));

    @Test
    void shouldReportLinesOnce() {
        final TypedLines lines = new TypedLines(in, true, () -> true);

        assertThat(lines.isTyped()).isTrue();
        assertThat(lines.isTyped()).isFalse();
    }

    @Test
    void shouldReadNothingInTheBackgroundAndWhereNobodyTypes() {
        assertThat(new TypedLines(in, true, () -> false).isTyped()).isFalse();
        assertThat(new TypedLines(in, false, () -> true).isTyped()).isFalse();
        assertThat(TypedLines.NONE.isTyped()).isFalse();
        assertThat(in.available()).isEqualTo(7);
    }

    @Test
    void shouldKnowTheForegroundByTheGroupOfTheTerminal() {
        assertThat(TypedLines.isInForeground("17 (java (x) y) S 1 17 17 34816 17 4194304 1 2")).isTrue();
        assertThat(TypedLines.isInForeground("17 (java) S 1 17 12 34816 12 4194304 1 2")).isFalse();
        assertThat(TypedLines.isInForeground("17 (java) S 1 17 12 0 -1 4194304 1 2")).isFalse();
        assertThat(TypedLines.isInForeground("")).isFalse();
    }
}
