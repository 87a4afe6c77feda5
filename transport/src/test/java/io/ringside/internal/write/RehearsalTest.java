package io.ringside.internal.write;

import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Tag("jdk25")
class RehearsalTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLeaveNothingOnTheThreadThatHasRehearsed(final boolean isCarried) {
        final WeakReference<WriterThreads> threads = rehearse(isCarried);
        await().pollInSameThread().untilAsserted(() -> {
            System.gc();
            assertThat(threads.get()).isNull();
        });
    }

    private static WeakReference<WriterThreads> rehearse(final boolean isCarried) {
        final Thread carrier = FakeCarriers.newCarrier("carrier");
        final WriterThreads threads = isCarried
                ? new WriterThreads(new ThreadLocal<>(), () -> carrier, new ClaimScratch())
                : new WriterThreads();
        Rehearsal.rehearse(threads);
        assertThat(threads.writers()).hasSize(1);
        return new WeakReference<>(threads);
    }
}
