package io.ringside.cli.demo;

import io.ringside.cli.emit.WriteTally;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.write.ProviderEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The provider of the demo: threads of order flow that begin when a session wants it. Stateless. */
final class DemoProvider {
    private static final int THREADS = 4;
    private static final long SEED = 20120621;
    private static final long REPORT_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long REGISTER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);

    private DemoProvider() {}

    static void run(final TraceDirectory directory, final ParentLink parent) {
        try (Ringside ringside = Ringside.connect(
                new RingsideContext().directory(directory.path()).registerTimeoutNs(REGISTER_TIMEOUT_NS))) {
            final OrderEventsProvider events = OrderEventsProvider.register(ringside);
            final List<OrderThread> threads = new ArrayList<>();
            while (!isReady(events.registration(), parent) && !parent.isStopRequested()) {
                report(parent, DemoReport.Kind.PROGRESS, threads);
                LockSupport.parkNanos(REPORT_NS);
            }
            for (int i = 0; i < THREADS && !parent.isStopRequested(); i++) {
                threads.add(OrderThread.start(ringside, events, SEED + i, i + 1));
            }
            while (!parent.isStopRequested()) {
                report(parent, DemoReport.Kind.PROGRESS, threads);
                LockSupport.parkNanos(REPORT_NS);
            }
            threads.forEach(OrderThread::end);
            report(parent, DemoReport.Kind.FINAL, threads);
        }
    }

    private static boolean isReady(final ProviderRegistration registration, final ParentLink parent) {
        return parent.isGoRequested() && registration.events().stream().allMatch(ProviderEvent::isEnabled);
    }

    private static void report(final ParentLink parent, final DemoReport.Kind kind, final List<OrderThread> threads) {
        final WriteTally total = new WriteTally();
        threads.forEach(thread -> thread.addTo(total));
        parent.report(kind, "", total.attempted(), total.written(), total.lost().total(), total.disabled());
    }
}
