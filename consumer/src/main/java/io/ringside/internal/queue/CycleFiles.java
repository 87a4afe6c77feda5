package io.ringside.internal.queue;

import io.ringside.internal.files.FolderListing;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.RollingResourcesCache;

/**
 * Files of a queue that exist in its folder. Chronicle's own list may still contain removed files. Not thread-safe.
 */
final class CycleFiles {
    private final Path folder;
    private final RollCycle roll;
    private final long epoch;
    private final RollingResourcesCache names;

    CycleFiles(final Path folder, final RollCycle roll, final long epoch) {
        this.folder = folder;
        this.roll = roll;
        this.epoch = epoch;
        this.names = new RollingResourcesCache(roll, epoch,
                name -> folder.resolve(name + QueueFiles.DATA_SUFFIX).toFile(),
                file -> file.getName().substring(0, file.getName().length() - QueueFiles.DATA_SUFFIX.length()));
    }

    /** Returns the cycles that have a file, in ascending order. */
    List<Integer> cycles() {
        final List<Integer> cycles = new ArrayList<>();
        for (final String name : FolderListing.namesIn(folder)) {
            final OptionalInt cycle = name.endsWith(QueueFiles.DATA_SUFFIX) ? cycle(name) : OptionalInt.empty();
            cycle.ifPresent(cycles::add);
        }
        cycles.sort(null);
        return cycles;
    }

    /** Returns the first cycle that has a file; {@link QueueReader#NULL_FILE} if there is none. */
    int first() {
        final List<Integer> cycles = cycles();
        return cycles.isEmpty() ? QueueReader.NULL_FILE : cycles.get(0);
    }

    /** Returns the first cycle after another that has a file; {@link QueueReader#NULL_FILE} if there is none. */
    int behind(final int cycle) {
        return cycles().stream().filter(each -> each > cycle).findFirst().orElse(QueueReader.NULL_FILE);
    }

    /** Returns the size of a file in bytes; 0 if it has been removed. */
    long size(final int cycle) {
        return names.resourceFor(cycle).path.length();
    }

    Path file(final int cycle) {
        return names.resourceFor(cycle).path.toPath();
    }

    boolean exists(final int cycle) {
        return Files.isRegularFile(file(cycle), LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns the beginning of a cycle, in milliseconds since 1970. */
    long beginMs(final int cycle) {
        return (long) cycle * roll.lengthInMillis() + epoch;
    }

    /** Returns the cycle of a file by its name; empty for a file that does not have a name of the queue. */
    private OptionalInt cycle(final String fileName) {
        try {
            final int cycle = names
                    .parseCount(fileName.substring(0, fileName.length() - QueueFiles.DATA_SUFFIX.length()));
            // With damaged metadata, a name can be parsed as the name of another cycle.
            return file(cycle).getFileName().toString().equals(fileName) ? OptionalInt.of(cycle) : OptionalInt.empty();
        } catch (final RuntimeException e) {
            return OptionalInt.empty();
        }
    }
}
