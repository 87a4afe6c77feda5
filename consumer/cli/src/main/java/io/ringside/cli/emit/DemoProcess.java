package io.ringside.cli.emit;

import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.LibraryLog;
import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.event.Level;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionSettings;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Entry point of the processes that the demo starts. */
public final class DemoProcess {
    private static final int THREADS = 4;
    private static final long REPORT_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The role of a process of the demo. */
    enum Role {
        /** Writes order flow. Its report: attempted, written, lost; lost is set in the final report only. */
        PROVIDER,
        /** Starts, enables, queries and stops the session. Its report: wanted, delivered, lost. */
        CONTROLLER,
        /** Receives events and gaps. Its report: events, lost. */
        CONSUMER
    }

    private DemoProcess() {}

    /**
     * Runs one process of the demo.
     *
     * @param args role, trace directory, name of the session, whether the directory is temporary
     * @throws Exception if the process fails
     */
    public static void main(final String[] args) throws Exception {
        LibraryLog.silence();
        final TraceDirectory directory = TraceDirectory.open(Path.of(args[1]));
        final Role role = Role.valueOf(args[0]);
        final DemoDirectory place = new DemoDirectory(directory.path(),
                role == Role.CONTROLLER && Boolean.parseBoolean(args[3]));
        final ParentLink parent = new ParentLink(
                System.in, new PrintStream(System.out, true, StandardCharsets.UTF_8), () -> leave(place));
        switch (role) {
            case PROVIDER -> provide(directory, parent);
            case CONTROLLER -> control(directory, args[2], parent);
            case CONSUMER -> DemoConsumer.run(directory, args[2], parent);
        }
    }

    /** Removes a temporary directory and ends this process; called when the command ended without waiting for it. */
    private static void leave(final DemoDirectory place) {
        try {
            place.close();
        } finally {
            Runtime.getRuntime().halt(ExitCode.FAILED);
        }
    }

    /** Writes order flow from when the session wants it until the parent sends stop. */
    static void provide(final TraceDirectory directory, final ParentLink parent) throws Exception {
        try (Emission emission = Emission.register(directory.path(), Emission.REGISTER_TIMEOUT_NS,
                ringside -> OrderFlow.register(ringside, THREADS))) {
            while (!(parent.isGoRequested() && emission.isFullyEnabled()) && !parent.isStopRequested()) {
                parent.report(DemoReport.Kind.PROGRESS, "", 0, 0, 0);
                LockSupport.parkNanos(REPORT_NS);
            }
            if (!parent.isStopRequested()) {
                emission.start(parent::isStopRequested);
            }
            while (!parent.isStopRequested()) {
                parent.report(DemoReport.Kind.PROGRESS, "", emission.attempted(), emission.written(), 0);
                LockSupport.parkNanos(REPORT_NS);
            }
            final WriteTally total = emission.join();
            parent.report(DemoReport.Kind.FINAL, "", total.attempted(), total.written(), total.lost().total());
        }
    }

    /** Starts the session, enables the provider, and queries the ledger until the parent sends stop. */
    private static void control(final TraceDirectory directory, final String session, final ParentLink parent) {
        try (Controller controller = Controller.open(directory.path(), Console.ofProcess()::tell)) {
            controller.start(SessionSettings.builder(session).description("demo").build());
            // Before the provider registers, so that its very first event is recorded.
            controller.enable(session, EnableRequest.of(OrderEvents.PROVIDER, Enablement.of(Level.MAX, 0, 0)),
                    Duration.ZERO);
            while (!parent.isStopRequested()) {
                report(parent, DemoReport.Kind.PROGRESS, controller.query(session).ledger());
                LockSupport.parkNanos(REPORT_NS);
            }
            report(parent, DemoReport.Kind.FINAL, controller.stop(session).ledger());
        }
    }

    private static void report(final ParentLink parent, final DemoReport.Kind kind, final LedgerTotals.Reading ledger) {
        final LedgerTotals totals = ledger.totals();
        parent.report(kind, ledger.finalReading() ? "final" : "", totals.wanted(), totals.delivered(),
                totals.lost().total());
    }
}
