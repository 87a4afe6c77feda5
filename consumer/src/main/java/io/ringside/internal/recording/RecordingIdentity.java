package io.ringside.internal.recording;

import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.registry.ClockPair;
import java.util.UUID;
import org.agrona.ExpandableDirectByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Which recording a folder holds. Immutable.
 *
 * @param id      of the recording, the same in all of its files
 * @param events  that were recorded to it, those of files that have given way included
 * @param written last excerpt; null if nothing says when it was written
 */
record RecordingIdentity(UUID id, long events, EarlierFiles.@Nullable Written written) {
    /** A recording that begins. */
    static RecordingIdentity random() {
        return new RecordingIdentity(UUID.randomUUID(), 0, null);
    }

    /**
     * Read it from the last session excerpt that is whole; without one, the recording begins anew. For a recording
     * nobody writes to.
     */
    static RecordingIdentity read(final QueueReader reader) {
        final Counting counting = new Counting();
        if (RecordingBooks.lastSession(reader) == null) {
            return random();
        }
        final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer();
        final ExcerptDecoder decoder = new ExcerptDecoder();
        boolean found = false;
        reader.toEnd();
        while (!found && reader.previous(excerpt)) {
            found = ExcerptDecoder.kind(excerpt, reader.length()) == ExcerptDescriptor.KIND_SESSION
                    && !decoder.isBroken(excerpt, reader.length());
        }
        if (found) {
            reader.to(reader.index());
            while (reader.next(excerpt)) {
                if (!decoder.isBroken(excerpt, reader.length())) {
                    decoder.decode(excerpt, reader.length(), counting);
                }
            }
        }
        final UUID id = counting.id;
        return id == null ? random() : new RecordingIdentity(id, counting.events, counting.written);
    }

    private static final class Counting implements ExcerptVisitor {
        private @Nullable UUID id;
        private long events;
        private @Nullable RecordedSession session;
        private EarlierFiles.@Nullable Written written;

        @Override
        public void onSession(final RecordedSession recorded) {
            session = recorded;
        }

        @Override
        public void onCheckpoint(final ClockPair now, final boolean ended) {
            written = session == null ? null : new EarlierFiles.Written(session, now);
        }

        @Override
        public void onRecording(final UUID recordingId, final long before) {
            id = recordingId;
            events = before;
        }

        @Override
        public void onBatch(final long watermarkTicks, final long batchEvents) {
            events += Math.max(batchEvents, 0);
            written = null;
        }
    }
}
