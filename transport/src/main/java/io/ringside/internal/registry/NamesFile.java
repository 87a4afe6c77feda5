package io.ringside.internal.registry;

import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.layout.FileHeader;
import io.ringside.schema.PublishedNames;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.layout.NamesDescriptor.FILE_LENGTH;
import static io.ringside.internal.layout.NamesDescriptor.HEADER_LENGTH;
import static io.ringside.internal.layout.NamesDescriptor.INCARNATION_LEAST_OFFSET;
import static io.ringside.internal.layout.NamesDescriptor.INCARNATION_MOST_OFFSET;
import static io.ringside.internal.layout.NamesDescriptor.MAGIC;
import static io.ringside.internal.layout.NamesDescriptor.MOVED;
import static io.ringside.internal.layout.NamesDescriptor.PROVIDER_LEAST_OFFSET;
import static io.ringside.internal.layout.NamesDescriptor.PROVIDER_MOST_OFFSET;
import static io.ringside.internal.layout.NamesDescriptor.PUBLISHED_OFFSET;
import static io.ringside.internal.layout.NamesDescriptor.VERSION;

/**
 * The file of the names that this process publishes for a provider. An entry is written first, then a single store
 * makes it visible: readers find complete names even if the process is killed. Used by the control thread only.
 */
public final class NamesFile implements AutoCloseable {
    /** The file is allocated in steps of this size, so that storing an entry cannot fail. */
    private static final int STEP = 64 * 1024;

    private final MappedFile file;
    private final PublishedNames names;
    /** Number of names in the file. */
    private int count;
    /** Offset of the next entry. */
    private int end;
    /** The file's storage is allocated up to this offset. */
    private int written;

    private NamesFile(final MappedFile file, final PublishedNames names, final int count, final int end,
            final int written) {
        this.file = file;
        this.names = names;
        this.count = count;
        this.end = end;
        this.written = written;
    }

    /**
     * Make the file with all names published so far, replacing any file at the path.
     *
     * @param path       path of the file
     * @param files      of this process
     * @param providerId id of the provider
     * @param names      of the provider in this process
     * @return the file, to be closed
     * @throws io.ringside.RingsideException if it cannot be created
     */
    public static NamesFile create(final Path path, final FileMaker files, final UUID providerId,
            final PublishedNames names) {
        final List<PublishedNames.Entry> entries = names.entries(0);
        final int bytes = HEADER_LENGTH + entries.stream().mapToInt(PublishedNames.Entry::length).sum();
        final int written = roundedUp(bytes);
        final MappedFile file = files.replace(path, FILE_LENGTH, written, buffer -> {
            buffer.putLong(PROVIDER_MOST_OFFSET, providerId.getMostSignificantBits());
            buffer.putLong(PROVIDER_LEAST_OFFSET, providerId.getLeastSignificantBits());
            buffer.putLong(INCARNATION_MOST_OFFSET, files.incarnation().most());
            buffer.putLong(INCARNATION_LEAST_OFFSET, files.incarnation().least());
            int at = HEADER_LENGTH;
            for (final PublishedNames.Entry entry : entries) {
                at += NameEntries.encode(entry, buffer, at);
            }
            buffer.putLong(PUBLISHED_OFFSET, at - HEADER_LENGTH);
            FileHeader.publish(buffer, MAGIC, VERSION);
        });
        return new NamesFile(file, names, entries.size(), bytes, written);
    }

    /**
     * Publish the names that were added since the last call.
     *
     * @throws io.ringside.RingsideException if there is no room for a name; the names before it are published
     */
    public void write() {
        final UnsafeBuffer buffer = file.buffer();
        for (final PublishedNames.Entry entry : names.entries(count)) {
            final int next = end + entry.length();
            if (next > written) {
                final int more = roundedUp(next) - written;
                FileMaker.writeOn(file, written, more);
                written += more;
            }
            NameEntries.encode(entry, buffer, end);
            if (KillPoint.ARMED) {
                KillPoint.NAME_WRITTEN.reached();
            }
            buffer.putLongRelease(PUBLISHED_OFFSET, next - HEADER_LENGTH);
            end = next;
            count++;
            if (KillPoint.ARMED) {
                KillPoint.NAME_PUBLISHED.reached();
            }
        }
    }

    public Path path() {
        return file.path();
    }

    /** Returns whether the file still exists under its name. */
    public boolean stands() {
        return file.stands();
    }

    /** Mark this file as replaced: its readers find the names in the new file under the same name. */
    public void moved() {
        file.buffer().putLongRelease(PUBLISHED_OFFSET, MOVED);
    }

    /** Unmap. The file stays. */
    @Override
    public void close() {
        file.close();
    }

    private static int roundedUp(final int bytes) {
        return Math.min((bytes + STEP - 1) / STEP * STEP, FILE_LENGTH);
    }
}
