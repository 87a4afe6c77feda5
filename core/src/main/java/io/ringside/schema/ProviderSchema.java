package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.event.EventDescriptor;
import io.ringside.event.EventLimits;
import io.ringside.event.Keyword;
import io.ringside.event.Opcode;
import io.ringside.event.ProviderId;
import io.ringside.internal.schema.NumberNames;
import io.ringside.internal.schema.SchemaEncoder;
import io.ringside.internal.schema.SchemaLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a provider declares: its name and id, its events, and names of keywords, tasks and opcodes.
 * Sufficient to decode any of its events without contacting it. Immutable, thus safe to share.
 *
 * <pre>{@code
 * ProviderSchema orders = ProviderSchema.builder("Acme.Orders")
 *         .event("accepted", EventDescriptor.of(1, Level.INFORMATION, 0x1),
 *                 FieldSchema.of("orderId", FieldType.INT64), FieldSchema.of("size", FieldType.INT32))
 *         .build();
 * }</pre>
 */
public final class ProviderSchema {
    private final String name;
    private final UUID id;
    private final String documentation;
    private final ProviderNames names;
    private final EventTable events;
    private final @Nullable ProviderTraits traits;
    private volatile long contentHash;

    ProviderSchema(
            final String name,
            final UUID id,
            final String documentation,
            final ProviderNames names,
            final EventTable events,
            final @Nullable ProviderTraits traits) {
        this.name = name;
        this.id = id;
        this.documentation = documentation;
        this.names = names;
        this.events = events;
        this.traits = traits;
    }

    /**
     * Creates a builder for a schema whose id is derived from its name.
     *
     * @param name of the provider.
     * @return the builder.
     * @throws RingsideException if the name is not allowed.
     */
    public static Builder builder(final String name) {
        return new Builder(name);
    }

    /** {@return the name of the provider} */
    public String name() {
        return name;
    }

    /** {@return the id of the provider} */
    public UUID id() {
        return id;
    }

    /** {@return the description of the provider; empty if it has none} */
    public String documentation() {
        return documentation;
    }

    /** {@return the traits of the provider; null if it has none} */
    public @Nullable ProviderTraits traits() {
        return traits;
    }

    /** {@return the id of the group that the provider belongs to; null if it belongs to none} */
    public @Nullable UUID groupId() {
        return traits == null ? null : traits.groupId();
    }

    /**
     * Returns the same schema with traits. It has another content and another hash.
     *
     * @param newTraits traits that replace the existing ones.
     * @return the schema with these traits.
     * @throws RingsideException if it becomes too large to be encoded.
     */
    public ProviderSchema withTraits(final ProviderTraits newTraits) {
        return new ProviderSchema(name, id, documentation, names, events, newTraits).checked();
    }

    /**
     * Returns the same declarations under another name, for a provider whose name is known only at run time.
     *
     * @param newName name of the provider, from which its id is derived.
     * @return the schema, without traits, since they would contain the old name.
     * @throws RingsideException if the name is not allowed, or the schema becomes too large to be encoded.
     */
    public ProviderSchema named(final String newName) {
        return new ProviderSchema(SchemaName.check("provider", newName), ProviderId.fromName(newName), documentation,
                names, events, null).checked();
    }

    /**
     * {@return true if fields of its events have names that a process publishes: {@link ValueMap#published}}
     */
    public boolean hasPublishedNames() {
        return events.events().stream().anyMatch(EventSchema::hasPublishedNames);
    }

    /** {@return the tables of the names that a process publishes for fields of its events, sorted} */
    public Set<String> publishedTables() {
        final Set<String> tables = new TreeSet<>();
        events.events().forEach(event -> event.addPublishedTables(tables));
        return tables;
    }

    /**
     * Returns the same schema with fields that show the names which a process has published for their values, or
     * publishes later. It equals this one and has the same hash, since published names are not part of a schema.
     *
     * @param published names published by the process
     * @param asOf      time for which names are shown; may change later
     * @return the schema with these names; this if no field has published names
     */
    public ProviderSchema withNames(final PublishedNames published, final PublishedNames.AsOf asOf) {
        if (!hasPublishedNames()) {
            return this;
        }
        final EventTable table = new EventTable(events);
        events.events().forEach(event -> table.replace(event.withNames(published, asOf)));
        return new ProviderSchema(name, id, documentation, names, table, traits);
    }

