package io.ringside.consumer.recording;

import io.ringside.consumer.queue.QueueReader;
import io.ringside.session.LossCause;
import io.ringside.transport.directory.Incarnation;
import io.ringside.transport.drain.SinkBooks;
import io.ringside.transport.ledger.Checkpoint;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.jspecify.annotations.Nullable;

/** What a recording holds by its own account: its last checkpoint, and the batches behind it. Not thread-safe. */
final class RecordingBooks implements SinkBooks, ExcerptVisitor {
    private final Map<LaneKey, Checkpoint> lanes = new HashMap<>();
    private final Map<Incarnation, Laneless> laneless = new HashMap<>();
    private @Nullable RecordedSession session;

    /** Reads the books of a recording that nobody writes to. */
    static RecordingBooks read(final QueueReader reader) {
        final RecordingBooks books = new RecordingBooks();
        final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer();
        final ExcerptDecoder decoder = new ExcerptDecoder();
        reader.toStart();
        while (books.session == null && reader.next(excerpt)) {
            decoder.decode(excerpt, reader.length(), books);
        }
        reader.toEnd();
        boolean found = false;
        while (!found && reader.previous(excerpt)) {
            found = ExcerptDecoder.kind(excerpt, reader.length()) == ExcerptDescriptor.KIND_CHECKPOINT;
        }
        if (found) {
            reader.to(reader.index());
        } else {
            reader.toStart();
        }
        while (reader.next(excerpt)) {
            decoder.decode(excerpt, reader.length(), books);
        }
        return books;
    }

    /** The session that was recorded; null if the recording is empty. */
    @Nullable
    RecordedSession session() {
        return session;
    }

    @Override
    public boolean lane(final Incarnation process, final int lane, final Checkpoint target) {
        final Checkpoint held = lanes.get(new LaneKey(process, lane));
        if (held != null) {
            target.set(held);
        }
        return held != null;
    }

    @Override
    public Laneless laneless(final Incarnation process) {
        return laneless.getOrDefault(process, Laneless.NONE);
    }

    @Override
    public void onSession(final RecordedSession recorded) {
        session = recorded;
    }

    @Override
    public void onFrames(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to,
            final long numberLimit, final DirectBuffer frames) {
        onLaneBooks(process, lane, to);
    }

    @Override
    public void onLosses(final Incarnation process, final int lane, final Checkpoint from, final Checkpoint to,
            final long firstTimeTicks, final long lastTimeTicks) {
        onLaneBooks(process, lane, to);
    }

    @Override
    public void onLaneless(final Incarnation process, final LossCause cause, final long count, final long total,
            final long firstTimeTicks, final long lastTimeTicks) {
        final Laneless before = laneless(process);
        laneless.put(process, cause == LossCause.NO_LANE
                ? new Laneless(total, before.notAttached())
                : new Laneless(before.noLane(), total));
    }

    @Override
    public void onLaneBooks(final Incarnation process, final int lane, final Checkpoint books) {
        lanes.computeIfAbsent(new LaneKey(process, lane), key -> new Checkpoint()).set(books);
    }

    @Override
    public void onLanelessBooks(final Incarnation process, final Laneless losses) {
        laneless.put(process, losses);
    }
}
