package io.ringside.cli.console;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class InterruptionTest {
    private final Interruption interruption = new Interruption();

    @Test
    void shouldWaitInVainWhenNothingHappens() {
        assertThat(interruption.await(1)).isFalse();
        assertThat(interruption.isRequested()).isFalse();
    }

    @Test
    void shouldEndAWaitWhenItIsRequested() throws InterruptedException {
        final Thread signal = new Thread(interruption::request);
        signal.start();
        assertThat(interruption.await(TimeUnit.MINUTES.toNanos(1))).isTrue();
        assertThat(interruption.isRequested()).isTrue();
        signal.join();
    }

    @Test
    void shouldEndAWaitWhenTheThreadIsInterrupted() {
        Thread.currentThread().interrupt();
        assertThat(interruption.await(TimeUnit.MINUTES.toNanos(1))).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }
}
