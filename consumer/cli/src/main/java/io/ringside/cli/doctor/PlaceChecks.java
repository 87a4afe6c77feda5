package io.ringside.cli.doctor;

import io.ringside.RingsideException;
import io.ringside.cli.doctor.Finding.Check;
import io.ringside.internal.agent.GroupMemory;
import io.ringside.internal.agent.MemoryBudget;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.registry.Registry;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks of the place of the trace directory: rights, file system, free space. Not thread-safe. */
final class PlaceChecks {
    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
    private static final int MOUNT_POINT = 4;
    private static final String DEFAULT_NAME = "default";

    private final TraceDirectory directory;

    PlaceChecks(final TraceDirectory directory) {
        this.directory = directory;
    }

    /** Returns the checks that need only the directory. It could be opened, so it is in use and belongs to Ringside. */
    List<Check> all() {
        return List.of(new Check("directory", this::rights), new Check("fileSystem", this::fileSystem));
    }

    /** Returns the checks of free space for lanes. */
    List<Check> room(final Registry registry) {
        return List.of(new Check("space", () -> space(registry)), new Check("memory", () -> memory(registry)));
    }

    private Finding rights() {
        final Path path = directory.path();
        try {
            final boolean hasModes = path.getFileSystem().supportedFileAttributeViews().contains("posix");
            return Finding.fine("directory", "path=" + path + ", owner="
                    + Files.getOwner(path, LinkOption.NOFOLLOW_LINKS) + ", mode=" + (hasModes
                            ? PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS))
                            : "none"));
        } catch (final IOException e) {
            throw RingsideException.ofFile("examine the trace directory", path, e);
        }
    }

    private Finding fileSystem() {
        final List<String> remarks = Stream.of(new LogoutRemoval(Path.of("/")).warning(directory.path()),
                hugePages(directory.path(), MOUNTS)).flatMap(Stream::ofNullable).toList();
        return directory.warning().map(warning -> Finding.bad("fileSystem", warning))
                .orElseGet(() -> Finding.fine("fileSystem", "type=" + store().type() + ": in memory", remarks));
    }

    /** Returns a remark if each file occupies a huge page, which is more than most files need; null otherwise. */
    static @Nullable String hugePages(final Path path, final Path mounts) {
        try (Stream<String> lines = Files.lines(mounts)) {
            return lines.map(line -> line.split(" ")).filter(mount -> path.startsWith(mount[MOUNT_POINT]))
                    .max(Comparator.comparingInt(mount -> mount[MOUNT_POINT].length()))
                    .filter(mount -> List.of(mount[mount.length - 1].split(",")).contains("huge=always"))
                    .map(mount -> "each file takes at least 2 MiB of memory: mount=" + mount[MOUNT_POINT]
                            + ", huge=always: mount it with huge=within_size, or use another directory")
                    .orElse(null);
        } catch (final IOException | UncheckedIOException | IndexOutOfBoundsException e) {
            // Not Linux, or not readable: the file system's settings are unknown.
            return null;
        }
    }

    private Finding space(final Registry registry) {
        final long need = needBytes(registry);
        try {
            final FileStore store = store();
            final long free = store.getUsableSpace();
            return room("space", "freeBytes=" + free + ", totalBytes=" + store.getTotalSpace() + ", needBytes="
                    + need, free >= need, "free some space, or use another trace directory");
        } catch (final IOException e) {
            throw RingsideException.ofFile("find the free space", directory.path(), e);
        }
    }

    private static Finding memory(final Registry registry) {
        final long need = needBytes(registry);
        return GroupMemory.tightest()
                .map(group -> room("memory", "limitBytes=" + group.limitBytes() + ", usedBytes=" + group.usedBytes()
                        + ", needBytes=" + need + ", controlGroup=" + group.limitFile(), group.freeBytes() >= need,
                        "raise the limit of the control group"))
                .orElseGet(() -> Finding.fine("memory", "no control group limits it"));
    }

    private static Finding room(
            final String name, final String figures, final boolean enough, final String remedy) {
        return enough
                ? Finding.fine(name, figures + ": enough for the lanes of one more process")
                : Finding.bad(name, "not enough for the lanes of one more process: " + figures + ": " + remedy
                        + ", or start sessions with smaller lanes");
    }

    /** Returns the memory needed by the next process for its lanes of the running sessions, or of a default one. */
    private static long needBytes(final Registry registry) {
        final long need = registry.rows().snapshot().sessions().stream()
                .mapToLong(session -> MemoryBudget.firstNeedBytes(session.settings().laneBytes())).sum();
        return need > 0
                ? need
                : MemoryBudget.firstNeedBytes(SessionSettings.builder(DEFAULT_NAME).build().laneBytes());
    }

    private FileStore store() {
        try {
            return Files.getFileStore(directory.path());
        } catch (final IOException e) {
            throw RingsideException.ofFile("find the file system", directory.path(), e);
        }
    }
}
