package io.ringside.reader;

import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A recording of events that are numbered from 0, made in this process. For one thread. */
public final class NumberedRecording implements AutoCloseable {
    private final RecordingFixture fixture;
    private HandMadeProvider provider;
    private @Nullable Recorder recorder;
    private long next;

    /** Begins a session, without a recorder. */
    public NumberedRecording(final Path root) {
        fixture = new RecordingFixture(root, HandMadeSession.start(root.resolve("trace")));
        provider = fixture.session.provider();
    }

    /** The recording. */
    public Path folder() {
        return fixture.folder;
    }

    /** Begins to record, or continues. */
    public NumberedRecording open(final RecorderContext.Mode mode, final long maxBytes) {
        final RecorderContext context = fixture.context().mode(mode);
        recorder = Recorder.open(maxBytes == 0 ? context : context.maxBytes(maxBytes));
        return this;
    }

    /** Writes events, and has them recorded. */
    public NumberedRecording write(final int count) {
        provider.writeSequence(0, next, count);
        next += count;
        fixture.nowMs += TimeUnit.SECONDS.toMillis(1);
        final Recorder open = recorder;
        if (open != null) {
            fixture.record(open);
        }
        return this;
    }

    /** Writes events, and has recorded what is there, by a recorder for which little time has passed. */
    public NumberedRecording writeSoon(final int count, final long elapsedMs) {
        provider.writeSequence(0, next, count);
        next += count;
        fixture.nowMs += elapsedMs;
        fixture.nowNs += TimeUnit.MILLISECONDS.toNanos(elapsedMs);
        final Recorder open = Objects.requireNonNull(recorder);
        while (open.doWork() > 0) {
            // More may be there.
        }
        return this;
    }

    /** The process that writes ends, and another one begins. */
    public NumberedRecording changeProcess() {
        provider.die();
        provider = fixture.session.provider();
        return this;
    }

    /** The session ends, and its recorder has recorded everything. */
    public NumberedRecording endSession() {
        fixture.session.stop();
        provider.detach(fixture.session.row().generation());
        fixture.record(Objects.requireNonNull(recorder));
        return this;
    }

    /** The recorder ends; the session does not. */
    public NumberedRecording stop() {
        final Recorder open = recorder;
        recorder = null;
        if (open != null) {
            open.close();
        }
        return this;
    }

    /** Number of the next event. */
    public long next() {
        return next;
    }

    /** The numbers in a recording, in the order of its excerpts. */
    public static Numbers read(final Path folder) {
        final Numbers numbers = new Numbers();
        final RecordingFixture.Read read = new RecordingFixture.Read();
        try (EventReader reader = EventReader.open(new ReaderContext().merged(false)
                .errorHandler(error -> numbers.problems.add(String.valueOf(error.getMessage()))),
                Source.recording(folder))) {
            while (reader.poll(read) > 0) {
                numbers.missing = reader.totals().takenElsewhere();
            }
        }
        numbers.values.addAll(read.values);
        numbers.texts.addAll(read.texts);
        return numbers;
    }

    @Override
    public void close() {
        stop();
        fixture.close();
    }

    /** What a recording holds. */
    public static final class Numbers {
        private final List<Long> values = new ArrayList<>();
        private final List<String> texts = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();
        private long missing;

        public List<Long> values() {
            return values;
        }

        /** Events with their names and fields. */
        public List<String> texts() {
            return texts;
        }

        public List<String> problems() {
            return problems;
        }

        /** Events that the reader knows to be missing. */
        public long missing() {
            return missing;
        }
    }
}
