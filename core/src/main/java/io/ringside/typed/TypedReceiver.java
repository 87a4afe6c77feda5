package io.ringside.typed;

import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ValueMap;
import io.ringside.typed.generated.TypedInput;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntFunction;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Passes events of one provider to an implementation of the interface that declares it; the generated receivers extend
 * it. For one thread.
 * <p>
 * Events of an older version come without the fields that were added since: those are zero, empty or null. The unknown
 * fields of a newer version are skipped. Other misfits are not passed on: an event of another provider, one that the
 * interface does not declare, one whose fields are others, and a payload that is shorter than it says.
 * <p>
 * Texts that are received as {@link CharSequence}, buffers and arrays are valid during the call only: their memory is
 * used again. Nothing is allocated for them once it is there. Memory of arrays is kept by field and length, up to 1 MiB
 * for each receiver; an array beyond that is made again, unless its length is that of the one before. A {@link String},
 * a UUID, an instant and a record are new objects for each event, since Java has no other way.
 */
public abstract class TypedReceiver {
    /** Instead of a count of fields: their bytes mean something else. */
    private static final int NO_MATCH = -1;

    private final ProviderSchema provider;
    /** Schemas that were compared last, with the result, by index. */
    private final @Nullable EventSchema[] compared;
    private final int[] common;
    private final TypedInput input = new TypedInput();
    private @Nullable UUID activity;

    /**
     * A receiver of a provider's events.
     *
     * @param provider that the interface declares.
     */
    protected TypedReceiver(final ProviderSchema provider) {
        this.provider = provider;
        this.compared = new @Nullable EventSchema[provider.events().size()];
        this.common = new int[compared.length];
    }

    /** {@return the provider whose events are received} */
    public final ProviderSchema provider() {
        return provider;
    }

    /**
     * Passes an event on. An exception of the implementation passes through.
     *
     * @param event of any provider.
     * @return true if it was passed on.
     */
    public final boolean receive(final Event event) {
        final EventSchema schema = event.schema();
        if (schema == null || !provider.id().equals(event.providerId())) {
            return false;
        }
        final int index = indexOf(schema.descriptor().id(), schema.descriptor().version());
        if (index < 0) {
            return false;
        }
        final int fields = commonFields(index, schema);
        if (fields == NO_MATCH) {
            return false;
        }
        input.wrap(event.buffer(), event.payloadOffset(), event.payloadLength());
        return dispatch(index, fields, input, event);
    }

    /**
     * Says which event has an id: of several versions that of the event, or the newest that is older, or the oldest.
     *
     * @param id      of an event.
     * @param version of the event.
     * @return its index in the provider's schema; below 0 if the interface declares none.
     */
    protected abstract int indexOf(int id, int version);

    /**
     * Reads the fields of an event and hands them over.
     *
     * @param index  of the event in the provider's schema.
     * @param fields that are there, of those that the interface declares.
     * @param values of them.
     * @param event  that they belong to.
     * @return true if it was handed over; false if the payload is too short.
     */
    protected abstract boolean dispatch(int index, int fields, TypedInput values, Event event);

    /**
     * Memory for the arrays of a field.
     *
     * @param <A>          type of the arrays.
     * @param maker        makes one of a length.
     * @param elementBytes of each element.
     * @return without any yet.
     */
    protected final <A> TypedInput.ArrayCache<A> arrays(final IntFunction<A> maker, final int elementBytes) {
        return input.arrays(maker, elementBytes);
    }

    /**
     * Says which constant of an enum was received.
     *
     * @param <E>       the enum.
     * @param constants of it, in their order.
     * @param ordinal   that was received.
     * @return the constant; null if there is none, as for null.
     */
    protected static <E> @Nullable E constant(final E[] constants, final int ordinal) {
        return ordinal < constants.length ? constants[ordinal] : null;
    }

