package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes a trace directory, or checks whether an existing one can be trusted. Afterwards the directory and its folders
 * exist.
 *
 * @param path    of the directory without links
 * @param warning warning for the user, if there is one
 */
record DirectoryCheck(Path path, Optional<String> warning) {
    /** Id that the kernel reports for each user that a user namespace does not map. */
    private static final int OVERFLOW_UID = 65_534;

    private static final List<String> NETWORK_PREFIXES = List.of("nfs", "cifs", "smb", "fuse", "9p", "afs", "ceph");
    private static final String MEMORY_TYPE = "tmpfs";

    /**
     * Check a directory that was named explicitly.
     *
     * @param given path of the directory
     * @param group group to which it has to belong, by name or number; null for any owner
     */
    static DirectoryCheck prepare(final Path given, final @Nullable String group) {
        try {
            final Path path = make(given, group);
            requireRights(path, group);
            return prepared(path);
        } catch (final IOException e) {
            throw RingsideException.ofFile("open the trace directory", given, e);
        }
    }

    /** Check the default directory: another user may have created one at its path. */
    static DirectoryCheck prepareOwn(final Path given) {
        try {
            final Path path = make(given, null);
            requireRights(path, null);
            requireOwn(path);
            return prepared(path);
        } catch (final IOException e) {
            throw RingsideException.ofFile("open the trace directory", given, e);
        }
    }

    private static DirectoryCheck prepared(final Path path) throws IOException {
        final Optional<String> warning = checkStore(path, Files.getFileStore(path).type());
        makeFolders(path);
        return new DirectoryCheck(path, warning);
    }

    /** Makes the missing folders of a trace directory. */
    static void makeFolders(final Path path) throws IOException {
        final Path base = path.resolve(TraceDirectory.LAYOUT_FOLDER);
        makeFolder(base);
        for (final String folder : List.of("rows", "providers", "processes", "sessions", "counters")) {
            makeFolder(base.resolve(folder));
        }
        makeFolder(path.resolve(TraceDirectory.AUTOSTART_FOLDER));
    }

    private static Path make(final Path given, final @Nullable String group) throws IOException {
        final Path absolute = given.toAbsolutePath().normalize();
        final Path parent = absolute.getParent();
        final Path name = absolute.getFileName();
        if (parent == null || name == null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "trace directory must not be the root: path=" + given + ": name a directory for traces alone");
        }
        Files.createDirectories(parent);
        final Path path = parent.toRealPath().resolve(name);
        if (group != null && !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            GroupDirectory.create(path, group);
        } else {
            makeDirectory(path);
        }
        return path;
    }

    /** Makes the directory for its owner only, whatever the permissions of the folder around it. */
    private static void makeDirectory(final Path path) throws IOException {
        try {
            Files.createDirectory(path, Permissions.ofFolder(path));
        } catch (final FileAlreadyExistsException e) {
            requireFolder(path);
        }
    }

    private static void makeFolder(final Path path) throws IOException {
        try {
            Permissions.createFolder(path);
        } catch (final FileAlreadyExistsException e) {
            requireFolder(path);
        }
    }

    private static void requireFolder(final Path path) throws IOException {
        final BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (final NoSuchFileException e) {
            throw new RingsideException(ErrorCode.BUSY,
                    "trace directory is being removed: path=" + path + ": try again", e);
        }
        if (!attributes.isDirectory()) {
            throw new RingsideException(ErrorCode.LAYOUT, "not a directory, or a link: path="
                    + path + ": remove it, or use another trace directory");
        }
    }

    private static void requireRights(final Path path, final @Nullable String group) throws IOException {
        if (Permissions.isShared(path)) {
            requireMember(path);
        } else if (Permissions.isPrivate(path)) {
            requireOwn(path);
        } else {
            throw new RingsideException(ErrorCode.ACCESS_DENIED,
                    "trace directory is not for its owner alone, nor for one group: path=" + path + ", "
                            + Permissions.describe(path) + (mayBeOurs(path)
                                    ? ": chmod 700 or 2770 it, or use another"
                                    : ": it is used for something else, name another directory"));
        }
        if (group != null
                && !(Permissions.isShared(path)
                        && Permissions.groupOf(path).equals(GroupDirectory.group(path, group)))) {
            throw new RingsideException(ErrorCode.ACCESS_DENIED, "trace directory is not for this group: path=" + path
                    + ", asked=" + group + ", " + Permissions.describe(path)
                    + ": use another directory, which is then made for the group");
        }
    }

    /** Returns whether a directory may be a trace directory, or is still empty. */
    private static boolean mayBeOurs(final Path path) {
        if (!Files.isReadable(path)) {
            // A wrong owner or group is reported when the directory is opened.
            return true;
        }
        final List<String> names = FolderListing.namesIn(path);
        return names.isEmpty() || names.contains(TraceDirectory.LAYOUT_FOLDER)
                || names.contains(TraceDirectory.AUTOSTART_FOLDER);
    }

    /** Refuses a path that is not a trace directory, without creating anything. */
    static void requireMade(final Path path) {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "no such trace directory: path=" + path
                    + ": check its name; the first traced application, or the start of a session, makes it");
        }
        if (!mayBeOurs(path)) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "not a trace directory: path=" + path
                    + ": name the one that the traced applications use");
        }
    }

    private static void requireMember(final Path path) throws IOException {
        if (!Files.isWritable(path)) {
            throw new RingsideException(ErrorCode.ACCESS_DENIED,
                    "trace directory is for a group that this user is not in: path=" + path + ", "
                            + Permissions.describe(path) + ": have the user added to it, or use another directory");
        }
    }

    private static void requireOwn(final Path path) throws IOException {
        if (!Permissions.isOwn(path)) {
            throw new RingsideException(ErrorCode.ACCESS_DENIED, foreign(path,
                    Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName(),
                    (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS)));
        }
    }

    /** Returns the message for a foreign owner, which this process's user namespace may not map. */
    static String foreign(final Path path, final String owner, final int uid) {
        return "trace directory belongs to another user: path=" + path + ", owner=" + owner + (uid == OVERFLOW_UID
                ? ", uid=" + uid + ": this may be a user that the user namespace of this process or container does not "
                        + "map: run it in the namespace of the traced applications, or use a directory of your own"
                : ": use one of your own");
    }

    /** Refuses a file system that cannot share memory between processes; warns of one that is slower than memory. */
    static Optional<String> checkStore(final Path path, final String type) {
        final String lower = type.toLowerCase(Locale.ROOT);
        if (NETWORK_PREFIXES.stream().anyMatch(lower::startsWith)) {
            throw new RingsideException(ErrorCode.LAYOUT,
                    "file system cannot share memory between processes: path=" + path + ", type=" + type
                            + ": use a directory on tmpfs, such as /dev/shm");
        }
        return lower.equals(MEMORY_TYPE)
                ? Optional.empty()
                : Optional
                        .of("trace directory is not in memory, writing may wait for the disk: path=" + path + ", type="
                                + type + ": use a directory on tmpfs, such as /dev/shm");
    }
}
