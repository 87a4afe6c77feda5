package io.ringside.ship;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ProcessIdentity;
import java.util.UUID;

/**
 * The kernel here, as other hosts relate to it.
 *
 * @param bootId  of it, zeros if unknown
 * @param shiftNs what the time namespace of this process adds to the monotonic clock
 */
record HostFacts(UUID bootId, long shiftNs) {
    static HostFacts read() {
        final ProcessIdentity.Host host = ProcessIdentity.ofThisProcess(Incarnation.random()).host();
        return new HostFacts(host.bootId(), host.monotonicShiftNs());
    }

    /** Both clocks, as the host has them. */
    ClockPair now() {
        return ClockPair.now().inHost(shiftNs);
    }
}
