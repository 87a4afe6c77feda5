package io.ringside.etw.classic;

import io.ringside.etw.sample.ClassicSample;
import io.ringside.etw.trace.EventRecord;
import io.ringside.etw.trace.HeaderFlags;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.schema.TextFields;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.Source;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Classic events of a recording say all that live ones do, when their provider and its trace directory are gone. */
@Timeout(60)
class ClassicRecordingTest {
    private static final String SESSION = "a";

    @TempDir
    Path recordings;
    private ClassicFixture fixture;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path root) {
        fixture = new ClassicFixture(root);
        fixture.start(SESSION);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R5.12 recorded, an event is decoded by the layout of its class, and is as classic as it was")
    void shouldDecodeRecordedEvents() {
        final Path folder = recordings.resolve("recording");
        final RecorderContext context = new RecorderContext(SESSION, folder).directory(fixture.directory.path());
        try (ClassicSample sample = new ClassicSample(fixture.ringside); Recorder recorder = Recorder.open(context)) {
            fixture.enable(SESSION, ClassicSample.PROVIDER_ID, 4, 0);
            assertThat(sample.log()).isEqualTo(ClassicStatus.OK);
            assertThat(sample.control().state().session().write(ClassicFixture.event("raw")))
                    .isEqualTo(ClassicStatus.OK);
            while (recorder.events() < 2) {
                recorder.doWork();
            }
        }

        final List<String> facts = new ArrayList<>();
        try (EventReader consumer = EventReader.open(Source.recording(folder))) {
            while (!consumer.hasCaughtUp() || facts.size() < 2) {
                consumer.poll(event -> facts.add(facts(event)));
                consumer.deliverRest(event -> facts.add(facts(event)));
            }
        }
        assertThat(facts).containsExactly(
                ClassicSample.CATEGORY_ID + " MyCategory level=4 opcode=1 version=1 Cost=32 Indices=[4, 5, 6]"
                        + " Signature=Signature IsComplete=true ID=25baeda9-c81a-4889-8764-184fe56750f2 Size=1024",
                ClassicFixture.CLASS_ID + " " + ClassicFixture.CLASS_ID + " level=0 opcode=1 version=0 raw");
    }

    private static String facts(final EventView event) {
        assertThat(new EventRecord().wrap(event).headerFlags() & HeaderFlags.CLASSIC_HEADER)
                .isEqualTo(HeaderFlags.CLASSIC_HEADER);
        final StringBuilder text = new StringBuilder(event.providerId() + " " + event.providerName() + " level="
                + event.descriptor().level() + " opcode=" + event.descriptor().opcode() + " version="
                + event.descriptor().version() + " ");
        if (event.schema() == null) {
            return text.append(ClassicFixture.text(event)).toString();
        }
        new TextFields().append(text, event.schema(), event.buffer(), event.payloadOffset(), event.payloadLength());
        return text.toString();
    }
}
