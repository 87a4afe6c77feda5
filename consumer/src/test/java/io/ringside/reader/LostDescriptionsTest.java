package io.ringside.reader;

import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Events are read by name also if the page or the schema of their process was missing when they were recorded. */
class LostDescriptionsTest {
    @TempDir
    Path root;
    private RecordingFixture fixture;
    private HandMadeProvider provider;
    private int written;

    @BeforeEach
    void start() {
        fixture = new RecordingFixture(root);
        provider = fixture.session.provider();
        assertThat(provider.register(RecordingFixture.ORDERS)).isZero();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void shouldNameEventsThatWereRecordedBeforeThePageOfTheirProcessCouldBeRead() throws IOException {
        final Path page = fixture.session.directory().processPage(provider.incarnation());
        try (Recorder recorder = fixture.recorder()) {
            final Path aside = moveAside(page);
            write(recorder);
            Files.move(aside, page);
            write(recorder);
        }

        assertAllAreNamed();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldDescribeAProcessWhenItsPageReturnsAndNoEventFollows(final boolean isEnded) throws IOException {
        final Path page = fixture.session.directory().processPage(provider.incarnation());
        try (Recorder recorder = fixture.recorder()) {
            final Path aside = moveAside(page);
            write(recorder);
            Files.move(aside, page);
            if (isEnded) {
                fixture.session.stop();
                provider.detach(fixture.session.row().generation());
            }
            fixture.record(recorder);
            assertThat(recorder.hasEnded()).isEqualTo(isEnded);
        }

        assertAllAreNamed();
    }

    @Test
    void shouldNameEventsThatWereRecordedBeforeTheirSchemaCouldBeRead() throws IOException {
        final Path schema;
        try (Stream<Path> files = Files.list(fixture.session.directory().providers())) {
            schema = files.findFirst().orElseThrow();
        }
        try (Recorder recorder = fixture.recorder()) {
            final Path aside = moveAside(schema);
            write(recorder);
            assertThat(fixture.problems).hasSize(1);
            Files.move(aside, schema);
            fixture.nowNs += TimeUnit.SECONDS.toNanos(1);
            write(recorder);
        }

        assertThat(fixture.problems).singleElement().asString().contains(schema.toString());
        assertAllAreNamed();
    }

    @Test
    void shouldNameEventsOfAFileThatIsBegunWhileThePageIsReplaced() throws IOException {
        final Path page = fixture.session.directory().processPage(provider.incarnation());
        try (Recorder recorder = Recorder.open(fixture.context().roll(RecorderContext.RollInterval.SECONDLY))) {
            write(recorder);
            final Path aside = moveAside(page);
            Files.writeString(page, "not a page");
            // More than a second: the recorder finds that the page has gone.
            fixture.record(recorder);
            fixture.record(recorder);
            fixture.nowMs += TimeUnit.SECONDS.toMillis(10);
            write(recorder);
            Files.delete(page);
            Files.move(aside, page);
        }
        try (Stream<Path> files = Files.list(fixture.folder)) {
            final List<Path> data = files.filter(file -> file.toString().endsWith(".cq4")).sorted().toList();
            assertThat(data).hasSize(2);
            Files.delete(data.get(0));
        }

        assertAreNamed(10);
    }

    private void write(final Recorder recorder) {
        for (int i = 0; i < 10; i++) {
            assertThat(provider.write(0, FrameDescriptor.reference(0, 0), written++, Long.BYTES)).isTrue();
        }
        final long before = recorder.events();
        fixture.record(recorder);
        assertThat(recorder.events()).isEqualTo(before + 10);
    }

    private static Path moveAside(final Path file) throws IOException {
        final Path aside = file.resolveSibling(".aside");
        Files.move(file, aside);
        return aside;
    }

    private void assertAllAreNamed() {
        assertAreNamed(0);
    }

    /** Each number once, whether lanes are merged or not. */
    private void assertAreNamed(final int first) {
        final List<String> expected = new ArrayList<>();
        for (int i = first; i < written; i++) {
            expected.add("Example-Orders/Opened order=" + i);
        }
        assertThat(fixture.read(true).texts).isEqualTo(expected);
        assertThat(fixture.read(false).texts).isEqualTo(expected);
    }
}