    /**
     * Returns the activity of an event. Allocates where it is another than that of the event before.
     *
     * @param event that was received.
     * @return its activity; null if there is none.
     */
    protected final @Nullable UUID activity(final Event event) {
        final long most = event.activityMost();
        final long least = event.activityLeast();
        if ((most | least) == 0) {
            return null;
        }
        UUID id = activity;
        if (id == null || id.getMostSignificantBits() != most || id.getLeastSignificantBits() != least) {
            id = new UUID(most, least);
            activity = id;
        }
        return id;
    }

    /**
     * Names the constants of an enum, for generated schemas.
     *
     * @param name    of the enum.
     * @param symbols its constants, in their order.
     * @return the names of the ordinals.
     */
    public static ValueMap values(final String name, final String... symbols) {
        final Map<Long, String> symbolByOrdinal = new TreeMap<>();
        for (final String symbol : symbols) {
            symbolByOrdinal.put((long) symbolByOrdinal.size(), symbol);
        }
        return ValueMap.of(name, symbolByOrdinal);
    }

    /** Identity suffices: a reader hands over the same schema event by event. */
    @SuppressWarnings("ReferenceEquality")
    private int commonFields(final int index, final EventSchema schema) {
        if (compared[index] != schema) {
            final EventSchema known = provider.events().get(index);
            common[index] = (known.sbe() == null) == (schema.sbe() == null)
                    ? common(known.fields(), schema.fields())
                    : NO_MATCH;
            compared[index] = schema;
        }
        return common[index];
    }

    /**
     * Counts the leading fields that both have: all of one of the two, since fields are added at the end only.
     *
     * @return fields that both have, {@link #NO_MATCH} if one of them differs.
     */
    private static int common(final List<FieldSchema> known, final List<FieldSchema> received) {
        final int count = Math.min(known.size(), received.size());
        for (int i = 0; i < count; i++) {
            if (!isSame(known.get(i), received.get(i))) {
                return NO_MATCH;
            }
        }
        return count;
    }

    private static boolean isSame(final FieldSchema known, final FieldSchema received) {
        return known.type() == received.type()
                && known.shape() == received.shape()
                && (known.shape() != FieldSchema.Shape.FIXED || known.fixedCount() == received.fixedCount())
                && received.lengthSource() == FieldSchema.LengthSource.TYPE
                && Objects.equals(known.countedBy(), received.countedBy())
                && areScaledAlike(known, received)
                && agree(known.values(), received.values())
                && known.members().size() == received.members().size()
                && common(known.members(), received.members()) != NO_MATCH;
    }

    /** Whether decimals have one scale; a version that declares none does not contradict. */
    private static boolean areScaledAlike(final FieldSchema known, final FieldSchema received) {
        return !known.isDecimal() || !received.isDecimal() || (known.scale() == received.scale()
                && Objects.equals(known.scaleFrom(), received.scaleFrom()));
    }

    /** Whether no value has two names. */
    private static boolean agree(final @Nullable ValueMap known, final @Nullable ValueMap received) {
        if (known == null || received == null) {
            return known == null && received == null;
        }
        for (int i = 0; i < known.size(); i++) {
            final String symbol = received.symbolOf(known.value(i));
            if (symbol != null && !symbol.equals(known.symbol(i))) {
                return false;
            }
        }
        return true;
    }

    /** The view of an event that a {@link TypedReceiver} needs. Valid while its reader says so; for one thread. */
    public interface Event {
        /** {@return the id of the provider that wrote it} */
        @Nullable
        UUID providerId();

        /** {@return what its provider declared; null if that is unknown, as are then the fields} */
        @Nullable
        EventSchema schema();

        /** {@return buffer with the payload, not changed by others meanwhile} */
        DirectBuffer buffer();

        /** {@return offset of the payload's first byte in the buffer} */
        int payloadOffset();

        /** {@return length of the payload in bytes} */
        int payloadLength();

        /** {@return most significant half of the activity id, 0 if there is no activity} */
        long activityMost();

        /** {@return least significant half of the activity id, 0 if there is no activity} */
        long activityLeast();

        /** {@return time of the event in nanoseconds since 1970} */
        long timeNs();

        /** {@return the id of the activity from which the event transfers; null if there is none} */
        @Nullable
        UUID relatedActivityId();
    }
}
