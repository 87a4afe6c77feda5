package io.ringside.internal.registry;

import io.ringside.internal.files.ProcFileSystem;
import io.ringside.internal.registry.ProcessIdentity.Host;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Reads facts about this process from the system. Missing facts are 0 or empty; nothing depends on them. Stateless. */
final class ProcFiles {
    private static final String JAVA_COMMAND_PROPERTY = "sun.java.command";

    private ProcFiles() {}

    static Host host() {
        return host(Path.of("/proc"));
    }

    static Host host(final Path proc) {
        final ProcFileSystem kernel = ProcFileSystem.read(proc);
        return new Host(kernel.bootId(), kernel.pidNamespace(), kernel.monotonicShiftNs(), kernel.boottimeShiftNs());
    }

    static long startTimeNs(final ProcessHandle process) {
        return process.info().startInstant().map(ProcFiles::nanoseconds).orElse(0L);
    }

    /** Returns the main class or jar without its arguments, which may be confidential. */
    static String command(final ProcessHandle process) {
        final String java = System.getProperty(JAVA_COMMAND_PROPERTY, "").strip();
        final String name = java.isEmpty() ? process.info().command().orElse("") : java.split("\\s", 2)[0];
        return name.replaceAll("\\p{Cntrl}", "?");
    }

    private static long nanoseconds(final Instant instant) {
        return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
    }
}
