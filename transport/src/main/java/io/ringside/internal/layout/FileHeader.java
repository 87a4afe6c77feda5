package io.ringside.internal.layout;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.HexText;
import io.ringside.internal.files.MappedFile;
import java.nio.file.Path;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The first words of a mapped file, which identify it: magic, version, length, features. The magic is stored last.
 * Stateless.
 */
public final class FileHeader {
    /** Magic of the structure, i64. */
    public static final int MAGIC_OFFSET = 0;
    /** Version of the structure, i32. */
    public static final int VERSION_OFFSET = 8;
    /** Length of the file in bytes, i32. */
    public static final int FILE_LENGTH_OFFSET = 12;
    /** Bits of features that a reader must know, i64. None is defined yet. */
    public static final int FEATURES_OFFSET = 16;
    /** Length of these words in bytes. */
    public static final int LENGTH = 24;

    private FileHeader() {}

    /**
     * Mark a file as complete, after everything else in it has been stored.
     *
     * @param buffer  the whole file, zero where nothing was stored
     * @param magic   of the structure
     * @param version of the structure
     */
    public static void publish(final AtomicBuffer buffer, final long magic, final int version) {
        buffer.putInt(VERSION_OFFSET, version);
        buffer.putInt(FILE_LENGTH_OFFSET, buffer.capacity());
        buffer.putLong(FEATURES_OFFSET, 0);
        buffer.putLongRelease(MAGIC_OFFSET, magic);
    }

    /**
     * Map a file that has a single possible length, and check that its content matches its name. If another version has
     * another length, the version is reported.
     *
     * @param path    path of the file
     * @param access  access to the bytes
     * @param length  length of the file in this version in bytes
     * @param magic   of the structure
     * @param version of the structure
     * @return the mapping
     * @throws RingsideException with {@link ErrorCode#LAYOUT} if it is another kind of file; see {@link
     *                           ExistingFile#map}
     */
    public static MappedFile map(final Path path, final Access access, final int length, final long magic,
            final int version) {
        final MappedFile file;
        try {
            file = ExistingFile.map(path, access, length, length);
        } catch (final RingsideException e) {
            throw e.code() == ErrorCode.LAYOUT ? ofOtherLength(path, magic, version, e) : e;
        }
        boolean complete = false;
        try {
            check(path, file.buffer(), magic, version);
            complete = true;
            return file;
        } finally {
            if (!complete) {
                file.close();
            }
        }
    }

    /** Returns the error for a file of another length, which names its magic or version if they differ too. */
    private static RingsideException ofOtherLength(final Path path, final long magic, final int version,
            final RingsideException problem) {
        try (MappedFile file = ExistingFile.map(path, Access.READ_ONLY, LENGTH, Integer.MAX_VALUE)) {
            final long foundMagic = file.buffer().getLongAcquire(MAGIC_OFFSET);
            final int foundVersion = file.buffer().getInt(VERSION_OFFSET);
            return foundMagic == magic && foundVersion == version
                    ? problem
                    : otherRelease(path, foundMagic, magic, foundVersion, version);
        } catch (final RingsideException e) {
            return e;
        }
    }

    /**
     * Check that a file has the expected kind and version.
     *
     * @param path    path of the file, for the message
     * @param buffer  the whole file, at least {@link #LENGTH} bytes
     * @param magic   of the structure
     * @param version of the structure
     * @throws RingsideException with {@link ErrorCode#LAYOUT} if it is another kind of file
     */
    public static void check(final Path path, final AtomicBuffer buffer, final long magic, final int version) {
        final long foundMagic = buffer.getLongAcquire(MAGIC_OFFSET);
        final int foundVersion = buffer.getInt(VERSION_OFFSET);
        if (foundMagic != magic || foundVersion != version) {
            throw otherRelease(path, foundMagic, magic, foundVersion, version);
        }
        final long features = buffer.getLong(FEATURES_OFFSET);
        if (features != 0) {
            throw new RingsideException(ErrorCode.LAYOUT,
                    "file was made by another release: path=" + path + ", features=0x" + HexText.of(features)
                            + ", known=0x0: use that release, or another trace directory");
        }
        final int length = buffer.getInt(FILE_LENGTH_OFFSET);
        if (length != buffer.capacity()) {
            throw new RingsideException(ErrorCode.LAYOUT, "file length differs from its header: path=" + path
                    + ", length=" + buffer.capacity() + ", said=" + length + ": it is damaged, remove it");
        }
    }

    /**
     * Returns the error for a file that another release may have made, because its magic or version is unknown.
     *
     * @param path         path of the file
     * @param foundMagic   magic in the file
     * @param magic        expected magic
     * @param foundVersion version in the file
     * @param version      expected version
     * @return an error with {@link ErrorCode#LAYOUT} that names both values
     */
    public static RingsideException otherRelease(final Path path, final long foundMagic, final long magic,
            final int foundVersion, final int version) {
        return new RingsideException(ErrorCode.LAYOUT, foundMagic == magic
                ? "file was made by another release: path=" + path + ", version=" + foundVersion + ", known="
                        + version + ": use that release, or another trace directory"
                : "file was made by another release, or is foreign or damaged: path=" + path + ", magic=0x"
                        + HexText.of(foundMagic) + ", expected=0x" + HexText.of(magic)
                        + ": use that release, another trace directory, or remove the file");
    }
}
