package io.ringside.cli.emit;

import io.ringside.RingsideException;
import io.ringside.internal.files.TraceDirectory;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The trace directory of the demo: the one named by the user, or a temporary one next to the default directory.
 *
 * @param path      of the directory
 * @param temporary whether the directory is removed at the end
 */
record DemoDirectory(Path path, boolean temporary) implements AutoCloseable {
    private static final String PREFIX = "ringside-demo-";

    /**
     * Creates a temporary directory, or uses the one that the user named.
     *
     * @param named directory named by the user, null if there is none
     */
    static DemoDirectory prepare(final @Nullable Path named) {
        if (named != null) {
            return new DemoDirectory(named, false);
        }
        final Path parent = TraceDirectory.defaultPath().toAbsolutePath().getParent();
        final Path place = parent == null || !Files.isWritable(parent)
                ? Path.of(System.getProperty("java.io.tmpdir"))
                : parent;
        try {
            return new DemoDirectory(Files.createTempDirectory(place, PREFIX), true);
        } catch (final IOException e) {
            throw RingsideException.ofFile("create a directory for the demo", place, e);
        }
    }

    /** Removes a temporary directory with all its content; symbolic links are removed, not followed. */
    @Override
    public void close() {
        if (!temporary) {
            return;
        }
        try {
            Files.walkFileTree(path, new Removal());
        } catch (final IOException e) {
            throw RingsideException.ofFile("remove the directory of the demo", path, e);
        }
    }

    private static final class Removal extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        /** Ignores missing files, because processes of the demo may remove their own files at the same time. */
        @Override
        public FileVisitResult visitFileFailed(final Path file, final IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(final Path folder, final @Nullable IOException failure)
                throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
