package io.ringside.internal.registry;

import io.ringside.internal.registry.ProcessIdentity.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the system says about this process. What it does not give is 0 or empty: nothing depends on it. Stateless. */
final class ProcFiles {
    private static final UUID NO_BOOT_ID = new UUID(0, 0);
    private static final Pattern NAMESPACE = Pattern.compile("pid:\\[([0-9]{1,18})]");
    private static final String JAVA_COMMAND_PROPERTY = "sun.java.command";

    private ProcFiles() {}

    static Host host() {
        return host(Path.of("/proc"));
    }

    static Host host(final Path proc) {
        final String offsets = read(proc.resolve("self/timens_offsets"));
        return new Host(bootId(read(proc.resolve("sys/kernel/random/boot_id"))), pidNamespace(proc),
                shiftNs(offsets, "monotonic"), shiftNs(offsets, "boottime"));
    }

    static long startTimeNs(final ProcessHandle process) {
        return process.info().startInstant().map(ProcFiles::nanoseconds).orElse(0L);
    }

    /** The main class or jar without its arguments, which may be confidential. */
    static String command(final ProcessHandle process) {
        final String java = System.getProperty(JAVA_COMMAND_PROPERTY, "").strip();
        final String name = java.isEmpty() ? process.info().command().orElse("") : java.split("\\s", 2)[0];
        return name.replaceAll("\\p{Cntrl}", "?");
    }

    private static long nanoseconds(final Instant instant) {
        return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
    }

    private static UUID bootId(final String text) {
        try {
            return UUID.fromString(text.strip());
        } catch (final IllegalArgumentException e) {
            return NO_BOOT_ID;
        }
    }

    private static long pidNamespace(final Path proc) {
        try {
            final Matcher matcher = NAMESPACE.matcher(Files.readSymbolicLink(proc.resolve("self/ns/pid")).toString());
            return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
        } catch (final IOException | UnsupportedOperationException e) {
            return 0;
        }
    }

    /** Lines of a clock's name, seconds and nanoseconds. */
    private static long shiftNs(final String offsets, final String clock) {
        final Matcher matcher = Pattern.compile("(?m)^" + clock + "\\s+(-?[0-9]{1,10})\\s+([0-9]{1,9})\\s*$")
                .matcher(offsets);
        return matcher.find()
                ? TimeUnit.SECONDS.toNanos(Long.parseLong(matcher.group(1))) + Long.parseLong(matcher.group(2))
                : 0;
    }

    private static String read(final Path path) {
        try {
            return Files.readString(path);
        } catch (final IOException e) {
            return "";
        }
    }
}
