package io.ringside.internal.ship;

import io.ringside.ship.ShipContext;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A sender or a receiver in a process of its own, to be killed. */
public final class ShipMain {
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final long CONNECT_NS = TimeUnit.MINUTES.toNanos(10);

    private ShipMain() {}

    /** Arguments: ship or receive, address, folder. */
    public static void main(final String... args) {
        // The carrier may be killed just when this is started, and may start slowly on a busy machine.
        final ShipContext context = new ShipContext(args[1]).host("there").connectTimeoutNs(CONNECT_NS)
                .errorHandler(failure -> System.err.println("(" + args[0] + ") " + failure.getMessage()));
        final ShipCarrier carrier = ShipCarrier.find(context.scheme());
        if (args[0].equals("ship")) {
            try (ShipTask task = carrier.ship(context, Path.of(args[2]))) {
                System.out.println("begun");
                while (true) {
                    if (task.doWork() == 0) {
                        LockSupport.parkNanos(IDLE_NS);
                    }
                }
            }
        }
        try (ReceiveTask task = carrier.receive(context, Path.of(args[2]))) {
            System.out.println("begun");
            while (true) {
                task.doWork();
            }
        }
    }
}
