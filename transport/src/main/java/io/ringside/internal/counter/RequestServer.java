package io.ringside.internal.counter;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.FileNames.RequestFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.Liveness;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.machine.CallbackThreads;
import io.ringside.internal.machine.EarlyClasses;
import io.ringside.provider.counter.CounterRequest;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Answers the requests in the folder of this process. The folder is the only state: a new request is passed to a
 * callback, a removed request is withdrawn, and a request of a dead asker is removed. So a lost notification loses no
 * request, and a kill requires no cleaning up.
 * <p>
 * Its own thread scans the folder and checks which processes are alive; it calls no callback. All other methods are
 * thread-safe.
 */
public final class RequestServer implements Runnable, AutoCloseable {
    /** Interval of scans without a notification, and of checks for dead processes. */
    private static final long LOOK_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    /** A folder's time is coarse: a change within this time after a listing could go unnoticed. */
    private static final long TIME_STEP_MS = 100;
    private static final long CLOSE_WAIT_MS = 1_000;
    /** Name in place of a set's for problems of all sets. */
    private static final String ALL_SETS = "all";

    private final TraceDirectory directory;
    private final Incarnation provider;
    private final Liveness liveness;
    private final CounterErrorHandler errors;
    private final Path folder;
    private final FolderWatch watch;
    private final AnswerWriter answers;
    private final ExecutorService callbackThreads = CallbackThreads.newExecutor();
    private final Map<Integer, PulledSet> sets = new ConcurrentHashMap<>();
    private final Thread thread;
    /** Existing requests, empty if no callback is called. Used by the server's thread only, like the queues. */
    private final Map<RequestFileName, Optional<ServedRequest>> served = new HashMap<>();
    private final Map<QueueKey, CallQueue> queues = new HashMap<>();
    private long lookedNs = System.nanoTime();
    private long listedMs;
    private boolean isSettled;
    private volatile boolean closed;

    /** Key of a queue, in which the calls of one set for one asker follow each other. */
    private record QueueKey(Incarnation asker, int set) {}

    private RequestServer(final TraceDirectory directory, final FileMaker files, final CounterErrorHandler errors) {
        this.directory = directory;
        this.provider = files.incarnation();
        this.liveness = new Liveness(directory);
        this.errors = errors;
        this.folder = directory.requests(provider);
        this.watch = FolderWatch.of(folder);
        this.answers = new AnswerWriter(folder, files);
        this.thread = new Thread(this, "ringside-counters");
        this.thread.setDaemon(true);
    }

