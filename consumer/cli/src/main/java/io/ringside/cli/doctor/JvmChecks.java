package io.ringside.cli.doctor;

import io.ringside.cli.console.JvmFlags;
import io.ringside.cli.doctor.Finding.Check;
import io.ringside.internal.files.Prerequisites;
import io.ringside.internal.machine.TscClock;
import java.util.List;

/** Checks of the JVM. They use no class that needs the library's flags. Stateless. */
final class JvmChecks {
    private static final int OLDEST = 17;

    private JvmChecks() {}

    static List<Check> all() {
        return List.of(new Check("jdk", JvmChecks::jdk), new Check("flags", JvmChecks::flags),
                new Check("clock", JvmChecks::clock));
    }

    private static Finding jdk() {
        final String found = "java=" + Runtime.version() + ", vm=" + System.getProperty("java.vm.name") + ", arch="
                + System.getProperty("os.arch") + ", home=" + System.getProperty("java.home");
        return Runtime.version().feature() >= OLDEST
                ? Finding.fine("jdk", found)
                : Finding.bad("jdk", "Java is too old: " + found + ": use " + OLDEST + " or newer");
    }

    /** Checks the flags of this JVM and explains which application needs which, because each JVM needs its own. */
    private static Finding flags() {
        final String missing = Prerequisites.missing();
        return missing == null
                ? Finding.fine("flags", "set in this JVM; " + JvmFlags.explained())
                : Finding.bad("flags", missing);
    }

    /** Reports whether the time-stamp counter can be read. Sessions work without it, so this is never a problem. */
    private static Finding clock() {
        final String refusal = TscClock.refusal();
        return Finding.fine("clock", refusal == null
                ? "sessions can use the time-stamp counter: start NAME --clock tsc"
                : "sessions can only use the monotonic clock: reason=" + refusal);
    }
}
