package io.ringside.internal.write;

import io.ringside.filter.EnablementFilters;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import io.ringside.write.ProviderEvent;
import io.ringside.write.generated.TypedWrite;
import java.util.concurrent.TimeUnit;

/**
 * The ways of a typed event that ends in a long array: straight into the lane of its only session, or as a list of what
 * stands before the array and the array.
 */
enum TailWay {
    STRAIGHT, TWO_SESSIONS, OPTIONS, OPTIONS_IN_TWO_SESSIONS, CONDITION, CONDITION_AND_OPTIONS, ROOM_IS_WAITED_FOR;

    static final long WAIT_BOUND_NS = TimeUnit.SECONDS.toNanos(50);

    private static final long FIRST_SESSION_ID = 100;

    /** Sessions from slot 0 on, each with two lanes, that want all events and make them go this way. */
    WriteFixture fixture(final int laneBytes) {
        final WriteFixture fixture = new WriteFixture();
        for (int slot = 0; slot < sessions(); slot++) {
            final MemorySession session = fixture.start(slot, 2, laneBytes, FIRST_SESSION_ID + slot,
                    this == ROOM_IS_WAITED_FOR ? SessionSettings.Overflow.BLOCK : SessionSettings.Overflow.DROP_NEWEST);
            if (this == ROOM_IS_WAITED_FOR) {
                session.pool().waitBoundNs(WAIT_BOUND_NS);
            }
        }
        if (this == CONDITION || this == CONDITION_AND_OPTIONS) {
            condition(fixture, 0, "value >= 0 or value < 0");
        }
        fixture.want((1L << sessions()) - 1);
        return fixture;
    }

    /** From now on a session wants events only that meet a condition. */
    static void condition(final WriteFixture fixture, final int slot, final String expression) {
        fixture.enable(slot, Enablement.of(5, 0, 0)
                .withFilters(EnablementFilters.builder().payload(expression).build()));
    }

    int sessions() {
        return this == TWO_SESSIONS || this == OPTIONS_IN_TWO_SESSIONS ? 2 : 1;
    }

    /** Write as generated code does. */
    long write(final ProviderEvent event, final byte[] head, final byte[] tail) {
        final TypedWrite write = TypedWrite.of(event);
        write.begin(head.length).putBytes(0, head);
        if (hasOptions()) {
            write.options().activity(1, 2).related(3, 4);
        }
        return write.commit(tail);
    }

    private boolean hasOptions() {
        return this == OPTIONS || this == OPTIONS_IN_TWO_SESSIONS || this == CONDITION_AND_OPTIONS;
    }
}
