package io.ringside.cli.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** The flags that Ringside needs in a JVM; child processes do not inherit those of the executable jar. Stateless. */
public final class JvmFlags {
    private static final String RESOURCE = "/io/ringside/jvm-flags.properties";
    private static final int FIRST_WITH_NEWER_FLAGS = 24;

    private JvmFlags() {}

    /** Returns the flags that this release of Java needs and supports, one per word. */
    public static List<String> ofThisRelease() {
        final Properties properties = load();
        final List<String> flags = new ArrayList<>(split(properties.getProperty("always", "")));
        if (knowsNewer()) {
            flags.addAll(split(properties.getProperty("since24", "")));
        }
        return flags;
    }

    /** Returns a text that explains which applications need which flags. */
    public static String explained() {
        final Properties properties = load();
        return "applications that write or read events need " + properties.getProperty("tracing")
                + "; those that record, or read recordings, also need " + properties.getProperty("recording")
                + (knowsNewer()
                        ? "; the JVM's warnings are avoided by " + properties.getProperty("since24")
                        : "");
    }

    private static boolean knowsNewer() {
        return Runtime.version().feature() >= FIRST_WITH_NEWER_FLAGS;
    }

    private static Properties load() {
        final Properties properties = new Properties();
        try (InputStream in = JvmFlags.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IOException("flags of the JVM are not on the class path: resource=" + RESOURCE);
            }
            properties.load(in);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }

    private static List<String> split(final String flags) {
        return flags.isBlank() ? List.of() : List.of(flags.trim().split("\\s+"));
    }
}
