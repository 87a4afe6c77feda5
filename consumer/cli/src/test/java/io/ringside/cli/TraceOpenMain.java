package io.ringside.cli;

import io.ringside.RingsideException;
import io.ringside.etw.trace.Trace;
import io.ringside.etw.trace.TraceContext;
import java.nio.file.Path;

/** Opens a trace of each recording that is named, and prints whose it is or why not. */
final class TraceOpenMain {
    private TraceOpenMain() {}

    public static void main(final String[] args) {
        for (final String folder : args) {
            try (Trace trace = Trace.open(new TraceContext(event -> {}).recording(Path.of(folder)))) {
                System.out.println(trace.header().loggerName());
            } catch (final RingsideException e) {
                System.out.println(e.code() + " " + e.getMessage());
            }
        }
    }
}
