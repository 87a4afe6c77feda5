package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.event.EventLimits;
import io.ringside.event.Keyword;
import io.ringside.event.Opcode;
import io.ringside.event.ProviderId;
import io.ringside.internal.schema.NumberNames;
import io.ringside.internal.schema.SchemaLimits;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a provider declares and refuses at once what is not sound. For one thread; may continue after
 * {@link #build()}, which leaves the schema that was built as it is.
 */
public final class ProviderSchemaBuilder {
    private static final int TASK_MAX = 0xFFFF;

    private final String name;
    private final NumberNames keywords = new NumberNames("keyword", Long.bitCount(Keyword.OWN_MASK));
    private final NumberNames tasks = new NumberNames("task", SchemaLimits.TASKS_MAX);
    private final NumberNames opcodes = new NumberNames("opcode", EventLimits.OPCODES_MAX);
    private final EventTable events = new EventTable();
    private UUID id;
    private String documentation = "";
    private @Nullable ProviderTraits traits;

    ProviderSchemaBuilder(final String name) {
        this.name = SchemaName.check("provider", name);
        this.id = ProviderId.fromName(name);
    }

    /**
     * Gives the provider another id than the one that follows from its name.
     *
     * @param newId of the provider.
     * @return this.
     */
    public ProviderSchemaBuilder id(final UUID newId) {
        this.id = newId;
        return this;
    }

    /**
     * Describes the provider.
     *
     * @param text for people, at most 4,096 characters.
     * @return this.
     * @throws RingsideException if the text is too long.
     */
    public ProviderSchemaBuilder documentation(final String text) {
        this.documentation = SchemaName.checkText("provider " + name, text, SchemaLimits.DOCUMENTATION_LENGTH_MAX);
        return this;
    }

    /**
     * Gives the provider its traits.
     *
     * @param newTraits of the provider.
     * @return this.
     */
    public ProviderSchemaBuilder traits(final ProviderTraits newTraits) {
        this.traits = newTraits;
        return this;
    }

    /**
     * Defines a keyword.
     *
     * @param keywordName of the group of events.
     * @param mask        exactly one of the bits 0..47.
     * @return this.
     * @throws RingsideException if the mask is not one such bit, or name or bit are taken.
     */
    public ProviderSchemaBuilder keyword(final String keywordName, final long mask) {
        SchemaName.checkIdentifier("keyword", keywordName);
        if (!Keyword.isDefinable(mask)) {
            throw RingsideException
                    .invalidArgument("a keyword must be exactly one of the bits 0..47: keyword=" + keywordName
                            + ", mask=0x" + Long.toHexString(mask));
        }
        keywords.add(keywordName, mask);
        return this;
    }

    /**
     * Defines a task.
     *
     * @param taskName of the task.
     * @param value    1..65,535; 0 means that an event has no task.
     * @return this.
     * @throws RingsideException if the value is out of range, or name or value are taken.
     */
    public ProviderSchemaBuilder task(final String taskName, final int value) {
        SchemaName.check("task", taskName);
        if (value < 1 || value > TASK_MAX) {
            throw RingsideException.invalidArgument("value of task out of range: task=" + taskName + ", value=" + value
                    + ", min=1, max=" + TASK_MAX);
        }
        tasks.add(taskName, value);
        return this;
    }

    /**
     * Defines an opcode.
     *
     * @param opcodeName of the opcode.
     * @param value      10..239; at most 228 may be defined.
     * @return this.
     * @throws RingsideException if the value is out of range, name or value are taken, or there are too many.
     */
    public ProviderSchemaBuilder opcode(final String opcodeName, final int value) {
        SchemaName.check("opcode", opcodeName);
        if (!Opcode.isOwn(value)) {
            throw RingsideException
                    .invalidArgument("value of opcode out of range: opcode=" + opcodeName + ", value=" + value
                            + ", min=" + Opcode.FIRST_OWN + ", max=" + Opcode.LAST_OWN);
        }
        opcodes.add(opcodeName, value);
        return this;
    }

    /**
     * Declares an event.
     *
     * @param eventName  of the event.
     * @param descriptor of the event; with id 0 the name alone identifies it.
     * @param fields     of its payload, in order.
     * @return this.
     * @throws RingsideException if the identity is taken, or the fields do not fit together.
     */
    public ProviderSchemaBuilder event(
            final String eventName, final EventDescriptor descriptor, final List<FieldSchema> fields) {
        SchemaName.check("event", eventName);
        events.add(eventName, descriptor, FieldGroup.of("event " + eventName, fields));
        return this;
    }

    /**
     * Declares an event.
     *
     * @param eventName  of the event.
     * @param descriptor of the event; with id 0 the name alone identifies it.
     * @param fields     of its payload, in order.
     * @return this.
     * @throws RingsideException if the identity is taken, or the fields do not fit together.
     */
    public ProviderSchemaBuilder event(
            final String eventName, final EventDescriptor descriptor, final FieldSchema... fields) {
        return event(eventName, descriptor, List.of(fields));
    }

    /**
     * Gives the event that was declared last a message.
     *
     * @param text for people; {@code %1} to {@code %99} are replaced by its fields, {@code %%} by a percent sign, and
     *             {@code %n} by the end of a line.
     * @return this.
     * @throws RingsideException if no event has been declared, the event has no such field, or the text is too long.
     */
    public ProviderSchemaBuilder message(final String text) {
        final EventSchema last = last("message");
        final EventMessage message = EventMessage.parse(last.name(), text);
        if (last.sbe() == null && message.insertionMax() > last.fields().size()) {
            throw RingsideException
                    .invalidArgument("message inserts a field that the event does not have: event=" + last.name()
                            + ", insertion=%" + message.insertionMax() + ", fields=" + last.fields().size()
                            + ": use %1 to the number of fields, and %% for a percent sign");
        }
        events.replace(last.withMessage(message));
        return this;
    }

    /**
     * Makes the payload of the event that was declared last a message of SBE, after the header of messages.
     *
     * @param schema that the message is of.
     * @return this.
     * @throws RingsideException if no event has been declared, or it has fields or a message.
     */
    public ProviderSchemaBuilder sbe(final SbeSchema schema) {
        final EventSchema last = last("SBE schema");
        if (!last.fields().isEmpty() || last.message() != null) {
            throw RingsideException.invalidArgument("SBE event has fields or a text: event=" + last.name()
                    + ", fields=" + last.fields().size());
        }
        events.replace(last.withSbe(schema));
        return this;
    }

    /**
     * Describes the event that was declared last.
     *
     * @param text for people, at most 4,096 characters.
     * @return this.
     * @throws RingsideException if no event has been declared, or the text is too long.
     */
    public ProviderSchemaBuilder eventDocumentation(final String text) {
        final EventSchema last = last("documentation");
        events.replace(last.withDocumentation(
                SchemaName.checkText("event " + last.name(), text, SchemaLimits.DOCUMENTATION_LENGTH_MAX)));
        return this;
    }

    private EventSchema last(final String what) {
        final List<EventSchema> all = events.events();
        if (all.isEmpty()) {
            throw RingsideException
                    .invalidArgument(what + " belongs to no event: provider=" + name + ": declare the event first");
        }
        return all.get(all.size() - 1);
    }

    /**
     * Makes the schema.
     *
     * @return the schema.
     * @throws RingsideException if it is too large to be encoded.
     */
    public ProviderSchema build() {
        return new ProviderSchema(name, id, documentation,
                new ProviderNames(new NumberNames(keywords), new NumberNames(tasks), new NumberNames(opcodes)),
                new EventTable(events), traits).checked();
    }
}
