package io.ringside.internal.ship;

import io.ringside.internal.recording.RecordingOrigin;
import io.ringside.internal.registry.ClockPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class HostClocksTest {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final UUID RECORDING = new UUID(1, 2);

    @TempDir
    private Path root;
    private final MemoryMessages bus = new MemoryMessages();
    private final List<String> problems = new ArrayList<>();
    private long nowNs = 1_700_000_000L * SECOND_NS;

    @Test
    void shouldRemoveTheClockThatWasUnheardOfForTheLongestTimeIfThereAreTooMany() throws IOException {
        Files.createDirectories(ReceivedRecording.folderOf(root, RECORDING));
        final Path before = Files.writeString(clock(-1), "of an earlier receiver");
        Files.setLastModifiedTime(before, FileTime.fromMillis(1));
        final ShipMessages host = bus.open();
        final HostClocks clocks = new HostClocks(bus::open, root, new UUID(5, 6),
                () -> new ClockPair(nowNs, nowNs), failure -> problems.add(failure.getMessage()));
        for (int i = 0; i < HostClocks.TRACKS_MAX - 1; i++) {
            answer(clocks, host, i);
        }
        assertThat(before).as("there is room for one more").exists();
        assertThat(problems).isEmpty();

        answer(clocks, host, 0);
        answer(clocks, host, HostClocks.TRACKS_MAX);
        answer(clocks, host, HostClocks.TRACKS_MAX + 1);
        assertThat(before).doesNotExist();
        assertThat(clock(0)).as("heard of again").exists();
        assertThat(clock(1)).as("unheard of for the longest time").doesNotExist();
        assertThat(clock(2)).exists();
        assertThat(clock(HostClocks.TRACKS_MAX + 1)).exists();
        assertThat(problems).singleElement().asString().contains("too many clocks", before.toString());
        clocks.onClose();
        try (var files = Files.list(root)) {
            assertThat(files.filter(each -> RecordingOrigin.isClock(each.getFileName().toString())))
                    .hasSize(HostClocks.TRACKS_MAX);
        }
    }

    /** A host answers the next probe. */
    private void answer(final HostClocks clocks, final ShipMessages host, final int boot) {
        nowNs += 2 * SECOND_NS;
        clocks.doWork();
        host.poll(0, bytes -> {
            final LinkMessage message = LinkMessage.decode(bytes);
            if (message.body() instanceof LinkMessage.Probe) {
                host.send(message.answer(new LinkMessage.Answer(RECORDING, new UUID(9, boot), nowNs,
                        new ClockPair(nowNs, nowNs), "web1")).encode());
            }
        });
        clocks.doWork();
    }

    private Path clock(final int boot) {
        return root.resolve(RecordingOrigin.clockName("web1", new UUID(9, boot)));
    }
}
