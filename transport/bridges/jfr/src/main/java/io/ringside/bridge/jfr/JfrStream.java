package io.ringside.bridge.jfr;

import io.ringside.internal.machine.OperatorLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/**
 * The recording of JFR, which exists while a session wants events. It has its own thread for starting, changing and
 * ending it, since that takes time. Thread-safe.
 */
final class JfrStream {
    private static final long CHANGE_TIMEOUT_MS = 1_500;
    private static final long START_TIMEOUT_MS = 10_000;
    private static final long SPACE_INTERVAL_MS = 100;
    private static final int REPORTED_MAX = 16;
    /** JFR deletes finished files of its repository that are older than this. */
    private static final Duration MAX_AGE = Duration.ofSeconds(5);
    /** JFR deletes finished files of its repository that together exceed this size. */
    private static final long MAX_BYTES = 32L << 20;

    private final Map<String, JfrEvent> events;
    private final JfrSpace space;
    private final Consumer<JfrShortage> onShortage;
    private final ScheduledThreadPoolExecutor changes = new ScheduledThreadPoolExecutor(1, task -> {
        final Thread thread = new Thread(null, task, "ringside-jfr", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    });
    private Map<String, String> wanted = Map.of();
    private boolean hasBegun;
    private boolean hasEnded;
    /** Used only by the thread of changes. */
    private @Nullable RecordingStream stream;
    /** Used only by the thread of changes; null without a recording. */
    private @Nullable Future<?> spaceChecks;
    /** Used only by the thread of changes. */
    private final Set<String> reported = new HashSet<>();

    /**
     * Creates a stream that has not started.
     *
     * @param events     events by name; complete when the stream starts
     * @param space      free space for JFR's files
     * @param onShortage called when the recording has ended, or was not started, for lack of space
     */
    JfrStream(final Map<String, JfrEvent> events, final JfrSpace space, final Consumer<JfrShortage> onShortage) {
        this.events = events;
        this.space = space;
        this.onShortage = onShortage;
        changes.setKeepAliveTime(1, TimeUnit.SECONDS);
        changes.allowCoreThreadTimeOut(true);
        changes.setRemoveOnCancelPolicy(true);
    }

    /** Applies the wanted settings from now on, including earlier ones. */
    void begin() {
        synchronized (this) {
            hasBegun = true;
        }
        changes.execute(this::apply);
    }

    /**
     * Changes the events that JFR records, and waits for that for a bounded time.
     *
     * @param settings of JFR; empty to record nothing
     */
    void want(final Map<String, String> settings) {
        final Future<?> change;
        synchronized (this) {
            if (hasEnded) {
                return;
            }
            wanted = settings;
            if (!hasBegun) {
                return;
            }
            change = changes.submit(this::apply);
        }
        try {
            change.get(CHANGE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (final ExecutionException | TimeoutException e) {
            // The failure has been reported, or the change completes later.
            return;
        }
    }

    /** Ends the stream, without waiting. */
    void end() {
        synchronized (this) {
            if (!hasEnded) {
                hasEnded = true;
                wanted = Map.of();
                changes.execute(this::apply);
                changes.shutdown();
            }
        }
    }

    private synchronized Map<String, String> wanted() {
        return wanted;
    }

    private void apply() {
        final Map<String, String> settings = wanted();
        final RecordingStream current = stream;
        try {
            if (settings.isEmpty()) {
                stop();
            } else if (current != null) {
                current.setSettings(settings);
            } else {
                startIfThereIsSpace(settings);
            }
        } catch (final Throwable e) {
            report(e);
        }
    }

    private void startIfThereIsSpace(final Map<String, String> settings) throws InterruptedException {
        final JfrShortage shortage = space.shortage(JfrSpace.START_MIN_BYTES);
        if (shortage != null) {
            onShortage.accept(shortage);
            return;
        }
        stream = start(settings);
        space.reserve();
        spaceChecks = changes.scheduleWithFixedDelay(this::checkSpace, 0, SPACE_INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    /** Ends the recording if space is short, until a session changes its demand: new space may not last. */
    private void checkSpace() {
        try {
            final JfrShortage shortage = stream == null ? null : space.shortage(JfrSpace.RUNNING_MIN_BYTES);
            if (shortage != null) {
                stop();
                onShortage.accept(shortage);
            }
        } catch (final Throwable e) {
            report(e);
        }
    }

    /** Ends the recording, after releasing the reserve, since JFR then writes the remaining events. */
    private void stop() {
        final RecordingStream ending = stream;
        stream = null;
        space.release();
        if (spaceChecks != null) {
            spaceChecks.cancel(false);
            spaceChecks = null;
        }
        if (ending != null) {
            ending.close();
        }
    }

    /** Reports each reason once, since each change by a session would repeat it. */
    private void report(final Throwable e) {
        try {
            final String reason = e.toString();
            if (reported.size() < REPORTED_MAX && reported.add(reason)) {
                OperatorLog.warn("Flight Recorder does not record: reason=" + reason
                        + ": see whether its repository, by default in the temporary directory, can be written");
            }
        } catch (final Throwable unreported) {
            // The log itself fails; this thread must survive for the next change.
            return;
        }
    }

    private RecordingStream start(final Map<String, String> settings) throws InterruptedException {
        final RecordingStream started = new RecordingStream();
        try {
            final Batch batch = new Batch();
            started.setReuse(false);
            started.setMaxAge(MAX_AGE);
            started.setMaxSize(MAX_BYTES);
            started.setSettings(settings);
            started.onEvent(batch::add);
            started.onFlush(batch::write);
            new Start(started).begin();
            return started;
        } catch (final Throwable e) {
            started.close();
            throw e;
        }
    }

    /** Runs the thread of a recording's events: JFR's own thread would prevent the application's JVM from ending. */
    private static final class Start implements Runnable, FlightRecorderListener {
        private final RecordingStream stream;
        private final CountDownLatch isDone = new CountDownLatch(1);
        private final Thread thread;
        private volatile @Nullable Throwable failure;

        Start(final RecordingStream stream) {
            this.stream = stream;
            thread = new Thread(null, this, "ringside-jfr-events", 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
        }

        /** Starts the recording; returns when JFR is recording. */
        void begin() throws InterruptedException {
            FlightRecorder.addListener(this);
            try {
                thread.start();
                if (!isDone.await(START_TIMEOUT_MS, TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException("it has not started in time: timeoutMs=" + START_TIMEOUT_MS);
                }
            } finally {
                FlightRecorder.removeListener(this);
            }
            final Throwable failed = failure;
            if (failed != null) {
                throw new IllegalStateException(failed.toString(), failed);
            }
        }

        @Override
        public void run() {
            try {
                stream.start();
            } catch (final Throwable e) {
                failure = e;
            } finally {
                isDone.countDown();
            }
        }

        /** Called by the thread that changes a recording. */
        @Override
        public void recordingStateChanged(final Recording recording) {
            if (Thread.currentThread() == thread && recording.getState() == RecordingState.RUNNING) {
                isDone.countDown();
            }
        }
    }

    /**
     * The events that JFR passes at once, in the order of their ends. They are written in the order of their
     * beginnings, which are the times of the events. Not thread-safe.
     */
    private final class Batch {
        private static final int EVENTS_MAX = 10_000;
        private static final Comparator<RecordedEvent> BY_START = Comparator.comparing(RecordedEvent::getStartTime);

        private final JfrEvent.Room room = new JfrEvent.Room();
        private final List<RecordedEvent> waiting = new ArrayList<>();

        void add(final RecordedEvent recorded) {
            waiting.add(recorded);
            if (waiting.size() == EVENTS_MAX) {
                write();
            }
        }

        void write() {
            try {
                waiting.sort(BY_START);
                for (final RecordedEvent recorded : waiting) {
                    write(recorded);
                }
            } finally {
                waiting.clear();
            }
        }

        /** Writes an event; a failure does not affect the others. */
        private void write(final RecordedEvent recorded) {
            try {
                final JfrEvent event = events.get(recorded.getEventType().getName());
                if (event != null) {
                    event.write(recorded, room);
                }
            } catch (final RuntimeException e) {
                report(e);
            }
        }
    }
}