    /**
     * Returns the schema of one self-describing event: this provider with its traits, the event with id 0 and channel
     * 11, and those names of the provider that the event uses. The event need not be declared here, and its name need
     * not be unused: events that differ in any part have different schemas.
     *
     * @param eventName  of the event.
     * @param descriptor whose level, task, opcode and keyword are used.
     * @param fields     of its payload, in order, at most 99.
     * @return a schema with only this event.
     * @throws RingsideException if the name is not allowed, or there are too many fields, or they do not fit together.
     */
    public ProviderSchema selfDescribing(
            final String eventName, final EventDescriptor descriptor, final List<FieldSchema> fields) {
        if (fields.size() > EventLimits.SELF_DESCRIBING_FIELDS_MAX) {
            throw RingsideException
                    .invalidArgument("too many fields for an event that describes itself: event=" + eventName
                            + ", fields=" + fields.size() + ", max=" + EventLimits.SELF_DESCRIBING_FIELDS_MAX);
        }
        final EventTable table = new EventTable();
        table.add(SchemaName.check("event", eventName),
                EventDescriptor.of(0, 0, EventDescriptor.CHANNEL_SELF_DESCRIBING, descriptor.level(), descriptor.task(),
                        descriptor.opcode(), descriptor.keyword()),
                FieldGroup.of("event " + eventName, fields));
        return new ProviderSchema(name, id, "", names.usedBy(descriptor), table, traits).checked();
    }

    /** {@return true if it consists of one self-describing event} */
    public boolean isSelfDescribing() {
        return events.events().size() == 1 && events.events().get(0).isSelfDescribing();
    }

    /** {@return all events, each at its {@link EventSchema#index()}} */
    public List<EventSchema> events() {
        return Collections.unmodifiableList(events.events());
    }

    /**
     * Finds an event by the index used in records.
     *
     * @param index any number.
     * @return the event; null if there is none.
     */
    public @Nullable EventSchema eventAt(final int index) {
        return index >= 0 && index < events.events().size() ? events.events().get(index) : null;
    }

    /**
     * Finds an event by its identity.
     *
     * @param eventId of the event, not 0; events with id 0 are found by name.
     * @param version of the event.
     * @return the event; null if there is none.
     */
    public @Nullable EventSchema event(final int eventId, final int version) {
        return events.find(eventId, version);
    }

    /**
     * Finds events by name.
     *
     * @param eventName of the event.
     * @return all its versions in the order of declaration; empty if there is none.
     */
    public List<EventSchema> events(final String eventName) {
        return events.events().stream().filter(e -> e.name().equals(eventName)).toList();
    }

    /** {@return the masks of the provider's keywords by name, in ascending order} */
    public Map<String, Long> keywords() {
        return names.keywords().byName();
    }

    /** {@return the values of the provider's tasks by name, in ascending order} */
    public Map<String, Long> tasks() {
        return names.tasks().byName();
    }

    /** {@return the values of the provider's opcodes by name, in ascending order} */
    public Map<String, Long> opcodes() {
        return names.opcodes().byName();
    }

    /**
     * Finds a keyword.
     *
     * @param keywordName of the provider.
     * @return its mask, one bit; null if no keyword has that name.
     */
    public @Nullable Long keyword(final String keywordName) {
        return names.keywords().number(keywordName);
    }

    /**
     * Returns the names of the keywords in a mask, lowest bit first: the provider's, reserved ones, and bits without a
     * name in hex.
     *
     * @param mask any mask.
     * @return one name for each bit that is set.
     */
    public List<String> keywordNames(final long mask) {
        final List<String> found = new ArrayList<>();
        long rest = mask;
        while (rest != Keyword.NONE) {
            final long bit = Long.lowestOneBit(rest);
            rest &= ~bit;
            final String own = names.keywords().name(bit);
            final String reserved = Keyword.reservedNameOf(bit);
            found.add(own != null ? own : reserved != null ? reserved : "0x" + Long.toHexString(bit));
        }
        return found;
    }

    /**
     * Returns the name of a task.
     *
     * @param task of an event.
     * @return its name; its number if the provider gave it no name.
     */
    public String taskName(final int task) {
        final String own = names.tasks().name(task);
        return own != null ? own : Integer.toString(task);
    }

    /**
     * Returns the name of an opcode.
     *
     * @param opcode of an event.
     * @return its common name or the one given by the provider; its number if it has none.
     */
    public String opcodeName(final int opcode) {
        final String common = Opcode.nameOf(opcode);
        final String own = common != null ? common : names.opcodes().name(opcode);
        return own != null ? own : Integer.toString(opcode);
    }

    /**
     * Returns a hash of the content. Equal schemas have equal hashes in every process; different schemas have different
     * hashes with practical certainty.
     *
     * @return the first 8 bytes of the SHA-256 of the encoding, big-endian: in hex, the beginning of the output of
     *         {@code sha256sum}.
     */
    public long contentHash() {
        // Several threads may compute it; all have the same result.
        long hash = contentHash;
        if (hash == 0) {
            hash = SchemaEncoder.contentHash(this);
            contentHash = hash;
        }
        return hash;
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof ProviderSchema that
                && name.equals(that.name)
                && id.equals(that.id)
                && documentation.equals(that.documentation)
                && keywords().equals(that.keywords())
                && tasks().equals(that.tasks())
                && opcodes().equals(that.opcodes())
                && events().equals(that.events())
                && Objects.equals(traits, that.traits);
    }

