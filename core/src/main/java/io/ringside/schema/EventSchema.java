package io.ringside.schema;

import io.ringside.event.EventDescriptor;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One declared event of a provider: its name, its descriptor and the fields of its payload. Immutable. Created by
 * {@link ProviderSchema.Builder}.
 */
public final class EventSchema {
    private final int index;
    private final String name;
    private final EventDescriptor descriptor;
    private final FieldGroup fields;
    private final @Nullable EventMessage message;
    private final @Nullable SbeSchema sbe;
    private final String documentation;
    private final int plainLength;

    EventSchema(final int index, final String name, final EventDescriptor descriptor, final FieldGroup fields) {
        this(index, name, descriptor, fields, null, null, "");
    }

    private EventSchema(final int index, final String name, final EventDescriptor descriptor, final FieldGroup fields,
            final @Nullable EventMessage message, final @Nullable SbeSchema sbe, final String documentation) {
        this.index = index;
        this.name = name;
        this.descriptor = descriptor;
        this.fields = fields;
        this.message = message;
        this.sbe = sbe;
        this.documentation = documentation;
        this.plainLength = sbe == null ? fields.plainLength() : FieldGroup.NOT_PLAIN;
    }

    /** {@return the index of this event among those of its provider, from 0, by which records refer to it} */
    public int index() {
        return index;
    }

    /** {@return the name; events of different ids have different names} */
    public String name() {
        return name;
    }

    /** {@return the descriptor} */
    public EventDescriptor descriptor() {
        return descriptor;
    }

    /** {@return true if it is self-describing: identified by its name and fields, not by an id} */
    public boolean isSelfDescribing() {
        return descriptor.channel() == EventDescriptor.CHANNEL_SELF_DESCRIBING;
    }

    /** {@return the fields in payload order} */
    public List<FieldSchema> fields() {
        return fields.fields();
    }

    /**
     * {@return the event's message for users, as declared, with {@code %1} for its first field; null if it has none}
     */
    public @Nullable String message() {
        return message == null ? null : message.text();
    }

    /**
     * Appends the message with the values of a payload inserted. If the payload lacks a value, the insertion remains as
     * written. Characters that would control a terminal or break the line are escaped.
     *
     * @param target  to append to.
     * @param payload buffer that holds the payload, which must not change meanwhile.
     * @param offset  of its first byte.
     * @param length  of the payload in bytes.
     * @return false, with nothing appended, if the event has no message.
     */
    public boolean appendMessage(final StringBuilder target, final DirectBuffer payload, final int offset,
            final int length) {
        if (message == null) {
            return false;
        }
        message.append(target, this, payload, offset, length);
        return true;
    }

    /**
     * {@return the SBE schema of the message, with its header, that is the payload; null if the payload consists of
     * fields}
     */
    public @Nullable SbeSchema sbe() {
        return sbe;
    }

    /** {@return the description of the event; empty if it has none} */
    public String documentation() {
        return documentation;
    }

    /** Returns the same event with a message. */
    EventSchema withMessage(final EventMessage text) {
        return new EventSchema(index, name, descriptor, fields, text, sbe, documentation);
    }

    /** Returns the same event with published names for its fields. */
    EventSchema withNames(final PublishedNames names, final PublishedNames.AsOf asOf) {
        return new EventSchema(index, name, descriptor, fields.withNames("event " + name, names, asOf), message, sbe,
                documentation);
    }

    boolean hasPublishedNames() {
        return fields.hasPublishedNames();
    }

    void addPublishedTables(final Set<String> tables) {
        addPublishedTables(fields(), tables);
    }

    private static void addPublishedTables(final List<FieldSchema> of, final Set<String> tables) {
        for (final FieldSchema field : of) {
            final ValueMap values = field.values();
            if (values != null && values.isPublished()) {
                tables.add(values.name());
            }
            addPublishedTables(field.members(), tables);
        }
    }

    /** Returns the same event with an SBE message as payload. */
    EventSchema withSbe(final SbeSchema schema) {
        return new EventSchema(index, name, descriptor, fields, message, schema, documentation);
    }

    /** Returns the same event with documentation. */
    EventSchema withDocumentation(final String text) {
        return new EventSchema(index, name, descriptor, fields, message, sbe, text);
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof EventSchema that
                && index == that.index
                && name.equals(that.name)
                && descriptor.equals(that.descriptor)
                && fields().equals(that.fields())
                && Objects.equals(message, that.message)
                && Objects.equals(sbe, that.sbe)
                && documentation.equals(that.documentation);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + descriptor.hashCode();
    }

    @Override
    public String toString() {
        return "EventSchema{index=" + index + ", name=" + name + ", descriptor=" + descriptor + ", fields="
                + fields().size() + '}';
    }

    FieldGroup group() {
        return fields;
    }

    /** Returns the length of a payload that has only plain numbers, in bytes; else {@link FieldGroup#NOT_PLAIN}. */
    int plainLength() {
        return plainLength;
    }
}
