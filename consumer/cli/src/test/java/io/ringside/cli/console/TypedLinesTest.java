package io.ringside.cli.console;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TypedLinesTest {
    private final ByteArrayInputStream in = new ByteArrayInputStream("a\n\nhalf".getBytes(StandardCharsets.UTF_8));

    @Test
    void shouldTakeALineAtATime() {
        final TypedLines lines = new TypedLines(in, true, () -> true);

        assertThat(lines.takeLine()).isTrue();
        assertThat(in.available()).isEqualTo(5);
        assertThat(lines.takeLine()).isTrue();
        assertThat(in.available()).isEqualTo(4);
    }

    @Test
    void shouldTakeEnterInAnEmptyLine() {
        final ByteArrayInputStream enter = new ByteArrayInputStream(new byte[]{'\n'});
        final TypedLines lines = new TypedLines(enter, true, () -> true);

        assertThat(lines.takeEnter()).isTrue();
        assertThat(lines.takeEnter()).isFalse();
    }

    @Test
    void shouldLeaveLinesToTheShellThatWereTypedAhead() {
        assertThat(new TypedLines(in, true, () -> true).takeEnter()).isFalse();
        assertThat(in.available()).isEqualTo(7);
    }

    @Test
    void shouldReadNothingInTheBackgroundAndWhereNobodyTypes() {
        assertThat(new TypedLines(in, true, () -> false).takeLine()).isFalse();
        assertThat(new TypedLines(in, false, () -> true).takeLine()).isFalse();
        assertThat(TypedLines.NONE.takeLine()).isFalse();
        assertThat(TypedLines.NONE.takeEnter()).isFalse();
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
