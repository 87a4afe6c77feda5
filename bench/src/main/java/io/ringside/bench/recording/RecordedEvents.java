package io.ringside.bench.recording;

import io.ringside.bench.fixture.MemoryFolder;
import io.ringside.bench.fixture.SessionControl;
import io.ringside.bench.fixture.TracedProcess;
import io.ringside.control.EnableRequest;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.session.Enablement;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.List;
import org.agrona.IoUtil;

/**
 * Registered event, session with default settings that wants it, and recorder, all on the calling thread. The numbers
 * of written and recorded events are compared, and at the end the ledger.
 */
final class RecordedEvents implements AutoCloseable {
    private static final String SESSION = "recorded";

    private final Path directory;
    private final SessionControl control;
    private final TracedProcess process;
    private final ProviderEvent event;
    private final RecordedPayload payload;
    private Path folder;
    private Recorder recorder;
    private int recordings;
    private final boolean pausesClock;
    private final boolean isForced;
    private long writtenToRecorder;
    private long writingNs;

    RecordedEvents(final Path root, final Path disk, final RecordedPayload payload, final boolean pausesClock,
            final boolean isForced) {
        this.pausesClock = pausesClock;
        this.isForced = isForced;
        this.directory = root.resolve("trace");
        this.folder = disk.resolve("recording-0");
        this.payload = payload;
        control = SessionControl.open(directory);
        control.start(SESSION, List.of(EnableRequest.of(TracedProcess.PROVIDER,
                Enablement.of(Level.MAX, Keyword.NONE, Keyword.NONE))));
        process = TracedProcess.connect(directory, payload.numbers());
        event = process.event();
        process.takeLanes();
        recorder = open();
    }

    /** Starts with the ordinary settings of a recording. */
    static RecordedEvents start(final MemoryFolder root, final RecordedPayload payload) {
        return new RecordedEvents(root.path(), root.path(), payload, false, true);
    }

    /** Starts, records a number of events, and ends the recording. */
    static RecordedEvents recorded(final MemoryFolder root, final RecordedPayload payload, final long count) {
        final RecordedEvents events = start(root, payload);
        events.recordToEnd(count);
        return events;
    }

    /**
     * Starts for a measurement of the recorder: its clock stops while events are written, so that its periodic work is
     * as frequent as if it recorded all the time. Times of events in such a recording are ahead of the recorder's
     * clock, so a reader waits longer before it delivers them.
     */
    static RecordedEvents startMeasured(final MemoryFolder root, final RecordedPayload payload) {
        return new RecordedEvents(root.path(), root.path(), payload, true, true);
    }

    Path folder() {
        return folder;
    }

    /** Returns the number of payload bytes in the recording. */
    long payloadBytes() {
        return writtenToRecorder * payload.recordedBytes;
    }

    /** Returns the number of events written since the recording began. */
    long written() {
        return writtenToRecorder;
    }

    /** Writes the events of one call into the lane. */
    void write() {
        final long beginNs = System.nanoTime();
        int written = 0;
        for (int i = 0; i < RecordedPayload.EVENTS; i++) {
            written += WriteResult.written(event.write(payload.source, 0, payload.recordedBytes));
        }
        if (written != RecordedPayload.EVENTS) {
            throw new IllegalStateException("events were lost: events=" + RecordedPayload.EVENTS + ", written="
                    + written);
        }
        writtenToRecorder += RecordedPayload.EVENTS;
        writingNs += System.nanoTime() - beginNs;
    }

    /** Records the waiting events of the lane. */
    long record() {
        while (recorder.doWork() > 0) {
            // Each cycle takes a block of each lane.
        }
        return recorder.events();
    }

    /** Writes and records so many events, and ends the recording. */
    long recordToEnd(final long count) {
        while (written() < count) {
            write();
            record();
        }
        endRecording();
        return written();
    }

    /** Goes on with a new recording, and removes the one before. */
    void restart() {
        endRecording();
        IoUtil.delete(folder.toFile(), false);
        recordings++;
        folder = folder.resolveSibling("recording-" + recordings);
        writtenToRecorder = 0;
        recorder = open();
    }

    /** Ends the recording, so that its events can be read. */
    void endRecording() {
        recorder.close();
        if (recorder.events() != writtenToRecorder || recorder.lostEvents() != 0) {
            throw new IllegalStateException("not all events were recorded: written=" + writtenToRecorder
                    + ", recorded=" + recorder.events() + ", lost=" + recorder.lostEvents());
        }
    }

    /** Ends the process and the session. */
    @Override
    public void close() {
        endRecording();
        process.close();
        control.stop(SESSION);
        control.close();
    }

    private Recorder open() {
        return Recorder.open(new RecorderContext(SESSION, folder).directory(directory).force(isForced)
                .clock(() -> System.nanoTime() - (pausesClock ? writingNs : 0))
                .errorHandler(failure -> {
                    throw new IllegalStateException("a recorder of the bench has failed", failure);
                }));
    }
}
