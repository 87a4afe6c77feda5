package io.ringside.bridge.netty;

import io.netty.buffer.ByteBufAllocatorMetric;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocatorMetric;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import io.ringside.counter.CounterType;
import io.ringside.internal.provider.ObjectCounters;
import io.ringside.provider.Ringside;
import io.ringside.provider.counter.CounterSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Allocators and event loops of Netty as two counter sets. <i>Netty Allocator</i> has the memory and the buffers of
 * each allocator, <i>Netty Event Loop</i> the tasks that wait and the channels of each loop. All are read on request,
 * and cost nothing on the event loops. Thread-safe.
 *
 * <pre>{@code
 * NettyBridge bridge = NettyBridge.open(ringside).allocator("gateway", PooledByteBufAllocator.DEFAULT)
 *         .eventLoops("gateway", workers);
 * }</pre>
 */
public final class NettyBridge implements AutoCloseable {
    private static final String BYTES = "bytes";

    private final List<Named<ByteBufAllocatorMetricProvider>> allocators = new CopyOnWriteArrayList<>();
    private final List<Named<EventExecutor>> loops = new CopyOnWriteArrayList<>();
    private final AtomicLong nextId = new AtomicLong();
    private final CounterSet allocatorSet;
    private final CounterSet loopSet;

    /**
     * Object with the name and id of its instance.
     *
     * @param name   of the instance
     * @param id     of the instance
     * @param object monitored object
     */
    private record Named<T>(String name, long id, T object) {}

    private NettyBridge(final Ringside ringside) {
        allocatorSet = allocators().open(ringside,
                rows -> allocators.forEach(each -> rows.add(each.name, each.id, each.object)));
        loopSet = loops().open(ringside, rows -> loops.stream().filter(each -> !each.object.isTerminated())
                .forEach(each -> rows.add(each.name, each.id, each.object)));
    }

    /**
     * Publishes the two sets, without instances.
     *
     * @param ringside of the application
     * @return the bridge, which must be closed before Ringside
     */
    public static NettyBridge open(final Ringside ringside) {
        return new NettyBridge(ringside);
    }

    /**
     * Adds an allocator, until the bridge is closed.
     *
     * @param name      of the instance, unique among allocators; characters that are not allowed are replaced
     * @param allocator such as a {@link PooledByteBufAllocator}
     * @return this
     */
    public NettyBridge allocator(final String name, final ByteBufAllocatorMetricProvider allocator) {
        allocators.add(new Named<>(name, nextId.getAndIncrement(), allocator));
        return this;
    }

    /**
     * Adds the event loops of a group, until they are terminated or the bridge is closed.
     *
     * @param name  of the group, unique among groups; a suffix numbers each loop from 0
     * @param group of event loops, or of other executors
     * @return this
     */
    public NettyBridge eventLoops(final String name, final EventExecutorGroup group) {
        loops.removeIf(each -> each.object.isTerminated());
        int number = 0;
        for (final EventExecutor loop : group) {
            loops.add(new Named<>(name + ' ' + number++, nextId.getAndIncrement(), loop));
        }
        return this;
    }

    private static ObjectCounters<ByteBufAllocatorMetricProvider> allocators() {
        final ObjectCounters<ByteBufAllocatorMetricProvider> counters = new ObjectCounters<>("Netty Allocator",
                "Memory and buffers of Netty's allocators; 0 for what an allocator does not count.");
        counters.total("direct memory", BYTES, "Direct memory that the allocator has.",
                allocator -> Math.max(0, allocator.metric().usedDirectMemory()));
        counters.total("heap memory", BYTES, "Heap memory that the allocator has.",
                allocator -> Math.max(0, allocator.metric().usedHeapMemory()));
        counters.total("pinned direct memory", BYTES, "Direct memory that buffers use, of a pooled allocator.",
                allocator -> allocator instanceof final PooledByteBufAllocator pooled
                        ? Math.max(0, pooled.pinnedDirectMemory())
                        : 0);
        counters.total("pinned heap memory", BYTES, "Heap memory that buffers use, of a pooled allocator.",
                allocator -> allocator instanceof final PooledByteBufAllocator pooled
                        ? Math.max(0, pooled.pinnedHeapMemory())
                        : 0);
        counters.total("active allocations", "", "Buffers of a pooled allocator that are in use or cached by threads.",
                allocator -> sum(allocator.metric(), PoolArenaMetric::numActiveAllocations));
        counters.add("allocations/sec", CounterType.BULK_COUNT, "", "Allocations of a pooled allocator in a second, "
                + "without those that caches of threads answer.",
                allocator -> sum(allocator.metric(), PoolArenaMetric::numAllocations));
        counters.add("huge allocations/sec", CounterType.BULK_COUNT, "",
                "Allocations in a second that are too large for the pool.",
                allocator -> sum(allocator.metric(), PoolArenaMetric::numHugeAllocations));
        counters.total("thread caches", "", "Threads that have a cache of a pooled allocator.",
                allocator -> allocator.metric() instanceof final PooledByteBufAllocatorMetric pooled
                        ? pooled.numThreadLocalCaches()
                        : 0);
        return counters;
    }

    private static long sum(final ByteBufAllocatorMetric metric, final ToLongFunction<PoolArenaMetric> source) {
        return metric instanceof final PooledByteBufAllocatorMetric pooled
                ? Math.max(0, Stream.concat(pooled.heapArenas().stream(), pooled.directArenas().stream())
                        .mapToLong(source).sum())
                : 0;
    }

    private static ObjectCounters<EventExecutor> loops() {
        final ObjectCounters<EventExecutor> counters = new ObjectCounters<>("Netty Event Loop",
                "Tasks and channels of Netty's event loops.");
        counters.total("pending tasks", "", "Tasks that wait to be run by the loop.",
                loop -> loop instanceof final SingleThreadEventExecutor executor
                        ? Math.max(0, executor.pendingTasks())
                        : 0);
        counters.total("channels", "", "Channels of the loop; 0 if its transport does not count them.",
                loop -> loop instanceof final SingleThreadEventLoop known
                        ? Math.max(0, known.registeredChannels())
                        : 0);
        return counters;
    }

    /** Removes the sets. */
    @Override
    public void close() {
        allocatorSet.close();
        loopSet.close();
        allocators.clear();
        loops.clear();
    }
}
