package io.ringside.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

import static org.awaitility.Awaitility.await;

/**
 * A control group within that of this process, with a bound of memory. It is removed when it is closed; its processes
 * have to end before.
 */
final class MemoryGroup implements AutoCloseable {
    private static final Path MOUNTS = Path.of("/sys/fs/cgroup");
    private static final String PROCESSES = "cgroup.procs";
    private static final String OOM_KILLS = "oom_kill ";

    private final Path folder;
    private final Path events;

    private MemoryGroup(final Path folder, final Path events) {
        this.folder = folder;
        this.events = events;
    }

    /** One within the group of this process; empty where it cannot be had. */
    static Optional<MemoryGroup> tryCreate(final long limitBytes) throws IOException {
        final String name = "ringside-test-" + ProcessHandle.current().pid();
        for (final String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
            final String[] parts = line.split(":", 3);
            final MemoryGroup group;
            if (parts[1].isEmpty()) {
                group = tryCreate(Path.of(MOUNTS + parts[2], name), "memory.max", "memory.events", limitBytes);
            } else if (List.of(parts[1].split(",", -1)).contains("memory")) {
                group = tryCreate(Path.of(MOUNTS + "/memory" + parts[2], name), "memory.limit_in_bytes",
                        "memory.oom_control", limitBytes);
            } else {
                continue;
            }
            if (group != null) {
                return Optional.of(group);
            }
        }
        return Optional.empty();
    }

    /** Command that runs the one behind it in this group. */
    List<String> wrapper() {
        return List.of("sh", "-c", "echo $$ > " + folder.resolve(PROCESSES) + " && exec \"$@\"", "sh");
    }

    /** Processes of the group that the kernel has killed for want of memory. */
    long kills() throws IOException {
        try (Stream<String> lines = Files.lines(events)) {
            return lines.filter(line -> line.startsWith(OOM_KILLS))
                    .mapToLong(line -> Long.parseLong(line.substring(OOM_KILLS.length()))).sum();
        }
    }

    @Override
    public void close() {
        await().atMost(Duration.ofSeconds(10)).ignoreExceptions().until(() -> {
            Files.deleteIfExists(folder);
            return true;
        });
    }

    private static @Nullable MemoryGroup tryCreate(final Path folder, final String limit, final String events,
            final long limitBytes) {
        try {
            Files.createDirectory(folder);
        } catch (final IOException e) {
            return null;
        }
        try {
            Files.writeString(folder.resolve(limit), Long.toString(limitBytes));
            return new MemoryGroup(folder, folder.resolve(events));
        } catch (final IOException e) {
            // The group's memory is not ours to bound.
            folder.toFile().delete();
            return null;
        }
    }
}
