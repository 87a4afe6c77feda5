package io.ringside.internal.registry;

import io.ringside.filter.ProcessFilter;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.layout.ProcessPageDescriptor;
import io.ringside.session.ProcessInfo;
import java.util.UUID;

/**
 * The identity of a process, shown to people; it never decides whether the process is alive. Immutable.
 *
 * @param incarnation  in the trace directory
 * @param pid          pid in the process's own pid namespace
 * @param startTimeNs  start of the process in nanoseconds since 1970, 0 if unknown
 * @param host         host on which it runs
 * @param clocks       one moment on its two clocks
 * @param command      command of the process, at most {@link ProcessPageDescriptor#COMMAND_LENGTH} bytes of UTF-8
 */
public record ProcessIdentity(
        Incarnation incarnation, long pid, long startTimeNs, Host host, ClockPair clocks, String command)
        implements
            ProcessInfo {

    /**
     * The kernel as the process sees it. Values are zero if the system does not provide them.
     *
     * @param bootId           of the running kernel
     * @param pidNamespace     inode of the pid namespace
     * @param monotonicShiftNs offset that the time namespace adds to the monotonic clock
     * @param boottimeShiftNs  offset that the time namespace adds to the clock since boot
     */
    public record Host(UUID bootId, long pidNamespace, long monotonicShiftNs, long boottimeShiftNs) {}

    /**
     * Returns the identity of this process.
     *
     * @param incarnation incarnation that this process takes
     */
    public static ProcessIdentity ofThisProcess(final Incarnation incarnation) {
        final ProcessHandle process = ProcessHandle.current();
        return new ProcessIdentity(incarnation, process.pid(), ProcFiles.startTimeNs(process), ProcFiles.host(),
                ClockPair.now(), ProcFiles.command(process));
    }

    @Override
    public UUID id() {
        return new UUID(incarnation.most(), incarnation.least());
    }

    @Override
    public boolean sharesPidNamespace() {
        return host.pidNamespace == ProcFiles.host().pidNamespace();
    }

    @Override
    public long startKey() {
        long key = mix(host.bootId.getMostSignificantBits());
        key = mix(key ^ host.bootId.getLeastSignificantBits());
        key = mix(key ^ host.pidNamespace);
        key = mix(key ^ startTimeNs);
        return mix(key ^ pid);
    }

    /** Mixes the bits of a value one to one, with the finalizer of SplitMix64: a difference spreads over all bits. */
    private static long mix(final long value) {
        final long once = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        final long twice = (once ^ (once >>> 27)) * 0x94D049BB133111EBL;
        return twice ^ (twice >>> 31);
    }

    @Override
    public ProcessFilter.Facts facts() {
        return new ProcessFilter.Facts(pid, id(), command);
    }

    @Override
    public String description() {
        return "pid=" + pid + " (" + (command.isEmpty() ? incarnation.toString() : command) + ")";
    }
}