    @Override
    public int hashCode() {
        return 31 * id.hashCode() + name.hashCode();
    }

    @Override
    public String toString() {
        return "ProviderSchema{name=" + name + ", id=" + id + ", events=" + events.events().size() + '}';
    }

    /** Returns this, after a check that it can be encoded. */
    ProviderSchema checked() {
        final int length = SchemaEncoder.encode(this).length;
        if (length > SchemaLimits.ENCODED_LENGTH_MAX) {
            throw RingsideException
                    .invalidArgument("schema is too large: provider=" + name + ", events=" + events.events().size()
                            + ", length=" + length + ", max=" + SchemaLimits.ENCODED_LENGTH_MAX
                            + ": declare a second provider, or shorten texts");
        }
        return this;
    }

    /**
     * Collects the declarations of a provider and refuses invalid ones immediately. Not thread-safe; may be used
     * further after {@link #build()}, without effect on the schema that was built.
     */
    public static final class Builder {
        private static final int TASK_MAX = 0xFFFF;

        private final String name;
        private final NumberNames keywords = new NumberNames("keyword", Long.bitCount(Keyword.OWN_MASK));
        private final NumberNames tasks = new NumberNames("task", SchemaLimits.TASKS_MAX);
        private final NumberNames opcodes = new NumberNames("opcode", EventLimits.OPCODES_MAX);
        private final EventTable events = new EventTable();
        private UUID id;
        private String documentation = "";
        private @Nullable ProviderTraits traits;

        Builder(final String name) {
            this.name = SchemaName.check("provider", name);
            this.id = ProviderId.fromName(name);
        }

        /**
         * Sets an id other than the one derived from the name.
         *
         * @param newId of the provider.
         * @return this.
         */
        public Builder id(final UUID newId) {
            this.id = newId;
            return this;
        }

        /**
         * Sets the documentation of the provider.
         *
         * @param text for users, at most 4,096 characters.
         * @return this.
         * @throws RingsideException if the text is too long.
         */
        public Builder documentation(final String text) {
            this.documentation = SchemaName.checkText("provider " + name, text, SchemaLimits.DOCUMENTATION_LENGTH_MAX);
            return this;
        }

        /**
         * Sets the traits of the provider.
         *
         * @param newTraits of the provider.
         * @return this.
         */
        public Builder traits(final ProviderTraits newTraits) {
            this.traits = newTraits;
            return this;
        }

        /**
         * Defines a keyword.
         *
         * @param keywordName of the group of events.
         * @param mask        exactly one of the bits 0..47.
         * @return this.
         * @throws RingsideException if the mask is not one such bit, or the name or bit is in use.
         */
        public Builder keyword(final String keywordName, final long mask) {
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
         * @param value    1..65,535; an event with 0 has no task.
         * @return this.
         * @throws RingsideException if the value is out of range, or the name or value is in use.
         */
        public Builder task(final String taskName, final int value) {
            SchemaName.check("task", taskName);
            if (value < 1 || value > TASK_MAX) {
                throw RingsideException
                        .invalidArgument("value of task out of range: task=" + taskName + ", value=" + value
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
         * @throws RingsideException if the value is out of range, the name or value is in use, or there are too many.
         */
        public Builder opcode(final String opcodeName, final int value) {
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
         * @throws RingsideException if the identity is in use, or the fields do not fit together.
         */
        public Builder event(
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
         * @throws RingsideException if the identity is in use, or the fields do not fit together.
         */
        public Builder event(
                final String eventName, final EventDescriptor descriptor, final FieldSchema... fields) {
            return event(eventName, descriptor, List.of(fields));
        }

        /**
         * Sets the message of the event that was declared last.
         *
         * @param text for users; {@code %1} to {@code %99} are replaced by its fields, {@code %%} by a percent sign,
         *             and {@code %n} by the end of a line.
         * @return this.
         * @throws RingsideException if no event has been declared, the event has no such field, or the text is too
         *                           long.
         */
        public Builder message(final String text) {
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
         * Makes the payload of the event that was declared last an SBE message, preceded by the message header.
         *
         * @param schema of the message.
         * @return this.
         * @throws RingsideException if no event has been declared, or it has fields or a message.
         */
        public Builder sbe(final SbeSchema schema) {
            final EventSchema last = last("SBE schema");
            if (!last.fields().isEmpty() || last.message() != null) {
                throw RingsideException.invalidArgument("SBE event has fields or a text: event=" + last.name()
                        + ", fields=" + last.fields().size());
            }
            events.replace(last.withSbe(schema));
            return this;
        }

        /**
         * Sets the documentation of the event that was declared last.
         *
         * @param text for users, at most 4,096 characters.
         * @return this.
         * @throws RingsideException if no event has been declared, or the text is too long.
         */
        public Builder eventDocumentation(final String text) {
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
         * Creates the schema.
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
}
