package io.ringside.etw.classic;

import io.ringside.etw.relog.RelogContext;
import io.ringside.etw.relog.Relogger;
import io.ringside.etw.trace.Trace;
import io.ringside.etw.trace.TraceContext;
import io.ringside.etw.trace.TraceEvents;
import io.ringside.etw.trace.TraceStatus;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.reader.EventView;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.session.SessionSettings;
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

/** Classic events of a trace, which its own header is none of. */
@Timeout(60)
class ClassicTraceTest {
    private static final String SESSION = "a";
    private static final String[] FACTS = {
        "header " + TraceEvents.EVENT_TRACE_ID,
        "event " + ClassicFixture.CLASS_ID + " type=1 version=7 level=3 x",
        "instance " + ClassicFixture.CLASS_ID + " type=2 version=0 level=0 1",
        "message " + ClassicFixture.CONTROL_ID + " number=5"};

    @TempDir
    Path recordings;
    private final List<String> facts = new ArrayList<>();
    private ClassicFixture fixture;
    private ClassicRegistration registration;
    private Requests requests;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path root) {
        fixture = new ClassicFixture(root);
        fixture.start(SESSION, SessionSettings.SequenceKind.LOCAL);
        fixture.enable(SESSION, ClassicFixture.CONTROL_ID, 4, 0);
        requests = new Requests(0);
        registration = ClassicRegistration.register(fixture.ringside, ClassicProvider.of("Test-Classic",
                ClassicFixture.CONTROL_ID, EventClass.of(ClassicFixture.CLASS_ID)), requests, null);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R5.12 a trace of a session has classic events with all that they say")
    void shouldDeliverClassicEventsOfASession() {
        write();
        try (Trace trace = Trace
                .open(new TraceContext(this::note).directory(fixture.directory.path()).session(SESSION))) {
            assertThat(trace.process()).isEqualTo(TraceStatus.SUCCESS);
        }
        assertThat(facts).containsExactly(FACTS);
    }

    @Test
    @DisplayName("R5.12 a trace of a recording has classic events with all that they say")
    void shouldDeliverClassicEventsOfARecording() {
        try (Trace trace = Trace.open(new TraceContext(this::note).recording(record()))) {
            assertThat(trace.process()).isEqualTo(TraceStatus.SUCCESS);
        }
        assertThat(facts).containsExactly(FACTS);
    }

    @Test
    @DisplayName("R5.12 R6.26 a recording that was written anew has classic events with all that they say")
    void shouldDeliverClassicEventsOfARecordingThatWasWrittenAnew() {
        final Path anew = recordings.resolve("anew");
        try (Relogger relogger = Relogger.open(
                new RelogContext(List.of(record()), anew, (event, stream) -> stream.inject(event)))) {
            while (!relogger.isComplete()) {
                relogger.doWork();
            }
        }
        try (Trace trace = Trace.open(new TraceContext(this::note).recording(anew))) {
            assertThat(trace.process()).isEqualTo(TraceStatus.SUCCESS);
        }
        assertThat(facts).containsExactly(FACTS);
    }

    private Path record() {
        final Path folder = recordings.resolve("recording");
        try (Recorder recorder = Recorder
                .open(new RecorderContext(SESSION, folder).directory(fixture.directory.path()))) {
            write();
            while (recorder.events() < FACTS.length - 1) {
                recorder.doWork();
            }
        }
        return folder;
    }

    private void write() {
        final ClassicSession session = requests.current();
        final RegisteredClass registered = registration.registeredClass(ClassicFixture.CLASS_ID);
        final InstanceEvent instance = new InstanceEvent();
        assertThat(session.write(ClassicFixture.event("x").version(7).level(3))).isEqualTo(ClassicStatus.OK);
        assertThat(session.write(instance.size(instance.sizeOf(0)).flags(ClassicFlags.TRACED_GUID).type(2)
                .instance(registered, registered.createInstanceId()))).isEqualTo(ClassicStatus.OK);
        assertThat(session.write(new ClassicMessage().flags(MessageFlags.GUID).id(ClassicFixture.CONTROL_ID)
                .number(5))).isEqualTo(ClassicStatus.OK);
    }

    /** Ends the trace of a session with its last event. */
    private void note(final EventView event) {
        final ClassicView classic = ClassicView.of(event);
        if (classic == null) {
            facts.add("header " + event.providerId());
        } else if (classic.isMessage()) {
            facts.add("message " + event.providerId() + " number=" + event.descriptor().id());
            fixture.stopFromItsDrain(SESSION);
        } else {
            facts.add((classic.instanceId() != null ? "instance " : "event ") + event.providerId() + " type="
                    + event.descriptor().opcode() + " version=" + classic.version() + " level="
                    + event.descriptor().level() + " "
                    + (classic.instanceId() != null
                            ? classic.instanceId()
                            : ClassicFixture.text(event)));
        }
    }
}
