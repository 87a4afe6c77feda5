package io.ringside.cli.record;

import io.ringside.cli.console.Console;
import io.ringside.recording.Recorder;
import java.nio.file.Path;

/** What was told of a recorder up to now. For one thread. */
final class RecorderState {
    private final Recorder recorder;
    private boolean stalled;
    private boolean full;
    private Path folder;

    RecorderState(final Recorder recorder) {
        this.recorder = recorder;
        this.folder = recorder.folder();
    }

    void tellChanges(final Console console) {
        if (!recorder.folder().equals(folder)) {
            folder = recorder.folder();
            console.tell("recording continues in another folder: path=" + folder);
        }
        if (recorder.isStalled() != stalled) {
            stalled = recorder.isStalled();
            console.tell(stalled
                    ? "disk is almost full, recording is paused: path=" + folder + ": free some space"
                    : "disk has space again, recording continues: path=" + folder);
        }
        if (recorder.isFull() && !full) {
            full = true;
            console.tell("recording has reached its size limit, the session is being stopped: path=" + folder
                    + ", bytes=" + recorder.bytes() + ": start the session again and record to another folder");
        }
    }
}
