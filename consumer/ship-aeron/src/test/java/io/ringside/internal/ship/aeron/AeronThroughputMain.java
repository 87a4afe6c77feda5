package io.ringside.internal.ship.aeron;

import io.ringside.internal.ship.ShippingThroughput;
import io.ringside.ship.ShipContext;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.UUID;

/** How fast a recording is shipped, beside a bare publication that the same Archive records, with the same records. */
public final class AeronThroughputMain {
    private AeronThroughputMain() {}

    /** Arguments: rounds of 400 events, turns. */
    public static void main(final String... args) throws IOException {
        try (ArchiveProcess archive = new ArchiveProcess(Files.createTempDirectory("ship-archive-"))) {
            ShippingThroughput.run(Integer.parseInt(args[0]), Integer.parseInt(args[1]), archive::context,
                    AeronThroughputMain::bare);
        }
    }

    private static double bare(final ShipContext context, final List<byte[]> records) {
        try (ForeignPublisher publisher = new ForeignPublisher(context, UUID.randomUUID())) {
            final long beginNs = System.nanoTime();
            publisher.publish(records);
            return (System.nanoTime() - beginNs) / 1e9;
        }
    }
}
