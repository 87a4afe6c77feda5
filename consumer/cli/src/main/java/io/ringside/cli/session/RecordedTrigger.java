package io.ringside.cli.session;

import io.ringside.cli.console.CommandContext;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.recording.Recorder;
import io.ringside.trigger.EventTrigger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * A trigger on the events of recorders. A dedicated thread reads the recordings while they are written, so no recorder
 * waits for the trigger. An event can fire the trigger only once it is in the recording, a moment after it was taken.
 * Used by the command's thread only.
 */
final class RecordedTrigger implements AutoCloseable {
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long OPEN_LOOK_MS = 10;

    private final CommandContext context;
    private final EventTrigger trigger;
    private final List<Path> followed = new ArrayList<>();
    /** Folders that contained no recording yet when recording began, so that all their events are new. */
    private final Set<Path> awaited = new HashSet<>();
    private final Queue<Followed> asked = new ConcurrentLinkedQueue<>();
    private @Nullable Thread thread;
    private volatile boolean closing;
    private volatile boolean broken;

    /** A recording and the position from which it is read. */
    private record Followed(Path folder, boolean fromEnd, CountDownLatch opened) {}

    private RecordedTrigger(final CommandContext context, final EventTrigger trigger) {
        this.context = context;
        this.trigger = trigger;
    }

    /**
     * Creates a trigger that does not read anything yet.
     *
     * @throws io.ringside.RingsideException if an option is invalid, or a session does not exist
     */
    static RecordedTrigger of(final CommandContext context, final TriggerOptions options) {
        return new RecordedTrigger(context, options.open(context, RecordedTrigger::pass));
    }

    /**
     * Starts reading a recorder's recording, from its current end. To be called before the recorder takes anything, and
     * after each duty cycle, because it may start its recording late or change its folder.
     */
    void look(final Recorder recorder) {
        final Path folder = recorder.folder();
        if (followed.contains(folder)) {
            return;
        }
        if (!Source.isRecording(folder)) {
            awaited.add(folder);
            return;
        }
        followed.add(folder);
        follow(new Followed(folder, !awaited.contains(folder), new CountDownLatch(1)));
    }

    /** Hands a recording to the reading thread, and waits until the reader is positioned or has failed. */
    private void follow(final Followed added) {
        asked.add(added);
        Thread reader = thread;
        if (reader == null) {
            reader = new Thread(this::read, "ringside-trigger-reader");
            reader.setDaemon(true);
            reader.start();
            thread = reader;
        }
        LockSupport.unpark(reader);
        try {
            boolean waits = true;
            while (waits) {
                waits = !added.opened().await(OPEN_LOOK_MS, TimeUnit.MILLISECONDS) && reader.isAlive();
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether an action has failed, or the recordings could not be read completely. */
    boolean hasFailed() {
        return broken || trigger.failures() > 0;
    }

    /** Reads the rest of the recordings, whose recorders must be closed, then waits for the actions. */
    @Override
    public void close() {
        closing = true;
        final Thread reader = thread;
        if (reader != null) {
            LockSupport.unpark(reader);
            try {
                reader.join();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        trigger.close();
        if (!TriggerOptions.report(context, trigger)) {
            broken = true;
        }
    }

    /** Reads all recordings. The readers are opened here because they must stay on the thread that opened them. */
    private void read() {
        final List<EventReader> readers = new ArrayList<>();
        try {
            readAll(readers);
        } catch (final Throwable e) {
            broken = true;
            context.console().tell("trigger has stopped, recording continues: reason=" + e.getMessage());
        } finally {
            CloseHelper.quietCloseAll(readers);
        }
    }

    private void readAll(final List<EventReader> readers) {
        boolean last;
        do {
            // Read the flag before polling, so that one more poll follows after the recorders have finished.
            last = closing;
            open(readers);
            int work = 0;
            for (final EventReader reader : readers) {
                work += reader.poll(trigger);
            }
            if (work > 0) {
                last = false;
            } else if (!last) {
                LockSupport.parkNanos(this, IDLE_NS);
            }
        } while (!last);
        readers.forEach(reader -> reader.deliverRest(trigger));
    }

    private void open(final List<EventReader> readers) {
        for (Followed next = asked.poll(); next != null; next = asked.poll()) {
            final Source recording = Source.recording(next.folder());
            readers.add(EventReader.open(new ReaderContext().errorHandler(this::tell),
                    next.fromEnd() ? recording.fromEnd() : recording));
            next.opened().countDown();
        }
    }

    private void tell(final Throwable failure) {
        context.console().tell(String.valueOf(failure.getMessage()));
    }

    private static void pass(final EventView event) {
        // Recorded events are neither printed nor counted here.
    }
}
