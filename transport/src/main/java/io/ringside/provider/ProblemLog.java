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
 * Logs problems for the application: one line for each kind and code, however often it is met. The handlers of
 * a log are the application's code: they run on a thread of the application or on one for nothing else, and whatever
 * they throw ends here. Thread-safe.
 */
final class ProblemLog {
    /** The log of this JVM, whose lines are said once for all runtimes. */
    static final ProblemLog SHARED = new ProblemLog(OperatorLog::warn, newThread());

    /** Logs callbacks of counter sets that fail, and requests that do not reach them. */
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
        /** The operator has made a mistake. */
        SETTING("tracing uses its default: "),
        /** One provider is not recorded. */
        REGISTRATION("provider is not traced: "),
        /** One event that describes itself is not recorded. */
        EVENT("self-describing event is not traced: "),
        /** A counter set is not read by anybody. */
        COUNTERS("counters are not seen by others: "),
        /** Readers see numbers in place of names. */
        NAMES("names of values are not published: "),
        /** A provider's traits are known to itself only. */
        TRAITS("traits of a provider are unavailable: "),
        /** Code of the application has failed, which is called again. */
        CALLBACK("callback has failed, and is called again at the next change: "),
        /** Code of the application has failed, which is asked again. */
        COUNTER_CALLBACK("callback of a counter set has failed, what it has added counts: "),
        /** Readers ask for counters, and get no answer from their callback. */
        COUNTER_REQUESTS("request for counters is not answered by its callback: "),
        /** Something failed that is done again. */
        CYCLE("control continues and retries: "),
        /** A file is left alone for now. */
        FILE("file is left out until it can be read: "),
        /** Somebody removes what belongs to this process, or has its locks vanish. */
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

    /** Loads what a line needs, while the class loader is open. */
    static int load() {
        return Kind.values().length + ThreadPoolExecutor.class.getName().length();
    }

    /** On the calling thread: for threads of the application. */
    void tell(final Kind kind, final Throwable problem) {
        tell(kind, codeOf(problem), textOf(problem));
    }

    /** On the calling thread: for threads of the application. */
    void tell(final Kind kind, final String text) {
        tell(kind, OTHER, text);
    }

    /** On a thread of its own: for threads that run no code of the application. */
    void tellAside(final Kind kind, final Throwable problem) {
        tellAside(kind, codeOf(problem), problem);
    }

    /** On a thread of its own: for threads that run no code of the application. */
    void tellAside(final Kind kind, final String text) {
        tellAside(kind, OTHER, text);
    }

    /** On a thread of its own, and one line for each provider: for threads that run callbacks. */
    void tellAsideOf(final Kind kind, final String provider, final Throwable problem) {
        try {
            tellAside(kind, provider, (Object) ("provider=" + provider + ", reason=" + textOf(problem)));
        } catch (final Throwable e) {
            // The message of an application's exception is the application's code as well, and may throw.
            tellAside(kind, provider, (Object) ("provider=" + provider));
        }
    }

    /** On a thread of its own, and one line for each table of a provider. */
    void tellAsideOf(final Kind kind, final String provider, final String table, final String problem) {
        tellAside(kind, provider + '/' + table, (Object) ("provider=" + provider + ": " + problem));
    }

    /** Returns the message of a problem for people. */
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
            // No memory or thread left for a line: who has met the problem continues all the more.
            return;
        }
    }

    private void tell(final Kind kind, final String code, final String text) {
        try {
            if (told.add(kind + code)) {
                log.accept(kind.prefix + text);
            }
        } catch (final Throwable e) {
            // A handler of the application that fails: nobody here can do anything about it.
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
