package io.ringside.internal.jvm;

import io.ringside.counter.CounterType;
import io.ringside.internal.provider.ObjectCounters;
import io.ringside.provider.Ringside;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counter sets of the JVM. They are read from the JDK's management beans on request, and cost nothing otherwise.
 * Safepoints are not included, since no bean provides them. Stateless.
 */
final class JvmCounters {
    private static final String BYTES = "bytes";
    private static final int HUNDRED_NS = 100;

    private JvmCounters() {}

    /**
     * Publishes the sets.
     *
     * @param ringside of this JVM; closing it closes the sets
     * @param main     main class or jar of this JVM
     */
    static void open(final Ringside ringside, final String main) {
        final String jvm = main + ' ' + ProcessHandle.current().pid();
        open(ringside, jvm(), List.of(ManagementFactory.getMemoryMXBean()), bean -> jvm);
        open(ringside, collectors(), ManagementFactory.getGarbageCollectorMXBeans(),
                bean -> jvm + ' ' + bean.getName());
        open(ringside, pools(), ManagementFactory.getMemoryPoolMXBeans(), bean -> jvm + ' ' + bean.getName());
    }

    private static <T> void open(final Ringside ringside, final ObjectCounters<T> columns, final List<T> beans,
            final Function<T, String> instance) {
        columns.open(ringside, rows -> {
            for (int id = 0; id < beans.size(); id++) {
                rows.add(instance.apply(beans.get(id)), id, beans.get(id));
            }
        });
    }

    private static ObjectCounters<MemoryMXBean> jvm() {
        final ObjectCounters<MemoryMXBean> columns = new ObjectCounters<>("JVM",
                "Heap, threads, classes, compiler and processor time of a JVM.");
        columns.total("heap used", BYTES, "Memory of objects, unreachable ones included.",
                bean -> bean.getHeapMemoryUsage().getUsed());
        columns.total("heap committed", BYTES, "Memory that the heap has from the system.",
                bean -> bean.getHeapMemoryUsage().getCommitted());
        columns.total("heap max", BYTES, "Limit of the heap; 0 if there is none.",
                bean -> Math.max(0, bean.getHeapMemoryUsage().getMax()));
        columns.total("non-heap used", BYTES, "Memory of classes and compiled code.",
                bean -> bean.getNonHeapMemoryUsage().getUsed());
        columns.total("non-heap committed", BYTES, "Memory that classes and compiled code have from the system.",
                bean -> bean.getNonHeapMemoryUsage().getCommitted());
        buffers(columns);
        threads(columns);
        classes(columns);
        final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
        columns.total("collections", "", "Collections of all garbage collectors.",
                bean -> collectors.stream().mapToLong(each -> Math.max(0, each.getCollectionCount())).sum());
        columns.add("% time in collections", CounterType.TIMER, "", "Time that all garbage collectors took.",
                bean -> collectors.stream().mapToLong(JvmCounters::collectionNs).sum());
        final long startNs = System.nanoTime()
                - TimeUnit.MILLISECONDS.toNanos(ManagementFactory.getRuntimeMXBean().getUptime());
        columns.add("uptime", CounterType.ELAPSED_TIME, "", "Time since the start of the JVM.", bean -> startNs);
        final OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        columns.add("% processor time", CounterType.MULTI_TIMER_100NS, "",
                "Processor time that the process took, of all processors that it may use.",
                bean -> processorNs(system) / HUNDRED_NS);
        columns.add("processors", CounterType.MULTI_BASE, "", "Processors that the JVM may use.",
                bean -> system.getAvailableProcessors());
        return columns;
    }

