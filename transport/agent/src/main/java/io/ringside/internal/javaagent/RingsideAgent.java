package io.ringside.internal.javaagent;

import java.lang.instrument.Instrumentation;

/**
 * Entry point of the agent. In the jar it is compiled for Java 8, so that a JVM that is too old for the agent reports
 * this and starts its application, instead of failing with an error. Thread-safe.
 */
public final class RingsideAgent {
    /** The oldest Java version that the agent supports. */
    static final int OLDEST = 17;

    private static final String CONTROL = "io.ringside.internal.javaagent.AgentControl";

    private RingsideAgent() {}

    /**
     * Called by the JVM before the application's main method, for {@code -javaagent}.
     *
     * @param options         text after the path of the jar; may be null
     * @param instrumentation of this JVM
     */
    public static void premain(final String options, final Instrumentation instrumentation) {
        call(options, instrumentation, false);
    }

    /**
     * Called by the JVM when the agent is loaded into a running application.
     *
     * @param options         text passed by the caller; may be null
     * @param instrumentation of this JVM
     */
    public static void agentmain(final String options, final Instrumentation instrumentation) {
        call(options, instrumentation, true);
    }

    private static void call(final String options, final Instrumentation instrumentation, final boolean attached) {
        try {
            final int java = feature(System.getProperty("java.specification.version", ""));
            if (java < OLDEST) {
                System.err.println("ringside: Java is too old for the agent: java=" + java + ": use " + OLDEST
                        + " or newer; the application runs without tracing");
                return;
            }
            Class.forName(CONTROL).getMethod("handle", String.class, Instrumentation.class, boolean.class)
                    .invoke(null, options, instrumentation, attached);
        } catch (final Throwable e) {
            // The application has priority, whatever failed.
            System.err.println("ringside: agent has failed: reason=" + e + ": the application runs without tracing");
        }
    }

    /** Returns the feature number of a release: 8 for "1.8", 17 for "17". */
    static int feature(final String specification) {
        final String number = specification.startsWith("1.") ? specification.substring(2) : specification;
        try {
            return Integer.parseInt(number);
        } catch (final NumberFormatException e) {
            return 0;
        }
    }
}
