package io.ringside.internal.ship.kafka;

import io.ringside.internal.ship.ReceiveTask;
import io.ringside.internal.ship.ShipContext;
import io.ringside.internal.ship.ShipTask;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A sender or a receiver in a process of its own, to be killed. */
public final class ShipMain {
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private ShipMain() {}

    /** Arguments: ship or receive, address, folder. */
    public static void main(final String... args) {
        final ShipContext context = new ShipContext(args[1]).host("there")
                .errorHandler(failure -> System.err.println("(" + args[0] + ") " + failure.getMessage()));
        if (args[0].equals("ship")) {
            try (ShipTask task = new KafkaCarrier().ship(context, Path.of(args[2]))) {
                System.out.println("begun");
                while (true) {
                    if (task.doWork() == 0) {
                        LockSupport.parkNanos(IDLE_NS);
                    }
                }
            }
        }
        try (ReceiveTask task = new KafkaCarrier().receive(context, Path.of(args[2]))) {
            System.out.println("begun");
            while (true) {
                task.doWork();
            }
        }
    }
}
