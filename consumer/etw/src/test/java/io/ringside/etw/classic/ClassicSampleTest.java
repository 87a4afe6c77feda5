package io.ringside.etw.classic;

import io.ringside.etw.sample.ClassicSample;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.schema.TextFields;
import io.ringside.reader.EventView;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The example of a classic provider runs, and its event is what ETW's page says. */
@Timeout(60)
class ClassicSampleTest {
    private static final String A = "a";
    private static final String B = "b";

    private ClassicFixture fixture;
    private ClassicSample sample;

    @BeforeEach
    void open(@TempDir(factory = SharedMemoryFactory.class) final Path root) {
        fixture = new ClassicFixture(root);
        fixture.start(A);
        fixture.start(B);
        sample = new ClassicSample(fixture.ringside);
    }

    @AfterEach
    void close() {
        sample.close();
        fixture.close();
    }

    @Test
    @DisplayName("R5.10 the sample's six fields are exactly these 60 bytes")
    void shouldWriteSixtyBytes() {
        enable(A, 5);
        assertThat(sample.log()).isEqualTo(ClassicStatus.OK);

        final List<String> taken = fixture.take(A, ClassicFixture::hex);
        assertThat(taken).containsExactly("20000000" + "04000000" + "05000000" + "06000000"
                + "5300690067006e00610074007500720065000000" + "01000000" + "a9edba25" + "1ac88948" + "8764184fe56750f2"
                + "00040000");
        assertThat(taken.get(0)).hasSize(2 * 60);
    }

    @Test
    @DisplayName("R5.12 a class whose layout was published is decoded by names, whoever reads")
    void shouldBeDecodedByNames() {
        enable(A, 5);
        sample.log();

        assertThat(fixture.take(A, ClassicSampleTest::text)).containsExactly("MyCategory/MyEvent"
                + " Cost=32 Indices=[4, 5, 6] Signature=Signature IsComplete=true"
                + " ID=25baeda9-c81a-4889-8764-184fe56750f2 Size=1024");
        sample.log();
        assertThat(fixture.take(A, view -> view.providerId() + " " + view.schema().descriptor().version()
                + " " + ClassicView.of(view).type())).containsExactly(ClassicSample.CATEGORY_ID + " 1 1");
    }

    @Test
    @DisplayName("R5.7 the sample writes at level 0 and from 2 on, and its event has the level that was asked for")
    void shouldWriteIfErrorsAreWanted() {
        for (final int level : new int[]{0, 1, 2, 255}) {
            enable(A, level);
            sample.log();
        }

        assertThat(fixture.take(A, view -> view.descriptor().level())).containsExactly(0, 2, 255);
    }

    @Test
    @DisplayName("R5.6 the sample's session is not taken from it")
    void shouldKeepItsSession() {
        enable(A, 5);
        enable(B, 5);
        sample.log();

        assertThat(fixture.take(A, EventView::payloadLength)).containsExactly(60);
        assertThat(fixture.take(B, EventView::payloadLength)).isEmpty();
    }

    @Test
    @DisplayName("R5.7 a write that fails turns tracing off and leaves the application alone, until A enables it again")
    void shouldTurnItselfOffWhenAWriteFails() {
        enable(A, 5);
        int written = 0;
        while (sample.log() == ClassicStatus.OK && sample.control().state().isOn()) {
            written++;
        }

        assertThat(sample.control().state().isOn()).isFalse();
        assertThat(sample.control().state().session()).isNotSameAs(ClassicSession.INVALID);
        assertThat(sample.log()).as("it goes on, and writes nothing").isEqualTo(ClassicStatus.OK);
        assertThat(fixture.take(A, EventView::payloadLength)).hasSize(written);
        assertThat(fixture.controller.query(A).ledger().totals().lost().total()).isEqualTo(1);

        enable(A, 5);
        assertThat(sample.log()).isEqualTo(ClassicStatus.OK);
        assertThat(fixture.take(A, EventView::payloadLength)).containsExactly(60);
    }

    @Test
    void shouldWriteNothingAfterItsSessionHasEnded() {
        enable(A, 5);
        fixture.stop(A);

        // A stop waits for no callback (R3.21).
        final long deadlineNs = System.nanoTime() + ClassicFixture.TIMEOUT_NS;
        while (sample.control().state().isOn() && System.nanoTime() - deadlineNs < 0) {
            Thread.onSpinWait();
        }
        assertThat(sample.control().state().isOn()).isFalse();
        assertThat(sample.log()).isEqualTo(ClassicStatus.OK);
    }

    private void enable(final String session, final int level) {
        fixture.enable(session, ClassicSample.PROVIDER_ID, level, 0);
    }

    private static String text(final EventView view) {
        final StringBuilder text = new StringBuilder(view.providerName()).append('/').append(view.eventName())
                .append(' ');
        new TextFields().append(text, view.schema(), view.buffer(), view.payloadOffset(), view.payloadLength());
        return text.toString();
    }
}
