package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * Opens files that other processes have made. Each is checked first, without following links: anything but a regular
 * file (a FIFO would block forever), a wrong size or another owner is refused. Stateless.
 */
public final class ExistingFile {
    /** Mode of a mapping. */
    public enum Access {
        /** The bytes are read only. */
        READ_ONLY,
        /** The bytes are read and written. */
        READ_WRITE
    }

    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> READ_AND_WRITE = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);

    private ExistingFile() {}

    /**
     * Read a small file as a whole.
     *
     * @param path      path of the file
     * @param maxLength maximum length in bytes
     * @return content of the file
     * @throws RingsideException if the file is absent, invalid, or too long
     */
    public static byte[] read(final Path path, final int maxLength) {
        try {
            checkedLength(path, 0, maxLength);
            // A stream of this kind is not closed by an interrupt.
            try (InputStream in = Files.newInputStream(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                final byte[] contents = in.readNBytes(maxLength + 1);
                if (contents.length > maxLength) {
                    throw wrongLength(path, contents.length, 0, maxLength);
                }
                return contents;
            }
        } catch (final IOException e) {
            throw RingsideException.ofFile("read a file", path, e);
        }
    }

    /**
     * Map a whole file.
     *
     * @param path      path of the file
     * @param access    access to the bytes
     * @param minLength minimum length in bytes, positive
     * @param maxLength maximum length in bytes
     * @return the mapping
     * @throws RingsideException if the file is absent, invalid, or of another length
     */
    public static MappedFile map(final Path path, final Access access, final int minLength, final int maxLength) {
        try {
            return Uninterrupted.call(() -> {
                final long length = checkedLength(path, minLength, maxLength);
                return mapChecked(path, access, length, 0, (int) length);
            });
        } catch (final IOException e) {
            throw RingsideException.ofFile("map a file", path, e);
        }
    }

    /**
     * Map a window of a file.
     *
     * @param path         path of the file
     * @param access       access to the bytes
     * @param fileLength   required length of the file in bytes
     * @param position     of the window in the file
     * @param windowLength length of the window in bytes
     * @return the mapping
     * @throws RingsideException if the file is absent, invalid, or of another length
     */
    public static MappedFile mapWindow(
            final Path path, final Access access, final long fileLength, final long position, final int windowLength) {
        if (position < 0 || windowLength <= 0 || position > fileLength - windowLength) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "window is not within the file: path=" + path
                    + ", fileLength=" + fileLength + ", position=" + position + ", windowLength=" + windowLength);
        }
        try {
            return Uninterrupted.call(() -> {
                checkedLength(path, fileLength, fileLength);
                return mapChecked(path, access, fileLength, position, windowLength);
            });
        } catch (final IOException e) {
            throw RingsideException.ofFile("map a file", path, e);
        }
    }

    /**
     * Remove a file by its name. Links are not followed.
     *
     * @param path path of the file
     * @return whether the file existed
     * @throws RingsideException if the file cannot be removed
     */
    public static boolean remove(final Path path) {
        try {
            return Files.deleteIfExists(path);
        } catch (final IOException e) {
            throw RingsideException.ofFile("remove a file", path, e);
        }
    }

    private static MappedFile mapChecked(
            final Path path, final Access access, final long fileLength, final long position, final int windowLength)
            throws IOException {
        final boolean writable = access == Access.READ_WRITE;
        try (FileChannel channel = FileChannel.open(path, writable ? READ_AND_WRITE : READ)) {
            // Mapping beyond the end would extend the file with pages that may not be available when they are used.
            final long length = channel.size();
            if (length != fileLength) {
                throw wrongLength(path, length, fileLength, fileLength);
            }
            // If the file is replaced at this moment, the key is that of the new file, and the mapped file counts as
            // lost.
            return new MappedFile(path, MappedFile.keyOf(path), fileLength,
                    channel.map(writable ? MapMode.READ_WRITE : MapMode.READ_ONLY, position, windowLength));
        }
    }

    private static long checkedLength(final Path path, final long minLength, final long maxLength) throws IOException {
        final BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class,
                LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new RingsideException(ErrorCode.LAYOUT,
                    "not a regular file: path=" + path + ": it is not ours, remove it");
        }
        final long length = attributes.size();
        if (length < minLength || length > maxLength) {
            throw wrongLength(path, length, minLength, maxLength);
        }
        final Path folder = path.getParent();
        if (folder == null) {
            throw new NoSuchFileException(path.toString());
        }
        if (!Permissions.isTrusted(path, folder)) {
            throw new RingsideException(ErrorCode.ACCESS_DENIED,
                    "file belongs to another user or group: path=" + path + ": it is not ours, remove it");
        }
        return length;
    }

    private static RingsideException wrongLength(
            final Path path, final long length, final long minLength, final long maxLength) {
        return new RingsideException(ErrorCode.LAYOUT, "file has an unexpected length: path=" + path
                + ", length=" + length + ", min=" + minLength + ", max=" + maxLength + ": it is not ours, remove it");
    }
}
