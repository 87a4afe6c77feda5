package io.ringside.internal.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;

/**
 * File that is open only while bytes are appended, so that any number of files can grow side by side. Not thread-safe.
 */
final class AppendedFile {
    private final Path path;
    private final boolean gzip;

    /**
     * Creates a file, which need not exist.
     *
     * @param path of the file
     * @param gzip whether bytes are compressed; each append makes a gzip member of its own
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
