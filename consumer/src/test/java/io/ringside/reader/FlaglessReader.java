package io.ringside.reader;

import io.ringside.internal.files.Participant;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import java.nio.file.Path;

/** Opens all that an application may open, in a JVM that lacks flags, and prints why that has failed. */
final class FlaglessReader {
    private FlaglessReader() {}

    /** A trace directory, a session in it, a recording, and a folder to record to. */
    public static void main(final String[] args) {
        final Path directory = Path.of(args[0]);
        final String session = args[1];
        tell("controller", () -> Participant.join(TraceDirectory.open(directory)));
        tell("consumer", () -> EventReader.open(new ReaderContext().directory(directory), Source.session(session)));
        tell("reader", () -> EventReader.open(Source.recording(Path.of(args[2]))));
        tell("recorder", () -> Recorder
                .open(new RecorderContext(session, Path.of(args[3])).directory(directory)));
    }

    private static void tell(final String name, final Opening opening) {
        try (AutoCloseable opened = opening.open()) {
            System.out.println(name + " is open: " + opened);
        } catch (final Throwable e) {
            System.out.println(name + ": " + e);
        }
    }

    /** Opens something. */
    private interface Opening {
        AutoCloseable open();
    }
}
