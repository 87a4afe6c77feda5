package io.ringside.internal.ship;

import io.ringside.internal.recording.RecordingOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReceiptTest {
    @TempDir
    private Path folder;

    @Test
    void shouldReadAReceiptWithoutAHost() throws IOException {
        final Receipt written = new Receipt(folder.resolve("a.receipt"));
        written.source = "topic";
        written.events = 17;
        written.save();
        final Path older = Files.writeString(folder.resolve("b.receipt"),
                Files.readString(folder.resolve("a.receipt")).replace("receipt 2", "receipt 1").replace("host=\n", ""));
        final Receipt read = new Receipt(older);

        assertThat(read.load()).isTrue();
        assertThat(read.source).isEqualTo("topic");
        assertThat(read.host).isEmpty();
        assertThat(read.events).isEqualTo(17);
        assertThat(origin("b").host()).isNull();
    }

    @Test
    void shouldKeepAHostWhateverItIsCalled() {
        final String name = "web\n1=2\u2028\uD800 host=x" + "é".repeat(5000);
        final Receipt written = new Receipt(folder.resolve("a.receipt"));
        written.host = Receipt.hostOf(name);
        written.save();
        final Receipt read = new Receipt(folder.resolve("a.receipt"));

        assertThat(read.load()).isTrue();
        assertThat(read.host).isEqualTo(written.host).startsWith("web?1=2?? host=xé").hasSize(255);
        assertThat(origin("a").host()).isEqualTo(read.host);
    }

    @Test
    void shouldRejectAReceiptThatIsDamaged() throws IOException {
        final Path path = Files.writeString(folder.resolve("a.receipt"), "ringside-receipt 2\nsource=x\nevents=1\n");
        assertThatThrownBy(new Receipt(path)::load).hasMessageContaining("damaged");
        Files.writeString(path, "host=" + "x".repeat(9000));
        assertThatThrownBy(new Receipt(path)::load).hasMessageContaining("damaged");
        assertThat(RecordingOrigin.of(folder.resolve("a"), failure -> {}).host()).isNull();
    }

    private RecordingOrigin origin(final String name) {
        return RecordingOrigin.of(folder.resolve(name), failure -> {
            throw new AssertionError(failure);
        });
    }
}
