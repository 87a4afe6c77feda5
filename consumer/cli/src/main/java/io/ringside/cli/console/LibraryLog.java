package io.ringside.cli.console;

import java.lang.reflect.Method;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The library's log in this process. It is silent, because commands report their failures themselves; while a provider
 * runs here, the log of its control thread is printed. Stateless.
 */
public final class LibraryLog {
    /** A strong reference, because loggers without one lose their settings. */
    private static final Logger LOGGER = Logger.getLogger("io.ringside");
    private static final Logger TERMINAL_LOGGER = Logger.getLogger("org.jline");
    private static final int FIRST_THAT_WARNS_OF_UNSAFE = 24;

    private LibraryLog() {}

    /** Turn logging off; to be called before a library is used. */
    public static void silence() {
        LOGGER.setUseParentHandlers(false);
        TERMINAL_LOGGER.setUseParentHandlers(false);
        // SLF4J would otherwise report that the program has no provider for it.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        if (Runtime.version().feature() >= FIRST_THAT_WARNS_OF_UNSAFE) {
            passWarningOfUnsafe();
        }
    }

    /**
     * Suppresses the JVM's warning about the first use of sun.misc.Unsafe, which recordings need. The manifest of a jar
     * cannot turn it off, and a user can do nothing about it, so this marks the warning as already given.
     */
    private static void passWarningOfUnsafe() {
        try {
            final Method warned = Class.forName("sun.misc.Unsafe").getDeclaredMethod("trySetMemoryAccessWarned");
            warned.setAccessible(true);
            warned.invoke(null);
        } catch (final ReflectiveOperationException | RuntimeException e) {
            // A JVM without this method prints its warning.
            return;
        }
    }

    /**
     * Print log records from now on.
     *
     * @param console that prints them
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
            // Nothing to do: every line is flushed when it is printed.
        }

        @Override
        public void close() {
            // Nothing to do: the handler has no resources.
        }
    }
}
