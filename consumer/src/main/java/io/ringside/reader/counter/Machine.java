package io.ringside.reader.counter;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of this machine in paths. Stateless. */
public final class Machine {
    private static final Path KERNEL_NAME = Path.of("/proc/sys/kernel/hostname");

    private Machine() {}

    /** {@return what this machine calls itself} */
    public static String name() {
        try {
            return Files.readString(KERNEL_NAME).strip();
        } catch (final IOException e) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (final UnknownHostException unknown) {
                return "localhost";
            }
        }
    }
}