    /**
     * Make the folder of a process, and start answering.
     *
     * @param directory of the folder
     * @param files     of the process
     * @param errors    receives problems
     * @return the server, without any set
     * @throws RingsideException if the folder cannot be made
     */
    public static RequestServer start(
            final TraceDirectory directory, final FileMaker files, final CounterErrorHandler errors) {
        EarlyClasses.load(RequestListing.class, RequestFileName.class, ServedRequest.class, PulledSet.class,
                RequestFolders.class);
        FileMaker.createFolder(directory.requests(files.incarnation()));
        RequestServer server = null;
        try {
            server = new RequestServer(directory, files, errors);
            server.thread.start();
            return server;
        } catch (final Throwable e) {
            // There may be no thread left; a retry must find nothing half-made.
            if (server != null) {
                server.watch.close();
                server.callbackThreads.shutdown();
            }
            try {
                RequestFolders.remove(directory, files.incarnation());
            } catch (final RingsideException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    /**
     * Start answering for a set.
     *
     * @param number of the set in this process, never used again
     * @param set    set with its callback
     */
    public void add(final int number, final PulledSet set) {
        sets.put(number, set);
    }

    /**
     * Returns whether requests for a set are answered.
     *
     * @param number of the set in this process
     */
    public boolean serves(final int number) {
        return sets.containsKey(number);
    }

    /**
     * Stop answering for a set. Calls in progress are cancelled but not awaited.
     *
     * @param number of the set in this process
     */
    public void remove(final int number) {
        final PulledSet set = sets.remove(number);
        if (set != null) {
            set.close();
        }
    }

    /** Stop answering, and remove the folder. */
    @Override
    public void close() {
        closed = true;
        List.copyOf(sets.keySet()).forEach(this::remove);
        watch.close();
        callbackThreads.shutdown();
        try {
            thread.join(CLOSE_WAIT_MS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        if (!watch.isWatching()) {
            tell(new RingsideException(ErrorCode.LIMIT, "folder of requests cannot be watched and is polled instead: "
                    + "path=" + folder + ": see fs.inotify.max_user_instances"));
        }
        boolean isNotified = true;
        while (!closed) {
            try {
                if (isNotified || !isQuiet()) {
                    look();
                }
            } catch (final Throwable e) {
                tell(e);
            }
            final long sinceNs = System.nanoTime() - lookedNs;
            isNotified = !closed && watch.await(LOOK_INTERVAL_NS - (sinceNs < LOOK_INTERVAL_NS ? sinceNs : 0));
        }
        try {
            RequestFolders.remove(directory, provider);
        } catch (final Throwable e) {
            // Remaining files are removed later, with the other files that the process leaves.
            tell(e);
        }
    }

    /** Returns whether there is no request and the folder has not changed since the last listing. */
    private boolean isQuiet() {
        return served.isEmpty() && queues.isEmpty() && isSettled && folder.toFile().lastModified() == listedMs;
    }

    private void look() {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && !closed) {
            // The folder was removed; without it, requests of readers would never arrive.
            FileMaker.createFolder(folder);
            watch.renew(folder);
        }
        listedMs = folder.toFile().lastModified();
        isSettled = Math.abs(System.currentTimeMillis() - listedMs) > TIME_STEP_MS;
        final RequestListing listing = RequestListing.of(folder, served.keySet());
        final List<ServedRequest> removed = new ArrayList<>();
        served.keySet().stream().filter(name -> !listing.requests().contains(name)).toList()
                .forEach(name -> withdraw(name, removed));
        listing.next(served.keySet()).forEach(this::take);
        // Removed counters are reported after added ones, so that a changed request continues without a gap.
        removed.forEach(ServedRequest::remove);
        listing.answers().stream().filter(name -> !served.containsKey(name.request())).forEach(this::removeFile);
        final long nowNs = System.nanoTime();
        if (nowNs - lookedNs >= LOOK_INTERVAL_NS) {
            lookedNs = nowNs;
            removeDead();
        }
        tidyQueues();
    }

    /** Passes on a request, or refuses it. A request that was removed meanwhile is ignored. */
    private void take(final RequestFileName name) {
        try {
            final RequestMessage message = RequestMessage.read(folder.resolve(name.toString()), name, provider);
            final Optional<ServedRequest> request = serve(message);
            served.put(name, request);
            if (request.isPresent() && !request.get().begin()) {
                served.put(name, Optional.empty());
                refuse(name, message.set(), AnswerStatus.BUSY);
            }
        } catch (final RuntimeException e) {
            if (!(e instanceof final RingsideException known) || known.code() != ErrorCode.NOT_FOUND) {
                // Remembered, so that it is reported once, and does not block the others.
                served.put(name, Optional.empty());
                tell(e);
                refuse(name, 0, AnswerStatus.BAD_REQUEST);
            }
        }
    }

    private void refuse(final RequestFileName name, final int set, final AnswerStatus status) {
        try {
            answers.refuse(name, set, status);
        } catch (final RingsideException e) {
            tell(e);
        }
    }

    private Optional<ServedRequest> serve(final RequestMessage message) {
        final CounterRequest.Type type = CounterRequest.Type.ofCode(message.type());
        final PulledSet set = sets.get(message.set());
        if (type == null || type == CounterRequest.Type.REMOVE_COUNTER || set == null) {
            refuse(message.name(), message.set(),
                    set == null ? AnswerStatus.UNKNOWN_SET : AnswerStatus.UNKNOWN_TYPE);
            return Optional.empty();
        }
        final CallQueue queue = queues.computeIfAbsent(new QueueKey(message.name().asker(), message.set()),
                key -> new CallQueue(set, callbackThreads));
        return Optional.of(new ServedRequest(message, type, set, queue, answers));
    }

    private void withdraw(final RequestFileName name, final List<ServedRequest> removed) {
        served.remove(name).filter(ServedRequest::withdraw).ifPresent(removed::add);
        removeFile(name.answer());
    }

    /** Removes the requests of askers that have died. */
    private void removeDead() {
        final Map<Incarnation, Boolean> alive = new HashMap<>();
        final List<ServedRequest> removed = new ArrayList<>();
        for (final RequestFileName name : List.copyOf(served.keySet())) {
            if (!alive.computeIfAbsent(name.asker(), this::isAlive)) {
                final boolean isTold = served.getOrDefault(name, Optional.empty()).isEmpty();
                withdraw(name, removed);
                if (!removeFile(name, isTold)) {
                    // The file still exists but has no reader: it must not be taken for a new request.
                    served.put(name, Optional.empty());
                }
            }
        }
        removed.forEach(ServedRequest::remove);
    }

    /** An asker whose state cannot be determined counts as alive. */
    private boolean isAlive(final Incarnation asker) {
        try {
            return liveness.isAlive(asker);
        } catch (final RingsideException e) {
            tell(e);
            return true;
        }
    }

    private void tidyQueues() {
        if (!queues.isEmpty()) {
            final Set<Incarnation> askers = new HashSet<>();
            served.keySet().forEach(name -> askers.add(name.asker()));
            final List<QueueKey> over = new ArrayList<>();
            queues.forEach((key, queue) -> {
                queue.start();
                if (queue.isIdle() && !askers.contains(key.asker())) {
                    over.add(key);
                }
            });
            over.forEach(queues::remove);
        }
    }

    private void removeFile(final RequestFileName name) {
        removeFile(name, false);
    }

    /** Returns whether the file is gone; if not, reports the problem unless it was reported before. */
    private boolean removeFile(final RequestFileName name, final boolean isTold) {
        try {
            ExistingFile.remove(folder.resolve(name.toString()));
            return true;
        } catch (final RingsideException e) {
            if (!isTold) {
                tell(e);
            }
            return false;
        }
    }

    private void tell(final Throwable problem) {
        errors.tellOfRequest(ALL_SETS, problem);
    }
}
