package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.LockFile;
import io.ringside.internal.machine.DescriptionLock;
import io.ringside.internal.recording.RecordingOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Somebody in the process of a receiver opens and closes the file of its lock. */
@Tag("jdk25")
class LostReceiverLockTest {
    @TempDir
    private Path folder;
    private ReceiverFolder receiver;
    private Path lock;

    @BeforeEach
    void open() {
        receiver = ReceiverFolder.open(folder, 0, System::currentTimeMillis);
        lock = folder.resolve(RecordingOrigin.RECEIVER_LOCK);
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    @Test
    void shouldTakeItsLockAgainBeforeItSaves() throws IOException {
        Files.readAllBytes(lock);
        assertThat(isLocked()).isEqualTo(DescriptionLock.isAvailable());

        receiver.save();

        assertThat(isLocked()).isTrue();
        assertThatThrownBy(() -> ReceiverFolder.open(folder, 0, System::currentTimeMillis))
                .hasMessageContaining("another process receives into the folder");
    }

    @Test
    void shouldSaveNothingWhenAnotherReceiverHasTakenItsLock() throws IOException {
        assumeThat(DescriptionLock.isAvailable()).as("such locks do not vanish").isFalse();
        Files.writeString(lock, "the mark of another one.");

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(receiver::save).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.BUSY)).hasMessageContaining("path=" + lock);
        }
        receiver.close();

        assertThat(LockFile.of(lock).isHeld()).isFalse();
        receiver = ReceiverFolder.open(folder, 0, System::currentTimeMillis);
        receiver.save();
    }

    /** As the kernel says, which other processes ask. */
    private boolean isLocked() throws IOException {
        final String inode = ":" + Files.getAttribute(lock, "unix:ino") + " ";
        return Files.readAllLines(Path.of("/proc/locks")).stream()
                .anyMatch(line -> line.contains(inode) && line.contains(" WRITE "));
    }
}
