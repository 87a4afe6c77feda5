package io.ringside.internal.counter;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.FileNames.CounterFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Liveness;
import io.ringside.internal.files.MappedFault;
import io.ringside.internal.files.TraceDirectory;
import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * Reads the counters of all processes in a trace directory, live and without involving the processes. Not thread-safe.
 * <p>
 * New and removed files are noticed at the next collection, the death of a process within a second. A collection that
 * finds nothing new allocates nothing, except 16 bytes before JDK 25 to check for a truncated file. Checking for
 * deaths, once a second, allocates.
 */
public final class CounterReader implements AutoCloseable {
    private static final long LOOK_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    /** A folder's time is coarse: a change within this time after a listing could go unnoticed. */
    private static final long TIME_STEP_MS = 100;

    private final TraceDirectory directory;
    private final Liveness liveness;
    private final NanoClock clock;
    private final File folder;
    private final Map<CounterFileName, CounterFileView> open = new TreeMap<>(CounterReader::compare);
    private final Map<CounterFileName, String> problems = new LinkedHashMap<>();
    private List<CounterFileView> files = List.of();
    private long changes;
    private long lookedNs;
    private long listedMs;
    private boolean isSettled;

    /**
     * Create a reader of a directory.
     *
     * @param directory to read in
     * @param clock     of samples, monotonic
     */
    public CounterReader(final TraceDirectory directory, final NanoClock clock) {
        this.directory = directory;
        this.clock = clock;
        this.liveness = new Liveness(directory);
        this.folder = directory.counters().toFile();
        this.lookedNs = clock.nanoTime() - LOOK_INTERVAL_NS;
    }

    /** Returns the clock of samples. */
    public NanoClock clock() {
        return clock;
    }

    /** Returns the files that can be read, in a stable order. */
    public List<CounterFileView> files() {
        return files;
    }

    /** Returns a line for each file that cannot be read, with the reason. */
    public List<String> problems() {
        return List.copyOf(problems.values());
    }

    /** Returns whether a file cannot be read, so that counters of unknown names may be missing. */
    public boolean isDamaged() {
        return !open.keySet().containsAll(problems.keySet());
    }

    /**
     * Copy all values of all instances of all processes.
     *
     * @return a number that grows when files or instances have changed, when a process was found dead, and when {@link
     *         #isDamaged} has changed
     */
    public long collect() {
        final long nowNs = clock.nanoTime();
        if (nowNs - lookedNs >= LOOK_INTERVAL_NS || !isSettled || folder.lastModified() != listedMs) {
            look(nowNs);
        }
        try {
            collectAll();
        } catch (final InternalError e) {
            MappedFault.require(e);
            collectOneByOne();
        }
        return changes;
    }

    /** A separate method: a fault that is raised at the loop's back edge is missed by a handler in the same method. */
    private void collectAll() {
        for (int i = 0; i < files.size(); i++) {
            collect(files.get(i));
        }
        MappedFault.settle();
    }

    /** Close all files. */
    @Override
    public void close() {
        open.values().forEach(CounterFileView::close);
        open.clear();
        files = List.of();
    }

    private void collect(final CounterFileView file) {
        changes += file.collect(clock.nanoTime()) ? 1 : 0;
        if (file.isNumberDamaged() && !problems.containsKey(file.name())) {
            problems.put(file.name(), "number of used slots is damaged, and all slots were read: path="
                    + directory.counters().resolve(file.name().toString())
                    + ": find out what else writes into the trace directory");
        }
    }

    /** Collects each file separately, as a fault of one file may be raised while another is read. */
    private void collectOneByOne() {
        for (final CounterFileView file : List.copyOf(files)) {
            try {
                collect(file);
                MappedFault.settle();
            } catch (final InternalError e) {
                MappedFault.require(e);
                leaveOut(file, "file was truncated while it was read");
            }
        }
    }

    /** Lists the folder again, and checks which processes are alive. */
    private void look(final long nowNs) {
        lookedNs = nowNs;
        listedMs = folder.lastModified();
        isSettled = Math.abs(System.currentTimeMillis() - listedMs) > TIME_STEP_MS;
        final boolean wasDamaged = isDamaged();
        problems.clear();
        final List<CounterFileName> names = CounterFiles.names(directory);
        for (final CounterFileView file : List.copyOf(open.values())) {
            if (!names.contains(file.name())) {
                forget(file);
            } else if (!file.isWhole()) {
                leaveOut(file, "file was truncated");
            }
        }
        for (final CounterFileName name : names) {
            if (!open.containsKey(name) && !problems.containsKey(name)) {
                openFile(name);
            }
        }
        final Map<Incarnation, Boolean> alive = new HashMap<>();
        for (final CounterFileView file : open.values()) {
            if (!file.isStale() && !alive.computeIfAbsent(file.incarnation(), key -> isAlive(file))) {
                file.stale();
                changes++;
            }
        }
        if (files.size() != open.size() || !files.containsAll(open.values())) {
            files = new ArrayList<>(open.values());
        }
        changes += wasDamaged == isDamaged() ? 0 : 1;
    }

    /** A process whose state cannot be determined counts as alive. */
    private boolean isAlive(final CounterFileView file) {
        try {
            return liveness.isAlive(file.incarnation());
        } catch (final RingsideException e) {
            problems.put(file.name(), String.valueOf(e.getMessage()));
            return true;
        }
    }

    private void openFile(final CounterFileName name) {
        try {
            MappedFault.guard(directory.counters().resolve(name.toString()), () -> {
                open.put(name, CounterFiles.open(directory, name));
                changes++;
            });
        } catch (final RingsideException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                problems.put(name, String.valueOf(e.getMessage()));
            }
        }
    }

    private void leaveOut(final CounterFileView file, final String reason) {
        problems.put(file.name(), reason + ": path=" + directory.counters().resolve(file.name().toString()));
        forget(file);
        files = new ArrayList<>(open.values());
    }

    private void forget(final CounterFileView file) {
        open.remove(file.name());
        file.close();
        changes++;
    }

    private static int compare(final CounterFileName one, final CounterFileName other) {
        final int byIncarnation = one.incarnation().toString().compareTo(other.incarnation().toString());
        if (byIncarnation != 0) {
            return byIncarnation;
        }
        final int bySet = Integer.compare(one.set(), other.set());
        return bySet != 0 ? bySet : Integer.compare(one.segment(), other.segment());
    }
}
