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
            console.tell("recording goes on in another folder: path=" + folder);
        }
        if (recorder.isStalled() != stalled) {
            stalled = recorder.isStalled();
            console.tell(stalled
                    ? "disk has too little room, nothing is recorded: path=" + folder + ": make room"
                    : "disk has room again, recording goes on: path=" + folder);
        }
        if (recorder.isFull() && !full) {
            full = true;
            console.tell("recording has reached its size, its session is being ended: path=" + folder
                    + ", bytes=" + recorder.bytes() + ": start it again, with another folder");
        }
    }
}
