package io.ringside.provider;

import io.ringside.RingsideException;
import io.ringside.event.EventLimits;
import io.ringside.internal.files.DefaultLocation;
import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.internal.setting.OperatorSettings;
import io.ringside.internal.setting.Setting;
import io.ringside.internal.setting.SettingDomain.Durations;
import io.ringside.internal.setting.SettingDomain.Flags;
import io.ringside.internal.setting.SettingDomain.Numbers;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link Ringside}; all have defaults. An operator can set some of them if the application does not: by a
 * system property such as {@code ringside.spare.lanes}, else by an environment variable such as {@code
 * RINGSIDE_SPARE_LANES}. An invalid value leaves the default, and one line in the log {@code io.ringside} reports it.
 * {@code transport/docs/settings.md} lists all settings. Not thread-safe; not to be changed after connecting.
 */
public final class RingsideContext {
    private static final int MIN_SPARE_LANES = 8;
    private static final int MAX_SPARE_LANES = 32;

    static final Setting DIRECTORY = DefaultLocation.DIRECTORY;
    private static final Setting SPARE_LANES = new Setting("spareLanes", new Numbers(1, EventLimits.LANES_MAX),
            "the number of processors, at least " + MIN_SPARE_LANES + " and at most " + MAX_SPARE_LANES,
            "ringside.spare.lanes", "lanes that each session keeps free for threads that have not written yet");
    private static final Setting REGISTER_TIMEOUT_NS = new Setting("registerTimeoutNs", new Durations(0), "1s",
            "ringside.register.timeout", "longest time that connecting or registering blocks its caller");
    private static final Setting CLOSE_TIMEOUT_NS = new Setting("closeTimeoutNs", new Durations(0), "2s",
            "ringside.close.timeout", "longest time that closing blocks its caller while threads are inside writes");
    private static final Setting USE_INVOKER = new Setting("useInvoker", new Flags(), "false",
            "whether the application calls `Ringside.invoke`; otherwise a control thread does this work");

    private final List<String> problems;
    private @Nullable Path directory;
    private boolean useInvoker = (Boolean) USE_INVOKER.defaultValue();
    private long registerTimeoutNs;
    private long closeTimeoutNs;
    private int spareLanes;
    private @Nullable NanoClock nanoClock;
    private UnaryOperator<ProcessIdentity> identity = UnaryOperator.identity();

    /** Creates default settings, including those of the operator. */
    public RingsideContext() {
        this(new OperatorSettings(), Runtime.getRuntime().availableProcessors());
    }

    /**
     * Creates settings for the operator's settings and the machine of a test.
     *
     * @param operator   settings of the operator
     * @param processors number of processors of the machine
     */
    RingsideContext(final OperatorSettings operator, final int processors) {
        spareLanes = (int) operator.number(SPARE_LANES,
                Math.min(MAX_SPARE_LANES, Math.max(MIN_SPARE_LANES, processors)));
        registerTimeoutNs = operator.number(REGISTER_TIMEOUT_NS);
        closeTimeoutNs = operator.number(CLOSE_TIMEOUT_NS);
        problems = operator.problems();
    }

    /** Returns the problems with the operator's settings that cannot be used, one sentence each. */
    List<String> problems() {
        return problems;
    }

    /**
     * Set the trace directory: by default that of the system property {@code ringside.dir}, else of
     * {@code RINGSIDE_DIR}, else one of the user's in shared memory.
     *
     * @param newDirectory created if it is absent; null for the default
     * @return this
     */
    public RingsideContext directory(final @Nullable Path newDirectory) {
        directory = newDirectory;
        return this;
    }

    /** Returns the trace directory, null for the default. */
    @Nullable
    Path directory() {
        return directory;
    }

    /**
     * Set whether the application checks for changes in a duty cycle of its own, {@link Ringside#invoke}, instead of by
     * a watching thread. The control thread exists either way, but then sleeps until it is woken.
     *
     * @param use default false
     * @return this
     */
    public RingsideContext useInvoker(final boolean use) {
        useInvoker = use;
        return this;
    }

    /** Returns whether the application calls {@link Ringside#invoke}. */
    boolean useInvoker() {
        return useInvoker;
    }

    /**
     * Set how long registering may delay its caller. A registration that is not complete by then completes without
     * further action; events written before are not recorded. A cold JVM, on a machine with many more runnable threads
     * than cores, was seen to take 0.9 s; usually it takes some milliseconds.
     *
     * @param timeoutNs default 1s, in nanoseconds; 0 does not wait
     * @return this
     */
    public RingsideContext registerTimeoutNs(final long timeoutNs) {
        registerTimeoutNs = REGISTER_TIMEOUT_NS.check(timeoutNs);
        return this;
    }

    /** Returns the longest time that registering may delay its caller. */
    long registerTimeoutNs() {
        return registerTimeoutNs;
    }

    /**
     * Set how long {@link Ringside#close} may delay its caller while threads are inside writes. Steps that are not
     * complete by then are completed later, as long as the process lives.
     *
     * @param timeoutNs default 2s, in nanoseconds; 0 does not wait
     * @return this
     */
    public RingsideContext closeTimeoutNs(final long timeoutNs) {
        closeTimeoutNs = CLOSE_TIMEOUT_NS.check(timeoutNs);
        return this;
    }

    /** Returns the longest time that closing may delay its caller. */
    long closeTimeoutNs() {
        return closeTimeoutNs;
    }

    /**
     * Set how many lanes each session keeps free, in memory of its own, for threads that have not written yet, within
     * its limits. This many threads may write their first event at once. The thread that takes half of them wakes the
     * control thread, which adds the missing lanes, within about a millisecond in a warm JVM; with {@link #useInvoker}
     * it does so when {@link Ringside#invoke} is called. An event that finds no lane is lost and counted as {@code
     * noLane}, and the session then keeps twice as many lanes free. Each lane takes the session's full lane size when
     * the session attaches. A thread that knows that it will write does not depend on these lanes: {@link
     * Ringside#takeLanes} waits for its lanes and takes them.
     *
     * @param lanes 1 to 1024, default the number of processors, at least 8 and at most 32; lanes come in batches of
     *              four, so that there may be up to three more
     * @return this
     * @throws RingsideException if the number is out of range
     */
    public RingsideContext spareLanes(final int lanes) {
        spareLanes = SPARE_LANES.check(lanes);
        return this;
    }

    /** Returns the number of lanes that each session keeps free for threads that have not written yet. */
    int spareLanes() {
        return spareLanes;
    }

    /** Set the clock of the control thread; default the system's monotonic clock. */
    RingsideContext nanoClock(final NanoClock clock) {
        nanoClock = clock;
        return this;
    }

    /** Returns the clock of the control thread; null for the default, as this class must load without Agrona. */
    @Nullable
    NanoClock nanoClock() {
        return nanoClock;
    }

    /** Let readers see another identity, derived from that of this process. */
    RingsideContext identity(final UnaryOperator<ProcessIdentity> newIdentity) {
        identity = newIdentity;
        return this;
    }

    /** Returns the function that returns the identity shown to readers, given that of this process. */
    UnaryOperator<ProcessIdentity> identity() {
        return identity;
    }
}
