package io.ringside.internal.ship;

import io.ringside.reader.NumberedRecording;
import io.ringside.recording.RecorderContext;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;

/**
 * How fast a recording is shipped, beside the carrier's bare client with the same records; in turns, each with a topic
 * of its own. Run by hand. Stateless.
 */
public final class ShippingThroughput {
    private static final int ROUND = 400;

    private ShippingThroughput() {}

    /**
     * Measure, and print.
     *
     * @param rounds   of 400 events
     * @param turns    of both
     * @param contexts for topics
     * @param bare     sends records, and returns how many seconds that took
     */
    public static void run(final int rounds, final int turns, final Function<String, ShipContext> contexts,
            final ToDoubleBiFunction<ShipContext, List<byte[]>> bare) throws IOException {
        final Path root = Files.createTempDirectory("ship-throughput-");
        try (NumberedRecording recording = new NumberedRecording(root.resolve("source"))) {
            recording.open(RecorderContext.Mode.APPEND, 0);
            for (int round = 0; round < rounds; round++) {
                recording.write(ROUND);
            }
            final List<byte[]> records = records(recording);
            final double mebibytes = records.stream().mapToLong(each -> each.length).sum() / 1024.0 / 1024;
            for (int turn = 0; turn < turns; turn++) {
                final double shippedS = ship(contexts.apply("shipped-" + turn), recording);
                final double bareS = bare.applyAsDouble(contexts.apply("bare-" + turn), records);
                System.out.printf("records=%d MiB=%.0f shipped=%.0f MiB/s bare=%.0f MiB/s ratio=%.2f%n",
                        records.size(), mebibytes, mebibytes / shippedS, mebibytes / bareS, bareS / shippedS);
            }
        }
    }

    private static List<byte[]> records(final NumberedRecording recording) {
        final List<byte[]> records = new ArrayList<>();
        try (ShippedRecording shipped = new ShippedRecording(recording.folder(), "here", System::nanoTime,
                failure -> {
                    throw new AssertionError(failure);
                })) {
            shipped.resume(null);
            for (ShipRecord record = shipped.poll(); record != null; record = shipped.poll()) {
                records.add(record.encode());
            }
        }
        return records;
    }

    private static double ship(final ShipContext context, final NumberedRecording recording) {
        try (ShipTask task = ShipCarrier.find(context.scheme()).ship(context, recording.folder())) {
            task.doWork();
            final long beginNs = System.nanoTime();
            while (!task.hasCaughtUp()) {
                task.doWork();
            }
            return (System.nanoTime() - beginNs) / 1e9;
        }
    }
}
