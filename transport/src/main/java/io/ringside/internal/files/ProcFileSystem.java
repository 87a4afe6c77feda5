package io.ringside.internal.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kernel as this process sees it, and the other processes of its pid namespace. Values are 0 if the system does not
 * show them. Immutable.
 *
 * @param path             mount point of the file system
 * @param bootId           of the running kernel
 * @param pidNamespace     inode of the pid namespace
 * @param monotonicShiftNs offset that the time namespace adds to the monotonic clock
 * @param boottimeShiftNs  offset that the time namespace adds to the clock since boot
 */
public record ProcFileSystem(Path path, UUID bootId, long pidNamespace, long monotonicShiftNs, long boottimeShiftNs) {
    /** Start time of a process that this system does not show. */
    public static final long UNKNOWN = 0;
    /** Start time of a process that has ended. */
    public static final long ENDED = -1;

    private static final Path PROC = Path.of("/proc");
    private static final UUID NO_BOOT_ID = new UUID(0, 0);
    private static final Pattern NAMESPACE = Pattern.compile("pid:\\[([0-9]{1,18})]");
    /** State and start time of a process; they follow its name, which may contain anything. */
    private static final Pattern STATE_AND_START = Pattern.compile("^(\\S)(?: \\S+){18} ([0-9]{1,18}) ");
    private static final String ENDED_STATES = "ZXx";
    /** The kernel reports times to programs in hundredths of a second on all processors. */
    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Holder of the file system of this process, which is read once. */
    private static final class Own {
        private static final ProcFileSystem INSTANCE = read(PROC);
    }

    /** Returns the file system of this process. */
    public static ProcFileSystem own() {
        return Own.INSTANCE;
    }

    /**
     * Read a file system.
     *
     * @param path mount point of the file system
     * @return its values
     */
    public static ProcFileSystem read(final Path path) {
        final String offsets = text(path.resolve("self/timens_offsets"));
        return new ProcFileSystem(path, bootId(text(path.resolve("sys/kernel/random/boot_id"))), pidNamespace(path),
                shiftNs(offsets, "monotonic"), shiftNs(offsets, "boottime"));
    }

    /**
     * Returns the start time of a process of this pid namespace, which distinguishes processes of the same pid.
     *
     * @param pid of the process
     * @return nanoseconds since boot, in steps of 10 ms; {@link #ENDED} if it has ended, {@link #UNKNOWN} if this
     *         system does not show its processes by their pids, or not this one
     * @throws IOException if the process exists, and its start cannot be read now
     */
    public long startNs(final long pid) throws IOException {
        if (!showsOwnPid()) {
            return UNKNOWN;
        }
        try {
            final String stat = Files.readString(path.resolve(Long.toString(pid)).resolve("stat"),
                    StandardCharsets.ISO_8859_1);
            final Matcher matcher = STATE_AND_START.matcher(stat.substring(stat.lastIndexOf(')') + 1).stripLeading());
            if (!matcher.find()) {
                return UNKNOWN;
            }
            return ENDED_STATES.contains(matcher.group(1))
                    ? ENDED
                    : Long.parseLong(matcher.group(2)) * TICK_NS - boottimeShiftNs;
        } catch (final NoSuchFileException e) {
            return ENDED;
        } catch (final AccessDeniedException e) {
            return UNKNOWN;
        } catch (final IOException e) {
            if (Files.notExists(path.resolve(Long.toString(pid)))) {
                // The process ended while its file was read.
                return ENDED;
            }
            // Another problem, such as a shortage of descriptors, does not prove death.
            throw e;
        }
    }

    /** Returns whether two start times are those of the same process; each may be rounded by a step. */
    static boolean isSameStart(final long oneNs, final long otherNs) {
        return Math.abs(oneNs - otherNs) <= TICK_NS;
    }

    /** Returns whether pids are those of this process's namespace; a container may see the processes of its host. */
    private boolean showsOwnPid() {
        try {
            return Files.readSymbolicLink(path.resolve("self")).toString()
                    .equals(Long.toString(ProcessHandle.current().pid()));
        } catch (final IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static UUID bootId(final String text) {
        try {
            return UUID.fromString(text.strip());
        } catch (final IllegalArgumentException e) {
            return NO_BOOT_ID;
        }
    }

    private static long pidNamespace(final Path proc) {
        try {
            final Matcher matcher = NAMESPACE.matcher(Files.readSymbolicLink(proc.resolve("self/ns/pid")).toString());
            return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
        } catch (final IOException | UnsupportedOperationException e) {
            return 0;
        }
    }

    /** Parses lines that consist of the name of a clock, seconds and nanoseconds. */
    private static long shiftNs(final String offsets, final String clock) {
        final Matcher matcher = Pattern.compile("(?m)^" + clock + "\\s+(-?[0-9]{1,10})\\s+([0-9]{1,9})\\s*$")
                .matcher(offsets);
        return matcher.find()
                ? TimeUnit.SECONDS.toNanos(Long.parseLong(matcher.group(1))) + Long.parseLong(matcher.group(2))
                : 0;
    }

    private static String text(final Path path) {
        try {
            return Files.readString(path);
        } catch (final IOException e) {
            return "";
        }
    }
}
