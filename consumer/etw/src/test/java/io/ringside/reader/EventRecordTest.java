package io.ringside.reader;

import io.ringside.etw.trace.EventRecord;
import io.ringside.etw.trace.HeaderFlags;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.event.Filetime;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.recording.Recorder;
import java.nio.file.Path;
import org.agrona.collections.MutableInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EventRecordTest {
    @TempDir
    private Path root;

    @Test
    @DisplayName("R1.10 R1.14 an event has the flags, properties and time of ETW's record")
    void shouldTellWhatEtwsRecordHas() {
        final EventRecord record = new EventRecord();
        final MutableInteger seen = new MutableInteger();
        try (RecordingFixture fixture = new RecordingFixture(root)) {
            final HandMadeProvider provider = fixture.session.provider();
            provider.write(0, FrameDescriptor.reference(provider.register(RecordingFixture.ORDERS), 0), 4711, 24);
            try (Recorder recorder = fixture.recorder()) {
                fixture.record(recorder);
            }
            assertThat(fixture.problems).isEmpty();
        }

        try (EventReader reader = EventReader.open(new ReaderContext(), Source.recording(root.resolve("recording")))) {
            reader.readAvailable(event -> {
                seen.increment();
                assertThat(record.wrap(event).event()).isSameAs(event);
                assertThat(record.headerFlags()).isEqualTo(HeaderFlags.NO_CPU_TIME | HeaderFlags.POINTER_EIGHT_BYTES);
                assertThat(record.eventProperty()).isZero();
                assertThat(Filetime.toEpochNs(record.timestamp())).isEqualTo(event.timeNs() / 100 * 100);
                assertThat(record.userContext()).isNull();
            });
        }

        assertThat(seen.get()).isEqualTo(1);
        assertThatThrownBy(() -> new EventRecord().headerFlags()).isInstanceOf(IllegalStateException.class);
    }
}
