package io.ringside.internal.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * Destination of an export: a file or folder, which is written under a temporary name beside its own until it is
 * complete; or a stream of the caller; or nothing. Not thread-safe.
 */
public final class ExportTarget {
    private static final int BUFFER_BYTES = 1 << 16;

    private final @Nullable Path path;
    /** Temporary path, until the target is complete. */
    private final @Nullable Path partial;
    private final @Nullable OutputStream stream;

    private ExportTarget(final @Nullable Path path, final @Nullable Path partial, final @Nullable OutputStream stream) {
        this.path = path;
        this.partial = partial;
        this.stream = stream;
    }

    /**
     * Creates a target for a stream, which stays open.
     *
     * @param out  to write to
     * @param gzip whether the bytes are compressed
     * @throws IOException if the stream cannot be written
     */
    public static ExportTarget stream(final OutputStream out, final boolean gzip) throws IOException {
        return new ExportTarget(null, null, open(new FilterOutputStream(out) {
            @Override
            public void write(final byte[] bytes, final int offset, final int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() throws IOException {
                out.flush();
            }
        }, gzip));
    }

    /** {@return a target without a file or stream, for an encoder that sends its records itself} */
    public static ExportTarget elsewhere() {
        return new ExportTarget(null, null, null);
    }

    /**
     * Creates a target for a file that does not exist.
     *
     * @param path of the file
     * @param gzip whether the bytes are compressed
     * @throws IOException if it exists, or cannot be created
     */
    public static ExportTarget file(final Path path, final boolean gzip) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        final Path partial = partial(path);
        return new ExportTarget(path, partial,
                open(Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), gzip));
    }

    /**
     * Creates a target for a folder that does not exist or is empty.
     *
     * @param path of the folder
     * @throws IOException if it is not empty, or cannot be created
     */
    public static ExportTarget folder(final Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !isEmptyFolder(path)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        return new ExportTarget(path, Files.createDirectory(partial(path)), null);
    }

    /** Returns the stream of a file or of a target that is a stream. */
    public OutputStream stream() {
        if (stream == null) {
            throw new IllegalStateException("a folder has no stream: path=" + path);
        }
        return stream;
    }

    /** Returns the folder in which the files of a folder export are created. */
    public Path folder() {
        if (partial == null) {
            throw new IllegalStateException("a stream has no folder");
        }
        return partial;
    }

    /**
     * Give the target its name, after everything has been written.
     *
     * @throws IOException if the target cannot be written, or somebody else has created a file of that name
     */
    public void publish() throws IOException {
        if (stream != null) {
            stream.close();
        }
        if (path != null && partial != null) {
            if (isEmptyFolder(path)) {
                Files.delete(path);
            }
            Files.move(partial, path);
        }
    }

    /** Remove the partial target; a stream is ended without the trailer, so that no reader takes it for complete. */
    public void discard() {
        if (path == null) {
            flushQuietly();
            return;
        }
        CloseHelper.quietClose(stream);
        if (partial == null || !Files.exists(partial, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> files = Files.walk(partial)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (final IOException e) {
            throw RingsideException.ofFile("remove an incomplete export", partial, e);
        }
    }

    private void flushQuietly() {
        try {
            if (stream != null) {
                stream.flush();
            }
        } catch (final IOException e) {
            // The export has failed already.
        }
    }

    /**
     * {@return number of bytes of the published target; 0 for a stream}
     *
     * @throws IOException if the bytes cannot be counted
     */
    public long bytes() throws IOException {
        if (path == null) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(path)) {
            final List<Path> all = files.filter(Files::isRegularFile).toList();
            long bytes = 0;
            for (final Path file : all) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }

    /**
     * Returns the exception for a failure to write an export.
     *
     * @param failure of the file system
     */
    public static RingsideException failure(final @Nullable Path path, final IOException failure) {
        if (path == null) {
            return new RingsideException(ErrorCode.FILE_SYSTEM,
                    "cannot write an export to a stream: reason=" + failure.getMessage() + ": keep its reader running",
                    failure);
        }
        return failure instanceof FileAlreadyExistsException
                ? new RingsideException(ErrorCode.ALREADY_EXISTS,
                        "export exists: path=" + path + ": choose another name, or remove it", failure)
                : RingsideException.ofFile("write an export", path, failure);
    }

    private static OutputStream open(final OutputStream out, final boolean gzip) throws IOException {
        return gzip
                ? new BufferedOutputStream(new FastGzip(out), BUFFER_BYTES)
                : new BufferedOutputStream(out, BUFFER_BYTES);
    }

    private static Path partial(final Path path) {
        final String name = "." + path.getFileName() + '.' + UUID.randomUUID() + ".partial";
        return path.resolveSibling(name);
    }

    private static boolean isEmptyFolder(final Path path) throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.findAny().isEmpty();
        }
    }

    /** Fastest compression: exports are long and compress well, so speed matters more than the last percent. */
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(final OutputStream out) throws IOException {
            super(out, BUFFER_BYTES);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
