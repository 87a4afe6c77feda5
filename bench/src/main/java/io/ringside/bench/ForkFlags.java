package io.ringside.bench;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Properties;

/**
 * JVM flags of a forked JVM, which does not inherit the flags in the executable jar's manifest. Stateless and
 * thread-safe.
 */
public final class ForkFlags {
    private static final String RESOURCE = "/io/ringside/jvm-flags.properties";
    private static final int FIRST_WITH_NEWER_FLAGS = 24;

    private ForkFlags() {}

    /**
     * Puts the flags before the arguments of a harness, in the spelling that JMH and jcstress share.
     *
     * @param args of the command line.
     * @return a new array: {@code -jvmArgsPrepend}, the flags, the arguments.
     * @throws IOException if the flags are not on the class path or not readable.
     */
    public static String[] prependTo(final String[] args) throws IOException {
        final String[] all = new String[args.length + 2];
        all[0] = "-jvmArgsPrepend";
        all[1] = flags();
        System.arraycopy(args, 0, all, 2, args.length);
        return all;
    }

    /**
     * Returns the flags for a JVM of this release, in the form of its command line.
     *
     * @return the flags, one per element
     * @throws IOException if the flags are not on the class path or not readable.
     */
    public static List<String> list() throws IOException {
        return List.of(flags().trim().split("\\s+", -1));
    }

    private static String flags() throws IOException {
        final Properties properties = new Properties();
        try (InputStream in = ForkFlags.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IOException("JVM flags not on the class path: resource=" + RESOURCE + ", build again");
            }
            properties.load(in);
        }
        final String always = properties.getProperty("always");
        return Runtime.version().feature() < FIRST_WITH_NEWER_FLAGS
                ? always
                : always + ' ' + properties.getProperty("since24");
    }
}
