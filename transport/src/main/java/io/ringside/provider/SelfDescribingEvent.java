package io.ringside.provider;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Keyword;
import io.ringside.event.Level;
import io.ringside.event.Opcode;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.write.ProviderEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * Describes an event at run time, without a declaration by its provider. Its id is 0 and its channel 11. The event is
 * identified by its name and fields: events of one name with different fields are different events. Level, keyword,
 * opcode and task have the same effect and meaning as for declared events. Created by {@link
 * ProviderRegistration#selfDescribing}; not thread-safe.
 *
 * <pre>{@code
 * ProviderEvent filled = registration.selfDescribing("filled").level(Level.INFORMATION)
 *         .fields(FieldSchema.of("price", FieldType.INT64)).intern();   // once
 * filled.write(buffer, 0, 8);                                           // for each event
 * }</pre>
 */
public final class SelfDescribingEvent {
    private final DescribedEvents events;
    private final ProviderSchema provider;
    private final String name;
    private final List<FieldSchema> fields = new ArrayList<>();
    private int level = Level.VERBOSE;
    private long keyword = Keyword.NONE;
    private int opcode = Opcode.INFO;
    private int task;

    SelfDescribingEvent(final DescribedEvents events, final ProviderSchema provider, final String name) {
        this.events = events;
        this.provider = provider;
        this.name = name;
    }

    /**
     * Set the level.
     *
     * @param newLevel 0 to 255; default {@link Level#VERBOSE}
     * @return this
     */
    public SelfDescribingEvent level(final int newLevel) {
        level = newLevel;
        return this;
    }

    /**
     * Set the keyword.
     *
     * @param mask of keywords; default none
     * @return this
     */
    public SelfDescribingEvent keyword(final long mask) {
        keyword = mask;
        return this;
    }

    /**
     * Set the opcode.
     *
     * @param newOpcode 0 to 255; default {@link Opcode#INFO}
     * @return this
     */
    public SelfDescribingEvent opcode(final int newOpcode) {
        opcode = newOpcode;
        return this;
    }

    /**
     * Set the task.
     *
     * @param newTask 0 to 65,535; default 0, none
     * @return this
     */
    public SelfDescribingEvent task(final int newTask) {
        task = newTask;
        return this;
    }

    /**
     * Add fields, in the order of the payload; at most 99 in total.
     *
     * @param more fields of the same types as in declared events
     * @return this
     */
    public SelfDescribingEvent fields(final FieldSchema... more) {
        fields.addAll(List.of(more));
        return this;
    }

    /**
     * Return the handle of this event, to be kept for writing. Equal descriptions have the same handle, which is
     * created at the first call. The first call makes a file and waits for the control thread like a registration
     * ({@link RingsideContext#registerTimeoutNs}), so it is too slow for the path of writes. If the event cannot be
     * made known, or not yet, no session wants it; {@link ProviderRegistration#problem(ProviderEvent)} returns the
     * reason.
     *
     * @return the handle
     * @throws RingsideException          if name or fields are not allowed, or there are more than 99 fields
     * @throws RingsideException if level, opcode or task are out of range
     */
    public ProviderEvent intern() {
        return events.intern(provider.selfDescribing(name,
                EventDescriptor.of(0, 0, 0, level, task, opcode, keyword), fields));
    }
}
