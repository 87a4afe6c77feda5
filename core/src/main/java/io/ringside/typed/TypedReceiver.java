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
 * it. Not thread-safe.
 * <p>
 * Events of an older version are passed on without the fields that were added since: these are zero, empty or null.
 * Unknown fields of a newer version are skipped. Other events are not passed on: an event of another provider, one that
 * the interface does not declare, one with different fields, and one whose payload is shorter than its contents
 * indicate.
 * <p>
 * Texts received as {@link CharSequence}, buffers and arrays are valid only during the call, since their memory is
 * reused, which avoids allocation. Memory of arrays is kept by field and length, up to 1 MiB for each receiver; an
 * array beyond that is allocated anew, unless it has the length of the previous one. A {@link String}, a UUID, an
 * instant and a record are new objects for each event, as Java has no alternative.
 */
public abstract class TypedReceiver {
    /** Value instead of a number of fields: the bytes have another meaning. */
    private static final int NO_MATCH = -1;

    private final ProviderSchema provider;
    /** Schemas that were compared last; the results have the same indexes. */
    private final @Nullable EventSchema[] compared;
    private final int[] common;
    private final TypedInput input = new TypedInput();
    private @Nullable UUID activity;

    /**
     * Creates a receiver of a provider's events.
     *
     * @param provider provider declared by the interface.
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
     * Passes an event on. Exceptions of the implementation are not caught.
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
     * Returns the index of an event by id: in its own version, else in the newest older one, else in the oldest.
     *
     * @param id      of an event.
     * @param version of the event.
     * @return its index in the provider's schema; negative if the interface declares no such event.
     */
    protected abstract int indexOf(int id, int version);

    /**
     * Reads the fields of an event and passes them on.
     *
     * @param index  of the event in the provider's schema.
     * @param fields number of fields declared by the interface that the event has.
     * @param values payload to read them from.
     * @param event  with the fields.
     * @return true if it was passed on; false if the payload is too short.
     */
    protected abstract boolean dispatch(int index, int fields, TypedInput values, Event event);

    /**
     * Creates the store for the arrays of a field.
     *
     * @param <A>          type of the arrays.
     * @param maker        creates an array of a length.
     * @param elementBytes length of each element in bytes.
     * @return a store without arrays.
     */
    protected final <A> TypedInput.ArrayCache<A> arrays(final IntFunction<A> maker, final int elementBytes) {
        return input.arrays(maker, elementBytes);
    }

    /**
     * Returns the enum constant that was received.
     *
     * @param <E>       the enum.
     * @param constants of the enum, in their order.
     * @param ordinal   that was received.
     * @return the constant; null if there is none, and if null was written.
     */
    protected static <E> @Nullable E constant(final E[] constants, final int ordinal) {
        return ordinal < constants.length ? constants[ordinal] : null;
    }

    /**
     * Returns the activity of an event. Allocates if it differs from that of the previous event.
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
     * Creates the names of an enum's constants, for generated schemas.
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

    /** Schemas are compared by identity, since a reader passes the same object with each event. */
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
     * Counts the leading fields that both have: all of the shorter list, since fields are only added at the end.
     *
     * @return number of common fields, {@link #NO_MATCH} if one of them differs.
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

    /** Returns whether decimals have the same scale; a version without a scale matches any. */
    private static boolean areScaledAlike(final FieldSchema known, final FieldSchema received) {
        return !known.isDecimal() || !received.isDecimal() || (known.scale() == received.scale()
                && Objects.equals(known.scaleFrom(), received.scaleFrom()));
    }

    /** Returns whether both maps have the same names for the values that they share. */
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

    /** Properties of an event that a {@link TypedReceiver} needs. Its reader determines how long it is valid. */
    public interface Event {
        /** {@return the id of the provider of the event} */
        @Nullable
        UUID providerId();

        /**
         * {@return the event's schema as declared by its provider; null if it is unknown, and then the fields are, too}
         */
        @Nullable
        EventSchema schema();

        /** {@return buffer with the payload, which must not change meanwhile} */
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
