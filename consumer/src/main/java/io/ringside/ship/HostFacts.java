package io.ringside.ship;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.ClockPair;
import io.ringside.internal.registry.ProcessIdentity;
import java.util.UUID;

/**
 * The identity of the local kernel, and how its clocks relate to those of other hosts.
 *
 * @param bootId  boot id of the kernel, zeros if unknown
 * @param shiftNs nanoseconds that the time namespace of this process adds to the monotonic clock
 */
record HostFacts(UUID bootId, long shiftNs) {
    static HostFacts read() {
        final ProcessIdentity.Host host = ProcessIdentity.ofThisProcess(Incarnation.random()).host();
        return new HostFacts(host.bootId(), host.monotonicShiftNs());
    }

    /** Returns both clocks of the host, without the shift of a time namespace. */
    ClockPair now() {
        return ClockPair.now().inHost(shiftNs);
    }
}
