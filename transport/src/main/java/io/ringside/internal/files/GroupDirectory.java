package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.FileNames.TemporaryFileName;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes a trace directory for a group: under another name next to it, with all of its folders, and then renamed, so
 * that no member finds a directory without its permissions. Stateless.
 */
final class GroupDirectory {
    private GroupDirectory() {}

    /** Makes the directory, or uses one that somebody else has made meanwhile. */
    static void create(final Path path, final String groupName) throws IOException {
        final GroupPrincipal group = group(path, groupName);
        final Path temporary = path
                .resolveSibling("." + path.getFileName() + "." + new TemporaryFileName(Incarnation.random(), 0));
        try {
            Files.createDirectory(temporary, Permissions.ofFolder(temporary));
            share(temporary, group);
            DirectoryCheck.makeFolders(temporary);
            rename(temporary, path);
        } finally {
            remove(temporary);
        }
    }

    /** Returns a group by its name or number. */
    static GroupPrincipal group(final Path path, final String groupName) throws IOException {
        try {
            return Permissions.group(path, groupName);
        } catch (final UserPrincipalNotFoundException e) {
            throw new RingsideException(ErrorCode.NOT_FOUND,
                    "no such group: group=" + groupName + ": getent group lists them", e);
        }
    }

    private static void share(final Path folder, final GroupPrincipal group) {
        try {
            Permissions.share(folder, group);
        } catch (final IOException e) {
            throw new RingsideException(ErrorCode.ACCESS_DENIED,
                    "trace directory cannot be given to the group: path=" + folder + ", group=" + group.getName()
                            + ", reason=" + e.getMessage() + ": use a group that this user is in",
                    e);
        }
    }

    private static void rename(final Path temporary, final Path path) throws IOException {
        try {
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (final FileSystemException e) {
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        }
    }

    private static void remove(final Path folder) throws IOException {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            final List<Path> paths;
            try (Stream<Path> walk = Files.walk(folder)) {
                paths = walk.sorted(Comparator.reverseOrder()).toList();
            }
            for (final Path path : paths) {
                Files.deleteIfExists(path);
            }
        }
    }
}
