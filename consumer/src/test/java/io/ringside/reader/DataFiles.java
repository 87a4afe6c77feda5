package io.ringside.reader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** The files of a recording, for tests that look into them, damage or remove them. */
public final class DataFiles {
    private static final int MAGIC = 0x58455352;
    private static final int LENGTH_OFFSET = 12;
    private static final int TRAILER_LENGTH = 8;

    private DataFiles() {}

    /** Those with excerpts, the oldest first. */
    public static List<Path> of(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".cq4")).sorted().toList();
        }
    }

    /** Give all excerpts of a file the checksum of what stands in them now, as somebody would who forges them. */
    static void seal(final Path file) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i + LENGTH_OFFSET + Integer.BYTES <= bytes.capacity(); i += Integer.BYTES) {
            final int length = bytes.getInt(i + LENGTH_OFFSET);
            if (bytes.getInt(i) == MAGIC && length > TRAILER_LENGTH && length <= bytes.capacity() - i) {
                final CRC32C checksum = new CRC32C();
                checksum.update(bytes.array(), i, length - TRAILER_LENGTH);
                bytes.putInt(i + length - TRAILER_LENGTH, (int) checksum.getValue());
            }
        }
        Files.write(file, bytes.array());
    }
}
