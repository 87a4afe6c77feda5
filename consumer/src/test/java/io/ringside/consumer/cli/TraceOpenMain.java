package io.ringside.consumer.cli;

import io.ringside.consumer.trace.Trace;
import io.ringside.consumer.trace.TraceContext;
import io.ringside.transport.RingsideException;
import java.nio.file.Path;

/** Opens a trace of each recording that is named, and prints whose it is or why not. */
final class TraceOpenMain {
    private TraceOpenMain() {}

    public static void main(final String[] args) {
        for (final String folder : args) {
            try (Trace trace = Trace.open(new TraceContext(event -> {}).recording(Path.of(folder)))) {
                System.out.println(trace.header().orElseThrow().loggerName());
            } catch (final RingsideException e) {
                System.out.println(e.code() + " " + e.getMessage());
            }
        }
    }
}
