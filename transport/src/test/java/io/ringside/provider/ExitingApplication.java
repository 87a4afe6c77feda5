package io.ringside.provider;

import java.io.IOException;
import java.nio.file.Path;

/** Registers a provider whose callback ends the process. */
final class ExitingApplication {
    static final int EXIT_CODE = 7;

    private ExitingApplication() {}

    public static void main(final String[] args) throws IOException {
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(Path.of(args[0]))
                .registerTimeoutNs(RingsideFixture.TIMEOUT_NS))) {
            ringside.register(RingsideFixture.SCHEMA, notice -> System.exit(EXIT_CODE), null);
            System.out.println("registered");
            if (System.in.read() >= 0) {
                System.out.println("ended");
            }
        }
    }
}
