package io.ringside.cli;

import io.ringside.cli.console.ExitCode;
import io.ringside.etw.classic.ClassicEvent;
import io.ringside.etw.classic.ClassicFlags;
import io.ringside.etw.classic.ClassicMessage;
import io.ringside.etw.classic.ClassicProvider;
import io.ringside.etw.classic.ClassicRegistration;
import io.ringside.etw.classic.ClassicSession;
import io.ringside.etw.classic.EventClass;
import io.ringside.etw.classic.MessageFlags;
import io.ringside.etw.classic.RedirectProtection;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What tail prints of a classic provider, whose classes it knows or not. */
@Timeout(60)
class TailClassicTest {
    private static final UUID KNOWN = new UUID(1, 2);
    private static final UUID UNKNOWN = new UUID(3, 4);

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;
    private Ringside ringside;

    @BeforeEach
    void write() {
        run("start", "old");
        run("enable", "old", "Test.Classic", "--level", "4");
        ringside = Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                .registerTimeoutNs(TimeUnit.MINUTES.toNanos(1)));
        final RedirectProtection control = new RedirectProtection();
        final EventClass orders = EventClass.builder("Orders", KNOWN)
                .event("filled", 3, 1, FieldSchema.of("quantity", FieldType.INT8)).build();
        ClassicRegistration.register(ringside, ClassicProvider.of("Test.Classic", orders), control, null);
        final ClassicSession session = control.state().session();
        final ClassicEvent event = new ClassicEvent();
        event.size(event.sizeOf(1)).flags(ClassicFlags.TRACED_GUID | ClassicFlags.USE_MOF_POINTER).type(3).level(2)
                .field(0, new byte[]{7}, 0, 1);
        session.write(event.classId(KNOWN).version(1));
        session.write(event.classId(KNOWN).version(2));
        session.write(event.classId(UNKNOWN));
        session.write(new ClassicMessage().number(9).flags(MessageFlags.GUID).id(UNKNOWN));
    }

    @AfterEach
    void disconnect() {
        ringside.close();
    }

    @Test
    @DisplayName("R5.15 messages have the numbers that their session was started for")
    void shouldNumberMessagesAsTheSessionsWereStarted() {
        startNumbered("plain");
        startNumbered("none", "--sequence", "none");
        startNumbered("a", "--sequence", "local");
        startNumbered("b", "--sequence", "local");
        startNumbered("c", "--sequence", "global");
        startNumbered("d", "--sequence", "global");
        final List<ClassicSession> sessions = new ArrayList<>();
        ClassicRegistration.register(ringside, ClassicProvider.of("Test.Numbered"), (request, context) -> {
            sessions.add(request.session());
            return 0;
        }, null);
        final ClassicMessage message = new ClassicMessage().flags(MessageFlags.SEQUENCE);
        for (int i = 0; i < 2; i++) {
            sessions.forEach(session -> session.write(message));
        }

        assertThat(payloads("plain")).containsExactly("", "");
        assertThat(payloads("none")).containsExactly("", "");
        assertThat(payloads("a")).containsExactly("01000000", "02000000");
        assertThat(payloads("b")).containsExactly("01000000", "02000000");
        assertThat(payloads("c")).containsExactly("01000000", "03000000");
        assertThat(payloads("d")).containsExactly("02000000", "04000000");
    }

    @Test
    void shouldNameWhatItKnows() {
        final List<String> lines = run("tail", "old", "--limit", "4").out();

        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).endsWith("  Orders filled  ERROR  quantity=7");
        assertThat(lines.get(1)).endsWith("  Orders type 3 version 2  0x07");
        assertThat(lines.get(2)).endsWith("  " + UNKNOWN + " type 3 version 2  0x07");
        assertThat(lines.get(3)).contains("  " + UNKNOWN + " message 9  0x");
    }

    @Test
    void shouldShowReplayedEventsAsTheyWereWritten() {
        final Path recording = folder.resolve("recording");
        try (Recorder recorder = Recorder.open(new RecorderContext("old", recording)
                .directory(folder.resolve("trace")).libraryThread(Runnable::run))) {
            while (recorder.events() < 4) {
                recorder.doWork();
            }
        }
        run("start", "new");
        assertThat(run("replay", recording.toString(), "--to", "new", "--speed", "max").exitCode())
                .isEqualTo(ExitCode.DONE);

        assertThat(withoutTicks(run("tail", "new", "--format", "json").out())).hasSize(4)
                .isEqualTo(withoutTicks(run("tail", recording.toString(), "--format", "json").out()));
    }

    private static List<String> withoutTicks(final List<String> lines) {
        return lines.stream().map(line -> line.replaceAll("\"ticks\":\\d+,", "")).toList();
    }

    @Test
    void shouldTellTheFactsInJson() {
        final List<String> lines = run("tail", "old", "--limit", "4", "--format", "json").out();

        assertThat(lines.get(0)).contains(
                "\"provider\":\"Orders\",\"event\":\"filled\",\"id\":0,\"version\":1,\"level\":2",
                "\"opcode\":3", "\"fields\":{\"quantity\":7}");
        assertThat(lines.get(2)).contains("\"provider\":\"" + UNKNOWN + "\",\"event\":null", "\"payload\":\"07\"");
    }

    private void startNumbered(final String session, final String... options) {
        final List<String> arguments = new ArrayList<>(List.of("start", session));
        arguments.addAll(List.of(options));
        assertThat(run(arguments.toArray(new String[0])).err()).isEmpty();
        run("enable", session, "Test.Numbered");
    }

    private List<String> payloads(final String session) {
        return run("tail", session, "--limit", "2", "--format", "json").out().stream()
                .map(line -> line.replaceAll(".*\"payload\":\"([0-9a-f]*)\".*", "$1")).toList();
    }

    private ProgramRun run(final String... arguments) {
        return ProgramRun.of(folder.resolve("trace"), arguments);
    }
}