    private static void buffers(final ObjectCounters<MemoryMXBean> columns) {
        final List<BufferPoolMXBean> pools = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class);
        for (final String name : List.of("direct", "mapped")) {
            columns.total(name + " buffers", BYTES, "Memory of " + name + " byte buffers.",
                    bean -> pools.stream().filter(pool -> pool.getName().equals(name))
                            .mapToLong(BufferPoolMXBean::getMemoryUsed).sum());
        }
    }

    private static void threads(final ObjectCounters<MemoryMXBean> columns) {
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        columns.total("threads", "", "Platform threads that live.", bean -> threads.getThreadCount());
        columns.total("daemon threads", "", "Those that do not keep the JVM alive.",
                bean -> threads.getDaemonThreadCount());
        columns.total("peak threads", "", "Most threads that lived at once.", bean -> threads.getPeakThreadCount());
        columns.add("threads started/sec", CounterType.BULK_COUNT, "", "Threads started in a second.",
                bean -> threads.getTotalStartedThreadCount());
    }

    private static void classes(final ObjectCounters<MemoryMXBean> columns) {
        final ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
        columns.total("classes", "", "Classes that are loaded.", bean -> classes.getLoadedClassCount());
        columns.add("classes loaded/sec", CounterType.BULK_COUNT, "", "Classes loaded in a second.",
                bean -> classes.getTotalLoadedClassCount());
        columns.total("classes unloaded", "", "Classes unloaded since the start.",
                bean -> classes.getUnloadedClassCount());
        final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        columns.add("% time compiling", CounterType.TIMER, "",
                "Time of the just-in-time compiler, over all of its threads.", bean -> compilationNs(compiler));
    }

    private static ObjectCounters<GarbageCollectorMXBean> collectors() {
        final ObjectCounters<GarbageCollectorMXBean> columns = new ObjectCounters<>("JVM Garbage Collector",
                "Collections of each garbage collector of a JVM.");
        columns.total("collections", "", "Collections since the start.",
                bean -> Math.max(0, bean.getCollectionCount()));
        columns.add("collections/sec", CounterType.BULK_COUNT, "", "Collections in a second.",
                bean -> Math.max(0, bean.getCollectionCount()));
        columns.total("collection time", "ns", "Time of all collections since the start.",
                JvmCounters::collectionNs);
        columns.add("% time in collections", CounterType.TIMER, "", "Time that collections took.",
                JvmCounters::collectionNs);
        return columns;
    }

    private static ObjectCounters<MemoryPoolMXBean> pools() {
        final ObjectCounters<MemoryPoolMXBean> columns = new ObjectCounters<>("JVM Memory Pool",
                "Memory of each pool of a JVM.");
        columns.total("used", BYTES, "Memory in use, or not yet collected.",
                bean -> of(bean.getUsage(), MemoryUsage::getUsed));
        columns.total("committed", BYTES, "Memory that the pool has from the system.",
                bean -> of(bean.getUsage(), MemoryUsage::getCommitted));
        columns.total("max", BYTES, "Limit of the pool; 0 if there is none.",
                bean -> Math.max(0, of(bean.getUsage(), MemoryUsage::getMax)));
        columns.total("peak used", BYTES, "Most memory that was in use.",
                bean -> of(bean.getPeakUsage(), MemoryUsage::getUsed));
        columns.total("used after collection", BYTES,
                "Memory that was in use after the last collection; 0 if the pool is not collected.",
                bean -> of(bean.getCollectionUsage(), MemoryUsage::getUsed));
        return columns;
    }

    /** Returns a value of a pool's usage, which is absent if the pool is not valid, or not collected. */
    private static long of(final @Nullable MemoryUsage usage, final ToLongFunction<MemoryUsage> value) {
        return usage == null ? 0 : value.applyAsLong(usage);
    }

    private static long collectionNs(final GarbageCollectorMXBean bean) {
        return TimeUnit.MILLISECONDS.toNanos(Math.max(0, bean.getCollectionTime()));
    }

    /** Returns the compilation time; a JVM that only interprets has no compiler. */
    private static long compilationNs(final @Nullable CompilationMXBean compiler) {
        return compiler == null || !compiler.isCompilationTimeMonitoringSupported()
                ? 0
                : TimeUnit.MILLISECONDS.toNanos(compiler.getTotalCompilationTime());
    }

    /** Returns the processor time; the module of the bean may be absent from a JVM's image. */
    private static long processorNs(final OperatingSystemMXBean system) {
        return ModuleLayer.boot().findModule("jdk.management").isPresent()
                && system instanceof final com.sun.management.OperatingSystemMXBean known
                        ? Math.max(0, known.getProcessCpuTime())
                        : 0;
    }
}
