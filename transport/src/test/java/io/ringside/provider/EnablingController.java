package io.ringside.provider;

import java.io.IOException;
import java.nio.file.Path;

/** Enables the fixture's provider for a session, says so, and goes on until its input ends. */
final class EnablingController {
    private EnablingController() {}

    public static void main(final String[] args) throws IOException {
        try (RingsideFixture fixture = new RingsideFixture(Path.of(args[0]))) {
            fixture.enable(args[1], 5);
            System.out.println("enabled");
            if (System.in.read() >= 0) {
                System.out.println("ended");
            }
        }
    }
}
