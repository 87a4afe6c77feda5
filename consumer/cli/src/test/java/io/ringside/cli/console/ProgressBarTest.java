package io.ringside.cli.console;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressBarTest {
    @Test
    void shouldFillInProportionWhenSomethingIsDone() {
        assertThat(ProgressBar.of(0, 7)).isEqualTo("[..............................] 0 %");
        assertThat(ProgressBar.of(5, 10)).isEqualTo("[###############...............] 50 %");
        assertThat(ProgressBar.of(7, 7)).isEqualTo("[##############################] 100 %");
    }

    @Test
    void shouldBeFullWhenThereIsNothingToDo() {
        assertThat(ProgressBar.of(0, 0)).endsWith("100 %");
        assertThat(ProgressBar.of(Long.MAX_VALUE, Long.MAX_VALUE)).endsWith("100 %");
    }
}
