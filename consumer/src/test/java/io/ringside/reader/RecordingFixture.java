package io.ringside.reader;

import io.ringside.event.EventDescriptor;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.schema.TextFields;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.LossCause;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A hand-made session, recorders with clocks that stand still, and what readers get. */
final class RecordingFixture implements AutoCloseable {
    static final int BLOCK_BYTES = 1 << 21;
    static final ProviderSchema ORDERS = ProviderSchema.builder("Example-Orders")
            .event("Opened", EventDescriptor.of(7, 4, 0x1), FieldSchema.of("order", FieldType.INT64))
            .build();

    final Path folder;
    final HandMadeSession session;
    final List<String> problems = new ArrayList<>();
    long nowNs;
    long nowMs = 1_700_000_000_000L;
    long freeBytes = Long.MAX_VALUE;

    RecordingFixture(final Path root) {
        this(root, HandMadeSession.start(root.resolve("trace")));
    }

    RecordingFixture(final Path root, final HandMadeSession session) {
        this.folder = root.resolve("recording");
        this.session = session;
    }

    RecorderContext context() {
        return context(folder);
    }

    RecorderContext context(final Path folder) {
        return new RecorderContext(session.row().name(), folder).directory(session.directory().path())
                .clock(() -> nowNs).epochClock(() -> nowMs).freeBytes(() -> freeBytes).minFreeBytes(1)
                .blockBytes(BLOCK_BYTES).lockTimeoutNs(0).libraryThread(Runnable::run)
                .errorHandler(error -> problems.add(String.valueOf(error.getMessage())));
    }

    Recorder recorder() {
        return Recorder.open(context());
    }

    /** Let everything that waits be recorded. */
    void record(final Recorder recorder) {
        int quiet = 0;
        while (quiet < 4) {
            nowNs += TimeUnit.MILLISECONDS.toNanos(200);
            quiet = recorder.doWork() == 0 ? quiet + 1 : 0;
        }
    }

    /** What the recording holds, in the order of each lane. */
    Read read() {
        return read(true);
    }

    /** The same, merged by time or not. */
    Read read(final boolean merged) {
        return read(folder, merged);
    }

    /** What another recording holds. */
    Read read(final Path folder, final boolean merged) {
        final Read read = new Read();
        try (EventReader consumer = EventReader.open(new ReaderContext().merged(merged)
                .errorHandler(error -> problems.add(String.valueOf(error.getMessage()))), Source.recording(folder))) {
            consumer.readAvailable(read);
            read.elsewhere = consumer.totals().takenElsewhere();
            read.late = consumer.totals().lateEvents();
            read.cutOff = consumer.recordingsCutOff();
            read.damages = consumer.totals().damages();
            read.damagedEvents = consumer.totals().damagedEvents();
        }
        return read;
    }

    @Override
    public void close() {
        session.close();
    }

    /** What a reader was handed. */
    static final class Read implements EventHandler {
        final List<Long> values = new ArrayList<>();
        final List<String> texts = new ArrayList<>();
        final List<String> gaps = new ArrayList<>();
        long lost;
        long corrupt;
        long overwritten;
        long late;
        long elsewhere;
        long cutOff;
        long damages;
        Long damagedEvents;

        @Override
        public void onEvent(final EventView event) {
            values.add(event.buffer().getLong(event.payloadOffset()));
            final StringBuilder text = new StringBuilder(event.providerName()).append('/').append(event.eventName());
            if (event.schema() != null) {
                new TextFields().append(text.append(' '), event.schema(), event.buffer(), event.payloadOffset(),
                        event.payloadLength());
            }
            texts.add(text.toString());
        }

        @Override
        public void onGap(final GapView gap) {
            lost += gap.total();
            corrupt += gap.count(LossCause.CORRUPT);
            overwritten += gap.overwritten();
            gaps.add(gap.lane() + ": " + gap.total());
        }
    }
}
