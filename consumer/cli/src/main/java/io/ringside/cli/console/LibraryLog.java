package io.ringside.cli.console;

import java.lang.reflect.Method;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The log of the library in this process. Commands report their failures themselves; while a provider runs here, the
 * log of its control thread is shown as well. Stateless.
 */
public final class LibraryLog {
    /** Held, because loggers without a reference lose their settings. */
    private static final Logger LOGGER = Logger.getLogger("io.ringside");
    private static final Logger TERMINAL_LOGGER = Logger.getLogger("org.jline");
    private static final int FIRST_THAT_WARNS_OF_UNSAFE = 24;

    private LibraryLog() {}

    /** Log nothing; to be called before a library is used. */
    public static void silence() {
        LOGGER.setUseParentHandlers(false);
        TERMINAL_LOGGER.setUseParentHandlers(false);
        // The program has no provider of SLF4J, which would otherwise say so.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        if (Runtime.version().feature() >= FIRST_THAT_WARNS_OF_UNSAFE) {
            passWarningOfUnsafe();
        }
    }

    /**
     * The JVM warns once, in four lines, of the first use of sun.misc.Unsafe, which recordings need. The manifest of a
     * jar cannot turn that off, and a user can do nothing about it: the JVM is made to believe that it has warned.
     */
    private static void passWarningOfUnsafe() {
        try {
            final Method warned = Class.forName("sun.misc.Unsafe").getDeclaredMethod("trySetMemoryAccessWarned");
            warned.setAccessible(true);
            warned.invoke(null);
        } catch (final ReflectiveOperationException | RuntimeException e) {
            // A JVM that does it in another way prints its lines.
            return;
        }
    }

    /**
     * Print from now on what is logged.
     *
     * @param console for messages
     */
    public static void tell(final Console console) {
        LOGGER.addHandler(new ConsoleTeller(console));
    }

    private static final class ConsoleTeller extends Handler {
        private final Console console;

        private ConsoleTeller(final Console console) {
            this.console = console;
        }

        @Override
        public void publish(final LogRecord entry) {
            console.tell(String.valueOf(entry.getMessage()));
        }

        @Override
        public void flush() {
            // Every line is flushed.
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }
}
