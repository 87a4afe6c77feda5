package io.ringside.internal.registry;

import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.layout.FileHeader;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

import static io.ringside.internal.layout.ControlPageDescriptor.CHANGE_COUNTER_OFFSET;
import static io.ringside.internal.layout.ControlPageDescriptor.DIRTY_ALL;
import static io.ringside.internal.layout.ControlPageDescriptor.DIRTY_KIND_OFFSET;
import static io.ringside.internal.layout.ControlPageDescriptor.DIRTY_NONE;
import static io.ringside.internal.layout.ControlPageDescriptor.DIRTY_PROVIDER;
import static io.ringside.internal.layout.ControlPageDescriptor.DIRTY_PROVIDER_LEAST_OFFSET;
import static io.ringside.internal.layout.ControlPageDescriptor.DIRTY_PROVIDER_MOST_OFFSET;
import static io.ringside.internal.layout.ControlPageDescriptor.FILE_LENGTH;
import static io.ringside.internal.layout.ControlPageDescriptor.MAGIC;
import static io.ringside.internal.layout.ControlPageDescriptor.NEXT_SESSION_ID_OFFSET;
import static io.ringside.internal.layout.ControlPageDescriptor.SWEPT_OFFSET;
import static io.ringside.internal.layout.ControlPageDescriptor.VERSION;

/** The mapped control page. Used by the holder of the control lock only. */
final class ControlPage implements AutoCloseable {
    /** Counters identify instances by 32 bits, and sessions are instances too. */
    private static final int FIRST_SESSION_ID_BITS = 31;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final MappedFile file;
    private final UnsafeBuffer page;

    private ControlPage(final MappedFile file) {
        this.file = file;
        this.page = file.buffer();
    }

    /**
     * Makes a page that marks everything as dirty, because rows may already exist. Session ids begin at a random
     * number, so that no session has the id of a session in an earlier directory at this path.
     */
    static ControlPage create(final Path path, final FileMaker files) {
        final long firstId = 1 + (RANDOM.nextLong() >>> (Long.SIZE - FIRST_SESSION_ID_BITS));
        return new ControlPage(files.create(path, FILE_LENGTH, buffer -> {
            buffer.putLong(NEXT_SESSION_ID_OFFSET, firstId);
            buffer.putLong(DIRTY_KIND_OFFSET, DIRTY_ALL);
            FileHeader.publish(buffer, MAGIC, VERSION);
        }));
    }

    static ControlPage open(final Path path) {
        return new ControlPage(FileHeader.map(path, Access.READ_WRITE, FILE_LENGTH, MAGIC, VERSION));
    }

    /** Generation of the last complete change, never negative. */
    long changeCounter() {
        return Math.max(0, page.getLongVolatile(CHANGE_COUNTER_OFFSET));
    }

    void storeChangeCounter(final long generation) {
        page.putLongRelease(CHANGE_COUNTER_OFFSET, generation);
        if (KillPoint.ARMED) {
            KillPoint.COUNTER_STORED.reached();
        }
    }

    /** Takes a session id that is at least {@code min} and is not used again. */
    long takeSessionId(final long min) {
        final long id = Math.max(min, page.getLongVolatile(NEXT_SESSION_ID_OFFSET));
        page.putLongVolatile(NEXT_SESSION_ID_OFFSET, id + 1);
        if (KillPoint.ARMED) {
            KillPoint.SESSION_ID_TAKEN.reached();
        }
        return id;
    }

    /** Time of the last sweep, in milliseconds since 1970; 0 before the first. */
    long sweptMs() {
        return page.getLongVolatile(SWEPT_OFFSET);
    }

    void storeSwept(final long nowMs) {
        page.putLongVolatile(SWEPT_OFFSET, nowMs);
    }

    boolean isDirty() {
        return page.getLongVolatile(DIRTY_KIND_OFFSET) != DIRTY_NONE;
    }

    /** Returns the dirty provider; null if all are dirty. */
    @Nullable
    UUID dirtyProvider() {
        return page.getLongVolatile(DIRTY_KIND_OFFSET) == DIRTY_PROVIDER
                ? new UUID(page.getLong(DIRTY_PROVIDER_MOST_OFFSET), page.getLong(DIRTY_PROVIDER_LEAST_OFFSET))
                : null;
    }

    /** Records that the enable masks of a provider, or of all if null, are about to differ from the rows. */
    void markDirty(final @Nullable UUID providerId) {
        if (providerId != null) {
            page.putLong(DIRTY_PROVIDER_MOST_OFFSET, providerId.getMostSignificantBits());
            page.putLong(DIRTY_PROVIDER_LEAST_OFFSET, providerId.getLeastSignificantBits());
        }
        page.putLongVolatile(DIRTY_KIND_OFFSET, providerId == null ? DIRTY_ALL : DIRTY_PROVIDER);
        if (KillPoint.ARMED) {
            KillPoint.DIRTY_SET.reached();
        }
    }

    void markClean() {
        page.putLongVolatile(DIRTY_KIND_OFFSET, DIRTY_NONE);
        if (KillPoint.ARMED) {
            KillPoint.DIRTY_CLEARED.reached();
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
