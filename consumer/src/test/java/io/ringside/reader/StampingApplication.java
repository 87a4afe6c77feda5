package io.ringside.reader;

import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/** A process that writes the event with the number that it reads, and then answers. */
final class StampingApplication {
    private StampingApplication() {}

    public static void main(final String[] args) throws IOException {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(Path.of(args[0]))
                .registerTimeoutNs(TimeUnit.SECONDS.toNanos(20)));
                ProviderRegistration registration = ringside.register(TracedProvider.SCHEMA);
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            final ProviderEvent event = registration.event(1);
            System.out.println(registration.status());
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                payload.putLong(0, Long.parseLong(line));
                System.out.println(WriteResult.written(event.write(payload, 0, Long.BYTES)));
            }
        }
    }
}
