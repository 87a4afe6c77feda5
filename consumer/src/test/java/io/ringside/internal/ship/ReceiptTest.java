package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.recording.RecordingOrigin;
import io.ringside.ship.Receiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReceiptTest {
    @TempDir
    private Path folder;

    @Test
    void shouldRejectAReceiptOfAnotherVersionByName() throws IOException {
        final Path path = folder.resolve("a.receipt");
        new Receipt(path).save();
        Files.writeString(path, Files.readString(path).replace("received 1", "receipt 2"));
        assertThatThrownBy(new Receipt(path)::load).hasMessageContaining("of another version: path=" + path);
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
        final Path path = Files.writeString(folder.resolve("a.receipt"), "ringside-received 1\nsource=x\nevents=1\n");
        assertThatThrownBy(new Receipt(path)::load).hasMessageContaining("damaged");
        Files.writeString(path, "host=" + "x".repeat(9000));
        assertThatThrownBy(new Receipt(path)::load).hasMessageContaining("damaged");
        assertThat(RecordingOrigin.of(folder.resolve("a"), failure -> {}).host()).isNull();
    }

    @Test
    @Tag("proof")
    void shouldReadOrRejectWhateverAReceiptContains() throws IOException {
        final long seed = Long.getLong("ringside.seed", System.nanoTime());
        final Random random = new Random(seed);
        final Path path = folder.resolve(new UUID(1, 2) + RecordingOrigin.RECEIPT_SUFFIX);
        new Receipt(path).save();
        final byte[] sound = Files.readAllBytes(path);
        for (int i = 0; i < 20_000; i++) {
            final byte[] bytes = Arrays.copyOf(sound,
                    random.nextInt(4) == 0 ? random.nextInt(sound.length) : sound.length);
            for (int change = random.nextInt(4); change > 0 && bytes.length > 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) (random.nextBoolean()
                        ? "-=0919\n".charAt(random.nextInt(7))
                        : random.nextInt());
            }
            Files.write(path, bytes);
            try {
                final Receiver.Received ledger = ReceivedRecording.ledger(folder, new UUID(1, 2));
                assertThat(ledger).isNotNull();
                assertThat(Math.min(ledger.lost(), ledger.events())).as("seed %d, %d", seed, i)
                        .isGreaterThanOrEqualTo(-1);
            } catch (final RingsideException e) {
                assertThat(e.code()).as("seed %d, %d: %s", seed, i, e).isIn(ErrorCode.CORRUPT, ErrorCode.FILE_SYSTEM);
            }
            RecordingOrigin.of(folder.resolve(new UUID(1, 2).toString()), failure -> {});
        }
    }

    private RecordingOrigin origin(final String name) {
        return RecordingOrigin.of(folder.resolve(name), failure -> {
            throw new AssertionError(failure);
        });
    }
}
