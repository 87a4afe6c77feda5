package io.ringside.reader;

import io.ringside.internal.files.VirtualThreads;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Events tell the names of the threads that wrote them, live and recorded. */
@Timeout(60)
class ThreadNamesTest {
    private static final String SESSION = "named";
    private static final int EVENTS = 5_000;

    @TempDir
    Path root;
    private TracedProvider traced;

    /** An event as far as its thread goes. */
    private record Written(String thread, long number) {
        static Written of(final EventView event) {
            return new Written(String.valueOf(event.threadName()), event.buffer().getLong(event.payloadOffset()));
        }
    }

    @BeforeEach
    void start() {
        traced = new TracedProvider(root);
        // Two blocks are less than what each thread writes.
        traced.controller.start(SessionSettings.builder(SESSION).lanes(8).laneBytes(TracedProvider.LANE_BYTES).build());
        traced.enable(SESSION, Enablement.of(255, 0, 0));
    }

    @AfterEach
    void close() {
        traced.close();
    }

    @Test
    void shouldTellWhichThreadWroteAlsoOnceThatHasEnded() throws InterruptedException {
        final List<Written> expected = new ArrayList<>();
        for (final String name : List.of("alpha", "b\u00E9ta", "gamma-3")) {
            write(name, expected);
        }

        assertThat(traced.take(SESSION, Written::of)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void shouldTellTheNewNameOfAThreadThatWasRenamed() {
        final Thread self = Thread.currentThread();
        final String before = self.getName();
        try {
            self.setName("before");
            traced.write(1, 1);
            assertThat(traced.take(SESSION, EventView::threadName)).containsExactly("before");
            self.setName("after");
            List<String> names;
            do {
                // The control thread looks from time to time.
                traced.write(1, 2);
                names = traced.take(SESSION, EventView::threadName);
                assertThat(names).hasSize(1).isSubsetOf("before", "after");
            } while (!names.contains("after"));
        } finally {
            self.setName(before);
        }
    }

    @Test
    void shouldTellTheNamesOfARecording() throws InterruptedException {
        final Path folder = root.resolve("recording");
        final List<Written> expected = new ArrayList<>();
        try (Recorder recorder = Recorder.open(new RecorderContext(SESSION, folder)
                .directory(traced.directory().path()))) {
            for (final String name : List.of("alpha", "beta", "alpha")) {
                write(name, expected);
                recordAll(recorder);
            }
        }

        assertThat(read(true, Source.recording(folder))).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(read(false, Source.recording(folder))).containsExactlyInAnyOrderElementsOf(expected);
        final List<Written> shared = Collections.synchronizedList(new ArrayList<>());
        read(false, SourceSettings.recording(folder).shared(3, () -> event -> shared.add(Written.of(event))));
        assertThat(shared).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void shouldRecordTheNameOfAThreadWhoseBlockBeganBeforeTheRecording() throws InterruptedException {
        final Path folder = root.resolve("recording");
        final AtomicLong number = new AtomicLong();
        final Thread writer = new Thread(() -> {
            traced.write(1, 1);
            number.set(1);
            while (number.get() == 1) {
                Thread.onSpinWait();
            }
            traced.write(1, 2);
        }, "long-lived");
        writer.start();
        while (number.get() == 0) {
            Thread.onSpinWait();
        }
        assertThat(traced.takeNumbers(SESSION)).containsExactly(1L);
        try (Recorder recorder = Recorder.open(new RecorderContext(SESSION, folder)
                .directory(traced.directory().path()))) {
            number.set(2);
            writer.join();
            recordAll(recorder);
        }

        assertThat(read(true, Source.recording(folder))).containsExactly(new Written("long-lived", 2));
    }

    @Test
    void shouldRenderNameAndTicks() throws InterruptedException {
        final Thread writer = new Thread(() -> traced.write(1, 7), "a \"b\",\nc");
        writer.start();
        writer.join();
        final List<String> lines = new ArrayList<>();
        traced.take(SESSION, event -> {
            lines.add(EventLines.json().line(event).toString());
            lines.add(EventLines.text(ZoneOffset.UTC, false, true, true).line(event).toString());
            lines.add(EventLines.text(ZoneOffset.UTC, false, false, false).line(event).toString());
            lines.add(EventLines.csv().line(event).toString());
            return lines.add(Long.toString(event.timeTicks()));
        });

        final String ticks = lines.get(4);
        assertThat(lines.get(0)).contains("\"ticks\":" + ticks + ",")
                .contains("\"tid\":" + writer.getId() + ",\"thread\":\"a \\\"b\\\",\\nc\"");
        assertThat(lines.get(1)).contains(" ticks=" + ticks + "  ").contains("/" + writer.getId() + " [a \"b\",");
        assertThat(lines.get(2)).doesNotContain(ticks).doesNotContain("[a");
        assertThat(lines.get(3)).endsWith(",\"" + ticks + "\",\"\"").contains("a \"\"b\"\",");
    }

    @Test
    @Tag("jdk25")
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldTellTheNamesOfVirtualThreads() throws InterruptedException {
        final List<Written> expected = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            final int number = i;
            final String name = i % 4 == 0 ? "" : "virtual-" + i;
            VirtualThreads.start(() -> {
                Thread.currentThread().setName(name);
                traced.write(1, number);
            }).join();
            expected.add(new Written(name.isEmpty() ? "null" : name, i));
        }

        assertThat(traced.take(SESSION, Written::of)).containsExactlyInAnyOrderElementsOf(expected);
    }

    private void write(final String name, final List<Written> expected) throws InterruptedException {
        final long first = expected.size();
        final Thread writer = new Thread(() -> {
            for (int i = 0; i < EVENTS; i++) {
                traced.write(1, first + i);
            }
        }, name);
        writer.start();
        writer.join();
        for (int i = 0; i < EVENTS; i++) {
            expected.add(new Written(name, first + i));
        }
    }

    private static void recordAll(final Recorder recorder) {
        int quiet = 0;
        while (quiet < 1000) {
            quiet = recorder.doWork() == 0 ? quiet + 1 : 0;
        }
    }

    private static List<Written> read(final boolean merged, final Source source) {
        final List<Written> read = new ArrayList<>();
        final EventHandler handler = event -> read.add(Written.of(event));
        try (EventReader reader = EventReader.open(new ReaderContext().merged(merged), source)) {
            reader.readAvailable(handler);
            assertThat(reader.totals().takenElsewhere()).isZero();
        }
        return read;
    }
}
