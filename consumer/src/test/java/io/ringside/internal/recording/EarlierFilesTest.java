package io.ringside.internal.recording;

import io.ringside.internal.registry.ClockPair;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** How old the files of earlier recorders are. */
class EarlierFilesTest {
    @TempDir
    private Path root;

    @Test
    @DisplayName("R4.22 a file from before the machine was restarted counts from when it was continued")
    void shouldNotAgeFilesByTheClockOfAnotherKernel() {
        final RecordedSession before = session(UUID.randomUUID(), 0);
        final RecordedSession now = session(UUID.randomUUID(), 0);
        final EarlierFiles.Written written = new EarlierFiles.Written(before, new ClockPair(0, 5));

        assertThat(new EarlierFiles(root, now, 1_000, 7, written).lastNs(7, 8)).isEqualTo(1_000);
        assertThat(new EarlierFiles(root, before, 1_000, 7, written).lastNs(7, 8)).isEqualTo(5);
        assertThat(new EarlierFiles(root, session(before.bootId(), 100), 1_000, 7, written).lastNs(7, 8))
                .as("of another time namespace").isEqualTo(105);
        assertThat(new EarlierFiles(root, before, 1_000, 7, null).lastNs(7, 8)).as("unknown").isEqualTo(1_000);
    }

    private static RecordedSession session(final UUID bootId, final long shiftNs) {
        return new RecordedSession(1, 0, "monday", 1 << 16, new ClockPair(0, 0), shiftNs, bootId, false);
    }
}
