package io.ringside.internal.registry;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.registry.ProcessIdentity.Host;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

import static io.ringside.internal.layout.ProcessPageDescriptor.BOOTTIME_SHIFT_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.BOOT_LEAST_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.BOOT_MOST_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.COMMAND_LENGTH;
import static io.ringside.internal.layout.ProcessPageDescriptor.COMMAND_LENGTH_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.COMMAND_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.INCARNATION_LEAST_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.INCARNATION_MOST_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.MONOTONIC_SHIFT_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.PAIR_MONOTONIC_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.PAIR_WALL_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.PID_NAMESPACE_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.PID_OFFSET;
import static io.ringside.internal.layout.ProcessPageDescriptor.START_TIME_OFFSET;

/** The words of a page that tell who the process is. They do not change after the page has appeared. Stateless. */
final class IdentityFields {
    private IdentityFields() {}

    static void store(final MutableDirectBuffer page, final ProcessIdentity identity) {
        final Host host = identity.host();
        page.putLong(INCARNATION_MOST_OFFSET, identity.incarnation().most());
        page.putLong(INCARNATION_LEAST_OFFSET, identity.incarnation().least());
        page.putLong(PID_OFFSET, identity.pid());
        page.putLong(START_TIME_OFFSET, identity.startTimeNs());
        page.putLong(BOOT_MOST_OFFSET, host.bootId().getMostSignificantBits());
        page.putLong(BOOT_LEAST_OFFSET, host.bootId().getLeastSignificantBits());
        page.putLong(PID_NAMESPACE_OFFSET, host.pidNamespace());
        page.putLong(MONOTONIC_SHIFT_OFFSET, host.monotonicShiftNs());
        page.putLong(BOOTTIME_SHIFT_OFFSET, host.boottimeShiftNs());
        page.putLong(PAIR_WALL_OFFSET, identity.clocks().wallNs());
        page.putLong(PAIR_MONOTONIC_OFFSET, identity.clocks().monotonicNs());
        page.putInt(COMMAND_LENGTH_OFFSET, ShortText.put(page, COMMAND_OFFSET, COMMAND_LENGTH, identity.command()));
    }

    static ProcessIdentity load(final DirectBuffer page) {
        final Host host = new Host(new UUID(page.getLong(BOOT_MOST_OFFSET), page.getLong(BOOT_LEAST_OFFSET)),
                page.getLong(PID_NAMESPACE_OFFSET), page.getLong(MONOTONIC_SHIFT_OFFSET),
                page.getLong(BOOTTIME_SHIFT_OFFSET));
        return new ProcessIdentity(
                new Incarnation(page.getLong(INCARNATION_MOST_OFFSET), page.getLong(INCARNATION_LEAST_OFFSET)),
                page.getLong(PID_OFFSET), page.getLong(START_TIME_OFFSET), host,
                new ClockPair(page.getLong(PAIR_WALL_OFFSET), page.getLong(PAIR_MONOTONIC_OFFSET)),
                ShortText.get(page, COMMAND_OFFSET, COMMAND_LENGTH, page.getInt(COMMAND_LENGTH_OFFSET)));
    }
}
