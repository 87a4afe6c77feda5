package io.ringside.cli.demo;

import io.ringside.cli.console.Console;
import io.ringside.cli.control.ControlConnection;
import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.event.Level;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.session.Enablement;
import io.ringside.session.LedgerReading;
import io.ringside.session.LedgerTotals;
import io.ringside.session.SessionSettings;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The controller of the demo: starts the session, enables the provider, looks at the ledger, stops. Stateless. */
final class DemoController {
    private static final long REPORT_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long STOP_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);

    private DemoController() {}

    static void run(final TraceDirectory directory, final String session, final ParentLink parent) {
        try (ControlConnection connection = ControlConnection.open(directory, Console.ofProcess())) {
            final Controller controller = connection.controller();
            controller.start(SessionSettings.builder(session).description("demo").build());
            // Before the provider is there: its very first event is recorded.
            controller.enable(session, EnableRequest.of(OrderEvents.PROVIDER, Enablement.of(Level.MAX, 0, 0)), 0);
            while (!parent.isStopRequested()) {
                report(parent, DemoReport.Kind.PROGRESS, controller.query(session).ledger());
                LockSupport.parkNanos(REPORT_NS);
            }
            report(parent, DemoReport.Kind.FINAL, controller.stop(session, STOP_TIMEOUT_NS).ledger());
        }
    }

    private static void report(final ParentLink parent, final DemoReport.Kind kind, final LedgerReading ledger) {
        final LedgerTotals totals = ledger.totals();
        parent.report(kind, ledger.finalReading() ? "final" : "", totals.wanted(), totals.delivered(),
                totals.lost().total());
    }
}
