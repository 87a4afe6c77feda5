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
 * Answers the requests that are in the folder of this process. What is there is all there is to know: a request
 * that is new is passed on to a callback, one that is gone is withdrawn, one of an asker that has died is taken away.
 * So nothing is lost if a notification is, and nothing has to be undone after a kill.
 * <p>
 * Its own thread scans the folder and checks which processes live; it calls no callback. All else is thread-safe.
 */
public final class RequestServer implements Runnable, AutoCloseable {
    /** Between scans of the folder without a notification, and between checks of which processes live. */
    private static final long LOOK_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    /** A folder's time has steps: a change in the same step as the listing would not be seen. */
    private static final long TIME_STEP_MS = 100;
    private static final long CLOSE_WAIT_MS = 1_000;
    /** Represents all processes that have opened sets. */
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
    /** Requests that exist, empty where no callback is notified of them. For the server's own thread, as the queues. */
    private final Map<RequestFileName, Optional<ServedRequest>> served = new HashMap<>();
    private final Map<QueueKey, CallQueue> queues = new HashMap<>();
    private long lookedNs = System.nanoTime();
    private long listedMs;
    private boolean isSettled;
    private volatile boolean closed;

    /** Calls of one set for one asker follow each other. */
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
     * Make the folder of a process, and begin to answer.
     *
     * @param directory of the folder
     * @param files     of the process
     * @param errors    receives what cannot be done
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
            // No thread left, perhaps: a retry finds nothing half-made.
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
     * Answer for a set from now on.
     *
     * @param number of the set in this process, never used again
     * @param set    with its callback
     */
    public void add(final int number, final PulledSet set) {
        sets.put(number, set);
    }

    /**
     * Whether a set is answered for.
     *
     * @param number of the set in this process
     */
    public boolean serves(final int number) {
        return sets.containsKey(number);
    }

    /**
     * Answer for a set no more. Calls that are under way are cancelled, and not waited for.
     *
     * @param number of the set in this process
     */
    public void remove(final int number) {
        final PulledSet set = sets.remove(number);
        if (set != null) {
            set.close();
        }
    }

    /** End to answer. The folder goes as well. */
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
            // Files that remain are removed with the other files that the process leaves.
            tell(e);
        }
    }

    /** Whether there is no request, and nothing has come without a notification. */
    private boolean isQuiet() {
        return served.isEmpty() && queues.isEmpty() && isSettled && folder.toFile().lastModified() == listedMs;
    }

    private void look() {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && !closed) {
            // Somebody has removed it: readers would never be heard again.
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
        // After what was added: a changed request continues without a gap.
        removed.forEach(ServedRequest::remove);
        listing.answers().stream().filter(name -> !served.containsKey(name.request())).forEach(this::removeFile);
        final long nowNs = System.nanoTime();
        if (nowNs - lookedNs >= LOOK_INTERVAL_NS) {
            lookedNs = nowNs;
            removeDead();
        }
        tidyQueues();
    }

    /** A request is passed on, or refused; one that was taken away meanwhile never was. */
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
                // Remembered, so that it is reported once, and does not keep others from being read.
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
                    // It exists and belongs to no reader: it must not be taken for a new one.
                    served.put(name, Optional.empty());
                }
            }
        }
        removed.forEach(ServedRequest::remove);
    }

    /** One of which that cannot be found out is not called dead. */
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

    /** Returns whether it is gone; if not, reports it once. */
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
