package io.ringside.internal.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;

/**
 * A file that is open only while bytes are added, so that any number of them can grow side by side. For one thread.
 */
final class AppendedFile {
    private final Path path;
    private final boolean gzip;

    /**
     * A file that need not exist.
     *
     * @param path of the file
     * @param gzip whether what is added is compressed, each time as a member of its own
     */
    AppendedFile(final Path path, final boolean gzip) {
        this.path = path;
        this.gzip = gzip;
    }

    void append(final byte[] bytes, final int length) throws IOException {
        try (OutputStream file = Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                OutputStream out = gzip ? new GZIPOutputStream(file) : file) {
            out.write(bytes, 0, length);
        }
    }
}
