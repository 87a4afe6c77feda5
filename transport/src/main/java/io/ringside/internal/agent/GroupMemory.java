package io.ringside.internal.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The memory limit of a control group that contains this process. Immutable.
 *
 * @param limitFile  file that contains the limit
 * @param limitBytes limit in bytes
 * @param usedBytes  memory used by all processes of the group, in bytes
 */
public record GroupMemory(Path limitFile, long limitBytes, long usedBytes) {
    private static final Path SELF = Path.of("/proc/self/cgroup");
    private static final Path MOUNTS = Path.of("/sys/fs/cgroup");
    /** Version 1 uses a number near the maximum to represent no limit. */
    private static final long UNBOUNDED = 1L << 60;

    /** The files of one version of control groups. */
    private record Version(Path root, String limit, String usage) {}

    /**
     * Find the limit that leaves the least memory: that of the group itself, or of an enclosing group.
     *
     * @return empty if memory is not limited, or the system has no control groups
     */
    public static Optional<GroupMemory> tightest() {
        return tightest(SELF, MOUNTS);
    }

    static Optional<GroupMemory> tightest(final Path self, final Path mounts) {
        final Version unified = new Version(mounts, "memory.max", "memory.current");
        final Version legacy = new Version(mounts.resolve("memory"), "memory.limit_in_bytes",
                "memory.usage_in_bytes");
        final String groups = read(self).orElse("");
        return Stream.concat(levels(unified, unifiedGroup(groups)), levels(legacy, legacyGroup(groups)))
                .min(Comparator.comparingLong(GroupMemory::freeBytes));
    }

    /** Returns the free memory; 0 if the group is beyond its limit. */
    public long freeBytes() {
        return Math.max(0, limitBytes - usedBytes);
    }

    /** Returns the limits from the root to a group, whose path is missing if a container sees it as the root. */
    private static Stream<GroupMemory> levels(final Version version, final String group) {
        final Path root = version.root().normalize();
        final Stream.Builder<Path> levels = Stream.builder();
        Path level = Path.of(root + "/" + group).normalize();
        while (level != null && level.startsWith(root)) {
            levels.add(level);
            level = level.getParent();
        }
        return levels.build().flatMap(path -> bound(version, path).stream());
    }

    private static Optional<GroupMemory> bound(final Version version, final Path level) {
        final Path limitFile = level.resolve(version.limit());
        try {
            final long limit = Long.parseLong(read(limitFile).orElse(""));
            final long used = Long.parseLong(read(level.resolve(version.usage())).orElse(""));
            return limit < UNBOUNDED ? Optional.of(new GroupMemory(limitFile, limit, used)) : Optional.empty();
        } catch (final NumberFormatException e) {
            // No such file, or "max": there is no limit.
            return Optional.empty();
        }
    }

    private static String unifiedGroup(final String groups) {
        return groups.lines().filter(line -> line.startsWith("0::")).map(line -> line.substring(3)).findFirst()
                .orElse("");
    }

    /** Parses lines that consist of a number, the controllers and the path. */
    private static String legacyGroup(final String groups) {
        return groups.lines().map(line -> line.split(":", 3))
                .filter(parts -> parts.length == 3 && ("," + parts[1] + ",").contains(",memory,"))
                .map(parts -> parts[2]).findFirst().orElse("");
    }

    private static Optional<String> read(final Path path) {
        try {
            return Optional.of(Files.readString(path).strip());
        } catch (final IOException e) {
            return Optional.empty();
        }
    }
}
