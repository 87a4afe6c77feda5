package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.FileNames.TemporaryFileName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Permissions in a trace directory: for the owner only, or for a group whose members trust each other as one user. The
 * folder around a file or folder decides: one of mode 2770 passes on its group and the group's permissions. None are
 * set if the system has no such modes. Stateless.
 */
final class Permissions {
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> SHARED_FILE = PosixFilePermissions.fromString("rw-rw----");
    /** All bits of a mode except for the file's type; the JDK has no name for the one that passes on the group. */
    private static final int MODE_MASK = 07777;
    private static final int PRIVATE_MODE = 0700;
    private static final int SHARED_MODE = 02770;
    private static final String MODE = "unix:mode";
    private static final String USER_ID = "unix:uid";
    private static final String GROUP_ID = "unix:gid";
    private static final Path SELF_STATUS = Path.of("/proc/self/status");
    /** Real, effective and saved user id, then the one that owns new files. */
    private static final Pattern FILE_USER = Pattern.compile("Uid:(?:\\s+[0-9]{1,18}){3}\\s+([0-9]{1,18})\\s*");

    private Permissions() {}

    /** Makes a folder with the permissions that the enclosing folder passes on. */
    static void createFolder(final Path path) throws IOException {
        Files.createDirectory(path, ofFolder(path));
        if (isShared(folderOf(path))) {
            Files.setAttribute(path, MODE, SHARED_MODE, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** Returns the permissions of a folder for its owner only. */
    static FileAttribute<?>[] ofFolder(final Path path) {
        return attributes(path.getFileSystem(), FOLDER);
    }

    /** Returns the permissions with which a file is made, before {@link #settleFile}. */
    static FileAttribute<?>[] ofFile(final Path path) {
        return attributes(path.getFileSystem(), FILE);
    }

    /** Sets a new file's permissions to those that its folder passes on, regardless of the process's mask. */
    static void settleFile(final Path path) throws IOException {
        if (isShared(folderOf(path))) {
            posix(path).setPermissions(SHARED_FILE);
        }
    }

    /** Assigns a folder to a group. */
    static void share(final Path folder, final GroupPrincipal group) throws IOException {
        posix(folder).setGroup(group);
        Files.setAttribute(folder, MODE, SHARED_MODE, LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns whether a folder is for a group. */
    static boolean isShared(final Path folder) throws IOException {
        return hasModes(folder.getFileSystem()) && mode(folder) == SHARED_MODE;
    }

    /** Returns whether a folder is for its owner only. */
    static boolean isPrivate(final Path folder) throws IOException {
        return !hasModes(folder.getFileSystem()) || mode(folder) == PRIVATE_MODE;
    }

    /** Returns the mode and group of a folder, for messages. */
    static String describe(final Path folder) throws IOException {
        return "mode=" + PosixFilePermissions.toString(Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS))
                + ", group=" + groupOf(folder).getName();
    }

    /** Returns a group by its name or number. */
    static GroupPrincipal group(final Path folder, final String name) throws IOException {
        if (!hasModes(folder.getFileSystem())) {
            throw new RingsideException(ErrorCode.ACCESS_DENIED, "file system has no groups: path=" + folder
                    + ", group=" + name + ": use a directory of your own");
        }
        return folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(name);
    }

    static GroupPrincipal groupOf(final Path folder) throws IOException {
        return Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS).group();
    }

    /**
     * Returns whether a folder belongs to this process's user, by user id, since a user may have no name. If the system
     * does not report the id, it is read from a file that is made in the folder.
     */
    static boolean isOwn(final Path folder) throws IOException {
        final OptionalLong user = hasModes(folder.getFileSystem()) ? fileUser() : OptionalLong.empty();
        return user.isPresent()
                ? user.getAsLong() == ((Number) Files.getAttribute(folder, USER_ID, LinkOption.NOFOLLOW_LINKS))
                        .longValue()
                : isProbeOwn(folder);
    }

    /** Returns the user id that owns the files of this process, as reported by Linux. */
    private static OptionalLong fileUser() {
        try (Stream<String> lines = Files.lines(SELF_STATUS, StandardCharsets.ISO_8859_1)) {
            return lines.map(FILE_USER::matcher).filter(Matcher::matches)
                    .mapToLong(line -> Long.parseLong(line.group(1))).findFirst();
        } catch (final IOException | UncheckedIOException e) {
            return OptionalLong.empty();
        }
    }

    private static boolean isProbeOwn(final Path folder) throws IOException {
        final Path probe = folder.resolve(new TemporaryFileName(Incarnation.random(), 0).toString());
        Files.createFile(probe, ofFile(probe));
        try {
            return Files.getOwner(probe, LinkOption.NOFOLLOW_LINKS)
                    .equals(Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS));
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    /**
     * Returns whether a file can be trusted: its owner, or the group of a shared folder, is that of the folder. Ids are
     * compared if possible, because the names of the JDK's owners may require a query to another machine.
     */
    static boolean isTrusted(final Path file, final Path folder) throws IOException {
        if (!hasModes(folder.getFileSystem())) {
            return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS)
                    .equals(Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS));
        }
        final String number = isShared(folder) ? GROUP_ID : USER_ID;
        return Files.getAttribute(file, number, LinkOption.NOFOLLOW_LINKS)
                .equals(Files.getAttribute(folder, number, LinkOption.NOFOLLOW_LINKS));
    }

    private static int mode(final Path folder) throws IOException {
        return (Integer) Files.getAttribute(folder, MODE, LinkOption.NOFOLLOW_LINKS) & MODE_MASK;
    }

    private static PosixFileAttributeView posix(final Path path) {
        return Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static Path folderOf(final Path path) {
        final Path folder = path.getParent();
        return folder == null ? path.toAbsolutePath().resolveSibling(".") : folder;
    }

    private static FileAttribute<?>[] attributes(final FileSystem system, final Set<PosixFilePermission> mode) {
        return hasModes(system)
                ? new FileAttribute<?>[]{PosixFilePermissions.asFileAttribute(mode)}
                : new FileAttribute<?>[0];
    }

    private static boolean hasModes(final FileSystem system) {
        return system.supportedFileAttributeViews().contains("unix");
    }
}
