package io.ringside.provider;

import io.ringside.RingsideException;
import io.ringside.internal.counter.CounterErrorHandler;
import io.ringside.internal.machine.OperatorLog;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Logs problems for the application, one line for each kind and code, however often it occurs. The handlers of a log
 * are code of the application: they run on a thread of the application or on one dedicated to this, and their
 * exceptions are ignored. Thread-safe.
 */
final class ProblemLog {
    /** The log of this JVM, in which a line appears once for all runtimes. */
    static final ProblemLog SHARED = new ProblemLog(OperatorLog::warn, newThread());

    /** Logs failures of counter sets' callbacks, and requests that do not reach them. */
    static final CounterErrorHandler COUNTER_ERRORS = new CounterErrorHandler() {
        @Override
        public void onError(final String counterSet, final Throwable problem) {
            SHARED.tellAsideOf(Kind.COUNTER_CALLBACK, counterSet, problem);
        }

        @Override
        public void onRequestError(final String counterSet, final Throwable problem) {
            SHARED.tellAside(Kind.COUNTER_REQUESTS, problem);
        }
    };

    private static final int QUEUE_LENGTH = 64;
    private static final String OTHER = "other";

    private final Consumer<String> log;
    private final Executor thread;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** The consequence of a problem. */
    enum Kind {
        /** Nothing is recorded in this process. */
        OFF("tracing is off: "),
        /** The operator's settings contain a mistake. */
        SETTING("tracing uses its default: "),
        /** One provider is not recorded. */
        REGISTRATION("provider is not traced: "),
        /** A self-describing event is not recorded. */
        EVENT("self-describing event is not traced: "),
        /** A counter set cannot be read by other processes. */
        COUNTERS("counters are not seen by others: "),
        /** Readers see numbers in place of names. */
        NAMES("names of values are not published: "),
        /** A provider's traits are known in its own process only. */
        TRAITS("traits of a provider are unavailable: "),
        /** A callback of the application has failed, and will be called again. */
        CALLBACK("callback has failed, and is called again at the next change: "),
        /** A counter set's callback of the application has failed, and will be called again. */
        COUNTER_CALLBACK("callback of a counter set has failed, what it has added counts: "),
        /** Readers request counters, and get no answer from the callback. */
        COUNTER_REQUESTS("request for counters is not answered by its callback: "),
        /** An operation has failed and will be repeated. */
        CYCLE("control continues and retries: "),
        /** A file is ignored for now. */
        FILE("file is left out until it can be read: "),
        /** Another program removes files of this process, or causes its locks to be dropped. */
        LOST_FILE("another program has disturbed a file of this process: ");

        private final String prefix;

        Kind(final String prefix) {
            this.prefix = prefix;
        }
    }

    ProblemLog(final Consumer<String> log, final Executor thread) {
        this.log = log;
        this.thread = thread;
    }

    /** Loads the classes that a line needs, while the class loader is open. */
    static int load() {
        return Kind.values().length + ThreadPoolExecutor.class.getName().length();
    }

    /** Log on the calling thread, a thread of the application. */
    void tell(final Kind kind, final Throwable problem) {
        tell(kind, codeOf(problem), textOf(problem));
    }

    /** Log on the calling thread, a thread of the application. */
    void tell(final Kind kind, final String text) {
        tell(kind, OTHER, text);
    }

    /** Log on a separate thread, for a thread that runs no code of the application. */
    void tellAside(final Kind kind, final Throwable problem) {
        tellAside(kind, codeOf(problem), problem);
    }

    /** Log on a separate thread, for a thread that runs no code of the application. */
    void tellAside(final Kind kind, final String text) {
        tellAside(kind, OTHER, text);
    }

    /** Log on a separate thread, one line for each provider, for threads that run callbacks. */
    void tellAsideOf(final Kind kind, final String provider, final Throwable problem) {
        try {
            tellAside(kind, provider, (Object) ("provider=" + provider + ", reason=" + textOf(problem)));
        } catch (final Throwable e) {
            // The message of an application's exception is code of the application as well, and may throw.
            tellAside(kind, provider, (Object) ("provider=" + provider));
        }
    }

    /** Log on a separate thread, one line for each table of a provider. */
    void tellAsideOf(final Kind kind, final String provider, final String table, final String problem) {
        tellAside(kind, provider + '/' + table, (Object) ("provider=" + provider + ": " + problem));
    }

    /** Returns the message of a problem for display. */
    static String textOf(final Throwable problem) {
        final String message = problem.getMessage();
        return problem instanceof RingsideException && message != null ? message : String.valueOf(problem);
    }

    private void tellAside(final Kind kind, final String code, final Object problem) {
        try {
            if (!told.contains(kind + code)) {
                final String text = problem instanceof final Throwable thrown ? textOf(thrown) : problem.toString();
                thread.execute(() -> tell(kind, code, text));
            }
        } catch (final Throwable e) {
            // There is no memory or thread for a line; the caller has to continue nevertheless.
            return;
        }
    }

    private void tell(final Kind kind, final String code, final String text) {
        try {
            if (told.add(kind + code)) {
                log.accept(kind.prefix + text);
            }
        } catch (final Throwable e) {
            // The application's handler fails; nothing can be done about it here.
            return;
        }
    }

    private static String codeOf(final Throwable problem) {
        return problem instanceof final RingsideException known ? known.code().name() : OTHER;
    }

    private static Executor newThread() {
        return new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUE_LENGTH), task -> {
            final Thread thread = new Thread(task, "ringside-log");
            thread.setDaemon(true);
            return thread;
        }, new DiscardPolicy());
    }
}
