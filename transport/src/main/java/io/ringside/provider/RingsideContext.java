package io.ringside.provider;

import io.ringside.event.EventLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link Ringside}. What the application does not set, its operator may: by a system property, else by an
 * environment variable. Not thread-safe; not to be changed after connecting.
 *
 * <table>
 * <caption>What an operator may set</caption>
 * <tr><th>setting</th><th>system property</th><th>environment</th><th>value</th></tr>
 * <tr><td>{@link #directory}</td><td>{@code ringside.dir}</td><td>{@code RINGSIDE_DIR}</td><td>a path</td></tr>
 * <tr><td>{@link #spareLanes}</td><td>{@code ringside.spare.lanes}</td><td>{@code RINGSIDE_SPARE_LANES}</td>
 * <td>1 to 1024</td></tr>
 * <tr><td>{@link #registerTimeoutNs}</td><td>{@code ringside.register.timeout}</td>
 * <td>{@code RINGSIDE_REGISTER_TIMEOUT}</td><td>a duration such as {@code 500ms} or {@code 2s}</td></tr>
 * <tr><td>{@link #closeTimeoutNs}</td><td>{@code ringside.close.timeout}</td>
 * <td>{@code RINGSIDE_CLOSE_TIMEOUT}</td><td>a duration</td></tr>
 * </table>
 *
 * A value that cannot be used leaves the default, and one line in the log {@code io.ringside} says so.
 */
public final class RingsideContext {
    private static final long REGISTER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long CLOSE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int MIN_SPARE_LANES = 8;
    private static final int MAX_SPARE_LANES = 32;

    private final List<String> problems;
    private @Nullable Path directory;
    private boolean useInvoker;
    private long registerTimeoutNs;
    private long closeTimeoutNs;
    private int spareLanes;
    private @Nullable NanoClock nanoClock;

    /** Default settings, and those of the operator. */
    public RingsideContext() {
        this(new OperatorSettings(System::getProperty, System::getenv), Runtime.getRuntime().availableProcessors());
    }

    /**
     * The same, on a machine that a test has thought of.
     *
     * @param operator   what the operator has set
     * @param processors of the machine
     */
    RingsideContext(final OperatorSettings operator, final int processors) {
        spareLanes = operator.number("ringside.spare.lanes", EventLimits.LANES_MAX,
                Math.min(MAX_SPARE_LANES, Math.max(MIN_SPARE_LANES, processors)));
        registerTimeoutNs = operator.durationNs("ringside.register.timeout", REGISTER_TIMEOUT_NS);
        closeTimeoutNs = operator.durationNs("ringside.close.timeout", CLOSE_TIMEOUT_NS);
        problems = operator.problems();
    }

    /** What the operator has set that cannot be used, one sentence each. */
    List<String> problems() {
        return problems;
    }

    /**
     * Trace directory.
     *
     * @param path of the directory; by default the property {@code ringside.dir}, else {@code $RINGSIDE_DIR}, else
     *             one of the user's in shared memory
     * @return this
     */
    public RingsideContext directory(final Path path) {
        directory = path;
        return this;
    }

    /** Trace directory, null for the default. */
    public @Nullable Path directory() {
        return directory;
    }

    /**
     * Whether the application finds out about changes on a duty cycle of its own, {@link Ringside#invoke}, instead of a
     * watching thread. The control thread exists either way, but then sleeps until it is called.
     *
     * @param use default false
     * @return this
     */
    public RingsideContext useInvoker(final boolean use) {
        useInvoker = use;
        return this;
    }

    /** Whether the application calls {@link Ringside#invoke}. */
    public boolean useInvoker() {
        return useInvoker;
    }

    /**
     * How long registering may hold its caller up. A registration that is not complete by then completes by itself, and
     * what is written before is not recorded. A cold JVM on a machine with much more to do than cores was seen to take
     * 0.9 s; others take some milliseconds.
     *
     * @param timeoutNs default 1 s, 0 does not wait
     * @return this
     */
    public RingsideContext registerTimeoutNs(final long timeoutNs) {
        registerTimeoutNs = timeoutNs;
        return this;
    }

    /** How long registering may hold its caller up. */
    public long registerTimeoutNs() {
        return registerTimeoutNs;
    }

    /**
     * How long {@link Ringside#close} may hold its caller up while threads are inside writes. What is not complete by
     * then completes by itself, as long as the process lives.
     *
     * @param timeoutNs default 2 s, 0 does not wait
     * @return this
     */
    public RingsideContext closeTimeoutNs(final long timeoutNs) {
        closeTimeoutNs = timeoutNs;
        return this;
    }

    /** How long closing may hold its caller up. */
    public long closeTimeoutNs() {
        return closeTimeoutNs;
    }

    /**
     * Lanes that each session keeps free, in memory of its own, for threads that have not written yet, as far as its
     * bounds allow. So many threads may write their first event at once. The one that takes half of them wakes the
     * control thread, which adds what is missing, within about a millisecond in a warm JVM; with {@link #useInvoker} it
     * does so when {@link Ringside#invoke} is called. An event that finds no lane is lost and counted as
     * {@code noLane}, and the session then keeps twice as many lanes free. Each lane takes the session's lane size, in
     * full, when the session attaches. A thread that knows that it will write needs none of these:
     * {@link Ringside#writer} takes its lanes, and waits for them.
     *
     * @param lanes 1 to 1,024; default the number of processors, at least 8 and at most 32; lanes come in batches of
     *              four, so that there may be up to three more
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public RingsideContext spareLanes(final int lanes) {
        if (lanes < 1 || lanes > EventLimits.LANES_MAX) {
            throw new IllegalArgumentException("number of spare lanes out of range: spareLanes=" + lanes
                    + ", min=1, max=" + EventLimits.LANES_MAX);
        }
        spareLanes = lanes;
        return this;
    }

    /** Lanes that each session keeps free for threads that have not written yet. */
    public int spareLanes() {
        return spareLanes;
    }

    /** Set the clock of the control thread; default the system's monotonic one. */
    RingsideContext nanoClock(final NanoClock clock) {
        nanoClock = clock;
        return this;
    }

    /** Clock of the control thread; null for the default, as this class is to load without Agrona. */
    @Nullable
    NanoClock nanoClock() {
        return nanoClock;
    }
}
