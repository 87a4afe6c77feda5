package io.ringside.internal.ship.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/** A broker that is its own controller: a real one, from its jars. */
public final class BrokerMain {
    private BrokerMain() {}

    /** Arguments: file with the properties, folder of the log. */
    public static void main(final String... args) throws IOException {
        if (!Files.exists(Path.of(args[1], "meta.properties"))) {
            final int failed = StorageTool.execute(new String[]{"format", "-t", Uuid.randomUuid().toString(), "-c",
                args[0], "--standalone"}, System.out);
            if (failed != 0) {
                System.exit(failed);
            }
        }
        Kafka.main(new String[]{args[0]});
    }
}
