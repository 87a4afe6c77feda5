package io.ringside.cli.demo;

import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.LibraryLog;
import io.ringside.internal.files.TraceDirectory;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Entry of the processes that the demo starts. */
public final class DemoProcess {
    private DemoProcess() {}

    /**
     * Run one process.
     *
     * @param args role, trace directory, name of the session, whether the directory is temporary
     */
    public static void main(final String[] args) {
        LibraryLog.silence();
        final TraceDirectory directory = TraceDirectory.open(Path.of(args[1]));
        final DemoRole role = DemoRole.valueOf(args[0]);
        final DemoDirectory place = new DemoDirectory(directory.path(),
                role == DemoRole.CONTROLLER && Boolean.parseBoolean(args[3]));
        final ParentLink parent = new ParentLink(
                System.in, new PrintStream(System.out, true, StandardCharsets.UTF_8), () -> leave(place));
        switch (role) {
            case PROVIDER -> DemoProvider.run(directory, parent);
            case CONTROLLER -> DemoController.run(directory, args[2], parent);
            case CONSUMER -> DemoConsumer.run(directory, args[2], parent);
        }
    }

    /** The command is gone: so is everybody else, and somebody has to clean up. */
    private static void leave(final DemoDirectory place) {
        try {
            place.close();
        } finally {
            Runtime.getRuntime().halt(ExitCode.FAILED);
        }
    }
}
