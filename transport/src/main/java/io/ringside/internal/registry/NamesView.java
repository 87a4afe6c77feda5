package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.layout.FileHeader;
import io.ringside.schema.PublishedNames;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

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
 * The names that a process publishes for a provider, as read by other processes. Each call finds all names that were
 * published before the events that the reader has seen, and costs one load while there is nothing new. Damage is
 * reported once; the names before it remain. Thread-safe.
 */
public final class NamesView implements Supplier<PublishedNames> {
    private static final long RETRY_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final Path path;
    private final UUID providerId;
    private final Incarnation incarnation;
    private final NanoClock clock;
    private final ErrorHandler errorHandler;
    private final PublishedNames names = new PublishedNames();
    /** Unmapped as soon as no field refers to it. */
    private volatile @Nullable UnsafeBuffer buffer;
    private volatile long seen;
    private boolean tried;
    private boolean told;
    private volatile boolean damaged;
    private volatile long retryNs;

    NamesView(final Path path, final UUID providerId, final Incarnation incarnation, final NanoClock clock,
            final ErrorHandler errorHandler) {
        this.path = path;
        this.providerId = providerId;
        this.incarnation = incarnation;
        this.clock = clock;
        this.errorHandler = errorHandler;
    }

    /** Returns the names, including all that have been published by now. */
    @Override
    public PublishedNames get() {
        final UnsafeBuffer mapped = buffer;
        if (mapped == null ? !damaged : isChanged(mapped)) {
            read();
        }
        return names;
    }

    /** Returns whether there are new names. The fault of a truncated file is raised here, and not in an event. */
    private boolean isChanged(final UnsafeBuffer mapped) {
        try {
            final boolean isChanged = mapped.getLongVolatile(PUBLISHED_OFFSET) != seen;
            MappedFault.settle();
            return isChanged;
        } catch (final InternalError e) {
            MappedFault.require(e);
            return true;
        }
    }

    private synchronized void read() {
        try {
            MappedFault.guard(path, this::readNew);
        } catch (final RingsideException e) {
            giveUp(e);
        }
    }

    private void readNew() {
        UnsafeBuffer mapped = buffer == null ? open() : buffer;
        if (mapped != null && mapped.getLongVolatile(PUBLISHED_OFFSET) == MOVED) {
            buffer = null;
            tried = false;
            seen = 0;
            mapped = open();
        }
        final long published = mapped == null ? MOVED : mapped.getLongVolatile(PUBLISHED_OFFSET);
        if (mapped != null && published != MOVED) {
            final int room = Math.max(0, mapped.capacity() - HEADER_LENGTH);
            if (published < seen || published > room || published % Long.BYTES != 0) {
                throw new RingsideException(ErrorCode.CORRUPT, "names of a process are damaged: path=" + path
                        + ", published=" + published + ", read=" + seen + ", max=" + room
                        + ": names from here on are left out");
            }
            NameEntries.decode(mapped, HEADER_LENGTH + (int) seen, HEADER_LENGTH + (int) published, names);
            seen = published;
        }
    }

    /** Stops reading after a problem. Values whose names cannot be read are shown as numbers. */
    private void giveUp(final RingsideException problem) {
        damaged = problem.code() == ErrorCode.CORRUPT;
        buffer = null;
        seen = 0;
        if (!told && problem.code() != ErrorCode.NOT_FOUND) {
            told = true;
            errorHandler.onError(new RingsideException(problem.code(), "names are not shown, but their numbers: path="
                    + path + ": " + problem.getMessage(), problem));
        }
    }

    private @Nullable UnsafeBuffer open() {
        if (damaged || (tried && clock.nanoTime() - retryNs < 0)) {
            return null;
        }
        tried = true;
        retryNs = clock.nanoTime() + RETRY_INTERVAL_NS;
        final MappedFile file = ExistingFile.map(path, Access.READ_ONLY, HEADER_LENGTH, FILE_LENGTH);
        file.release();
        final UnsafeBuffer opened = file.buffer();
        FileHeader.check(path, opened, MAGIC, VERSION);
        if (!providerId.equals(new UUID(opened.getLong(PROVIDER_MOST_OFFSET), opened.getLong(PROVIDER_LEAST_OFFSET)))
                || !incarnation.equals(new Incarnation(opened.getLong(INCARNATION_MOST_OFFSET),
                        opened.getLong(INCARNATION_LEAST_OFFSET)))) {
            throw new RingsideException(ErrorCode.CORRUPT,
                    "provider or process of the names are not those of the file's name: path=" + path
                            + ": it is foreign or damaged, remove it");
        }
        buffer = opened;
        return opened;
    }
}
