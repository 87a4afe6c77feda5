package io.ringside.transport.directory;

import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/** Rights of what stands in a trace directory: the owner's alone. Where the system has no such modes, none are set. */
final class Permissions {
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private Permissions() {}

    static FileAttribute<?>[] ofFolder(final Path path) {
        return attributes(path.getFileSystem(), FOLDER);
    }

    static FileAttribute<?>[] ofFile(final Path path) {
        return attributes(path.getFileSystem(), FILE);
    }

    static void requirePrivate(final Path folder) throws IOException {
        if (!hasModes(folder.getFileSystem())) {
            return;
        }
        final Set<PosixFilePermission> mode = Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
        if (!mode.equals(FOLDER)) {
            throw new RingsideException(ErrorCode.ACCESS_DENIED,
                    "trace directory is not for its owner alone: path=" + folder + ", mode="
                            + PosixFilePermissions.toString(mode) + ": chmod 700 it, or use another");
        }
    }

    /**
     * Whether a folder belongs to this process's user: whether a file that is made in it has the same owner. Asking for
     * the user's id instead fails for users without a name and for programs with raised rights.
     */
    static boolean isOwn(final Path folder) throws IOException {
        final Path probe = folder.resolve(new TemporaryFileName(Incarnation.random(), 0).toString());
        Files.createFile(probe, ofFile(folder));
        try {
            return hasSameOwner(probe, folder);
        } finally {
            Files.delete(probe);
        }
    }

    static boolean hasSameOwner(final Path one, final Path other) throws IOException {
        final UserPrincipal owner = Files.getOwner(one, LinkOption.NOFOLLOW_LINKS);
        return owner.equals(Files.getOwner(other, LinkOption.NOFOLLOW_LINKS));
    }

    private static FileAttribute<?>[] attributes(final FileSystem system, final Set<PosixFilePermission> mode) {
        return hasModes(system)
                ? new FileAttribute<?>[]{PosixFilePermissions.asFileAttribute(mode)}
                : new FileAttribute<?>[0];
    }

    private static boolean hasModes(final FileSystem system) {
        return system.supportedFileAttributeViews().contains("posix");
    }
}
