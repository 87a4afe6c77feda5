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
 * The files of a queue as they lie in its folder. Chronicle's own list does not know of those that were removed. Not
 * thread-safe.
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

    /** The cycles that have a file, in their order. */
    List<Integer> cycles() {
        final List<Integer> cycles = new ArrayList<>();
        for (final String name : FolderListing.namesIn(folder)) {
            final OptionalInt cycle = name.endsWith(QueueFiles.DATA_SUFFIX) ? cycle(name) : OptionalInt.empty();
            cycle.ifPresent(cycles::add);
        }
        cycles.sort(null);
        return cycles;
    }

    /** The first of them; {@link QueueReader#NULL_FILE} if there is none. */
    int first() {
        final List<Integer> cycles = cycles();
        return cycles.isEmpty() ? QueueReader.NULL_FILE : cycles.get(0);
    }

    /** The first one after another; {@link QueueReader#NULL_FILE} if there is none. */
    int behind(final int cycle) {
        return cycles().stream().filter(each -> each > cycle).findFirst().orElse(QueueReader.NULL_FILE);
    }

    /** Bytes of a file, 0 if it is gone. */
    long size(final int cycle) {
        return names.resourceFor(cycle).path.length();
    }

    Path file(final int cycle) {
        return names.resourceFor(cycle).path.toPath();
    }

    boolean exists(final int cycle) {
        return Files.isRegularFile(file(cycle), LinkOption.NOFOLLOW_LINKS);
    }

    /** When a cycle begins, in milliseconds since 1970. */
    long beginMs(final int cycle) {
        return (long) cycle * roll.lengthInMillis() + epoch;
    }

    /** Returns the cycle of a file by its name; empty for a file that somebody has put there by another name. */
    private OptionalInt cycle(final String fileName) {
        try {
            final int cycle = names
                    .parseCount(fileName.substring(0, fileName.length() - QueueFiles.DATA_SUFFIX.length()));
            // Damaged metadata can make a name be read as another one.
            return file(cycle).getFileName().toString().equals(fileName) ? OptionalInt.of(cycle) : OptionalInt.empty();
        } catch (final RuntimeException e) {
            return OptionalInt.empty();
        }
    }
}
