package io.ringside.provider;

import java.io.IOException;
import java.nio.file.Path;

/** Registers a provider twice, says so, and goes on until its input ends. */
final class RegisteredApplication {
    private RegisteredApplication() {}

    public static void main(final String[] args) throws IOException {
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(Path.of(args[0]))
                .registerTimeoutNs(RingsideFixture.TIMEOUT_NS))) {
            System.out.println(ringside.register(RingsideFixture.SCHEMA).status() + " "
                    + ringside.register(RingsideFixture.SCHEMA).status());
            if (System.in.read() >= 0) {
                System.out.println("ended");
            }
        }
    }
}
