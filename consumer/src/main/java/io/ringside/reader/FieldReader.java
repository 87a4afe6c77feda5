package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.event.GuidEncoding;
import io.ringside.internal.expression.FieldLocator;
import io.ringside.internal.expression.FieldPath;
import io.ringside.internal.expression.PayloadBytes;
import io.ringside.internal.reader.SchemaFit;
import io.ringside.internal.schema.DecimalText;
import io.ringside.internal.schema.SchemaMap;
import io.ringside.internal.schema.TimeText;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads a field of events by its name; to be kept for loops that read it often. It locates the field once per schema,
 * and works for all events, and all their versions, that have a field of this name. {@code event.getLong("orderId")}
 * does the same through a reader cached by the event's source.
 *
 * <pre>{@code
 * FieldReader orderId = FieldReader.of("orderId");
 * FieldReader price = FieldReader.of("legs[0].price");
 * reader.poll(event -> {
 *     if ("accepted".equals(event.eventName())) {
 *         total += orderId.getLong(event) * price.getDouble(event);
 *     }
 * });
 * }</pre>
 *
 * <ul>
 * <li>The name is the name of a field, or a path as in conditions: {@code leg.price}, {@code sizes[2]}, {@code
 * legs[0].price}. Within a path, names that are not plain identifiers are in backticks.
 * <li>{@link #getLong}, {@link #getInt}, {@link #getDouble}, {@link #getBoolean} and {@link #isIn} do not allocate,
 * except for the first event of a schema. The others allocate their result.
 * <li>The event is valid only during its handler's call.
 * <li>Each getter throws a {@link RingsideException}: {@link ErrorCode#INVALID_ARGUMENT} if the event has no such field
 * (the message lists its fields) or the field has another type (the message names the getter to use); {@link
 * ErrorCode#NOT_FOUND} if the schema of the event is unknown; {@link ErrorCode#CORRUPT} if the payload is damaged
 * because it ends before the field does, or if an array has no such element. No getter reads outside the payload.
 * <li>The fields of an SBE message cannot be read by name.
 * </ul>
 * Used by one thread at a time.
 */
public final class FieldReader {
    private static final int IPV4_LENGTH = 4;

    private final String name;
    private final SchemaMap<Place> places = new SchemaMap<>();
    private final SchemaFit fit;

    private FieldReader(final String name) {
        this.name = name;
        this.fit = new SchemaFit(paths(name), schema -> {});
    }

    private static List<FieldPath> paths(final String name) {
        try {
            return List.of(FieldPath.parse(name));
        } catch (final RingsideException e) {
            return name.isEmpty() ? List.of() : List.of(FieldPath.of(name));
        }
    }

    /**
     * Creates a reader of a field.
     *
     * @param name name of the field, or its path; it is resolved when an event is read
     * @return the reader
     */
    public static FieldReader of(final String name) {
        return new FieldReader(name);
    }

    /** {@return the name or path, as given to {@link #of}} */
    public String name() {
        return name;
    }

    /**
     * Returns whether an event has the field.
     *
     * @param event event to check
     * @return true if its schema has a field of this name, of any type; false if it has none, or is unknown. An array
     *         element is assumed to exist, unless the schema declares a shorter array
     */
    public boolean isIn(final EventView event) {
        return event.schema() != null && place(event).isThere;
    }

    /**
     * Returns why no event has the field, most often a typing error. Considers the events that were read or checked,
     * and all other events of their providers.
     *
     * @return the name and the existing field names; null if an event has the field, or no event is known
     */
    public @Nullable String misfit() {
        return fit.misfit();
    }

    /**
     * Reads an integer: int8 to int64 and uint8 to uint64, including those with names or shown in hex, a timestamp in
     * nanoseconds since 1970, or a FILETIME in units of 100 ns since 1601.
     *
     * @param event event with the field
     * @return the exact number
     * @throws RingsideException as all getters; INVALID_ARGUMENT also for decimals, and for an unsigned number of at
     *                           least 2<sup>63</sup>: {@link #getDecimal} reads both
     */
    public long getLong(final EventView event) {
        final Place place = place(event);
        final PayloadBytes payload = event.payload();
        final int offset = offset(place, event, payload, place.isLong, "a whole number");
        final long value = place.field().whole(payload, offset);
        if (value < 0 && place.isWide) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "number does not fit a long: name=" + name
                    + ", event=" + event.eventName() + ", value=" + Long.toUnsignedString(value)
                    + ": use getDecimal or getDouble");
        }
        return value;
    }

    /**
     * Reads an integer of a type that fits an int: int8, int16, int32, uint8 or uint16.
     *
     * @param event event with the field
     * @return the exact number
     * @throws RingsideException as all getters; INVALID_ARGUMENT also for wider types and decimals
     */
    public int getInt(final EventView event) {
        final Place place = place(event);
        final PayloadBytes payload = event.payload();
        final int offset = offset(place, event, payload, place.isInt, "an int");
        return (int) place.field().whole(payload, offset);
    }

    /**
     * Reads a number as a double: a float or double exactly, an integer or decimal as the nearest double. That is exact
     * for integers up to 2<sup>53</sup>, but not for most decimals.
     *
     * @param event event with the field
     * @return the number, rounded; may be infinite or NaN if the field is
     * @throws RingsideException as all getters; NOT_FOUND also for a decimal whose scale is in another field that is
     *                           missing
     */
    public double getDouble(final EventView event) {
        final Place place = place(event);
        final PayloadBytes payload = event.payload();
        final int offset = offset(place, event, payload, place.isReal || place.isNumber, "a number");
        final FieldLocator field = place.field();
        if (place.isReal) {
            return field.field().type() == FieldType.FLOAT
                    ? Float.intBitsToFloat(payload.getInt(offset))
                    : Double.longBitsToDouble(payload.getLong(offset));
        }
        final long value = field.whole(payload, offset);
        // Half of an unsigned number, with the lost bit kept as a sticky bit, is rounded like the whole number.
        final double real = value < 0 && place.isWide ? 2.0 * (double) ((value >>> 1) | (value & 1)) : (double) value;
        return place.isDecimal ? real / (double) DecimalText.power(scale(place, event, payload)) : real;
    }

    /**
     * Reads a boolean.
     *
     * @param event event with the field
     * @return the value
     * @throws RingsideException as all getters
     */
    public boolean getBoolean(final EventView event) {
        final Place place = place(event);
        final PayloadBytes payload = event.payload();
        final int offset = offset(place, event, payload, place.isBoolean, "a boolean");
        return place.field().whole(payload, offset) != 0;
    }

    /**
     * Reads an integer or a decimal of any size.
     *
     * @param event event with the field
     * @return the exact number, with the scale of the field
     * @throws RingsideException as all getters; NOT_FOUND also for a decimal whose scale is in another field that is
     *                           missing
     */
    public BigDecimal getDecimal(final EventView event) {
        final Place place = place(event);
        final PayloadBytes payload = event.payload();
        final int offset = offset(place, event, payload, place.isNumber, "a whole number or a decimal");
        final long value = place.field().whole(payload, offset);
        final int scale = place.isDecimal ? scale(place, event, payload) : 0;
        return value < 0 && place.isWide
                ? new BigDecimal(new BigInteger(Long.toUnsignedString(value)), scale)
                : BigDecimal.valueOf(value, scale);
    }

    /**
     * Reads a value of any type as text: a string itself, a number with a name as this name, any other value as {@code
     * ringside tail} prints it, without a unit. A string that was null when written reads as an empty string.
     *
     * @param event event with the field
     * @return the text, not quoted or escaped; it may contain any characters
     * @throws RingsideException as all getters
     */
    public String getText(final EventView event) {
        final Place place = place(event);
        final PayloadBytes payload = event.payload();
        final int offset = offset(place, event, payload, place.locator != null, "a value");
        final FieldLocator locator = place.field();
        final FieldSchema field = locator.field();
        final StringBuilder text = event.fields().text();
        final int scale = field.scaleFrom() == null ? 0 : locator.scale(payload);
        if (scale > 0) {
            DecimalText.append(text, locator.whole(payload, offset), field.type().isUnsigned(), scale);
        } else if (event.fields().values().appendProperty(text, field, locator.size(payload), event.buffer(),
                event.payloadOffset() + offset, payload.length() - offset) < 0) {
            throw damaged(event, payload);
        }
        return text.toString();
    }

    /**
     * Reads a UUID.
     *
     * @param event event with the field
     * @return the value
     * @throws RingsideException as all getters
     */
    public UUID getUuid(final EventView event) {
        final Place place = place(event);
        final PayloadBytes payload = event.payload();
        final int offset = offset(place, event, payload, place.isUuid, "a UUID");
        if (place.field().field().type() == FieldType.UUID) {
            return new UUID(payload.getLong(offset), payload.getLong(offset + Long.BYTES));
        }
        final int begin = event.payloadOffset() + offset;
        return new UUID(GuidEncoding.most(event.buffer(), begin), GuidEncoding.least(event.buffer(), begin));
    }

    /**
     * Reads a timestamp or a FILETIME.
     *
     * @param event event with the field
     * @return the exact time
     * @throws RingsideException as all getters
     */
    public Instant getInstant(final EventView event) {
        final Place place = place(event);
        final PayloadBytes payload = event.payload();
        final long value = payload.getLong(offset(place, event, payload, place.isTime, "a time"));
        return place.field().field().type() == FieldType.TIMESTAMP
                ? TimeText.instantOfEpochNs(value)
                : TimeText.instantOfFileTime(value);
    }

    /**
     * Reads bytes, or the bytes of an internet address in network order.
     *
     * @param event event with the field
     * @return a copy of the bytes
     * @throws RingsideException as all getters
     */
    public byte[] getBytes(final EventView event) {
        final Place place = place(event);
        final PayloadBytes payload = event.payload();
        int begin = offset(place, event, payload, place.isBytes, "bytes");
        final FieldLocator locator = place.field();
        final FieldSchema field = locator.field();
        final long length = switch (field.lengthSource()) {
            case FIXED -> field.bytesOf(field.fixedLength());
            case FIELD -> field.bytesOf(locator.size(payload));
            case TYPE -> field.type() == FieldType.BINARY
                    ? Short.toUnsignedLong(payload.getShort(begin))
                    : field.type() == FieldType.IPV4 ? IPV4_LENGTH : 2L * Long.BYTES;
        };
        begin += field.lengthSource() == FieldSchema.LengthSource.TYPE && field.type().isSizable() ? Short.BYTES : 0;
        // The length was read a second time; in hostile memory it may have changed in between.
        if (length < 0 || length > payload.length() - begin) {
            throw damaged(event, payload);
        }
        final byte[] bytes = new byte[(int) length];
        event.buffer().getBytes(event.payloadOffset() + begin, bytes);
        return bytes;
    }

    @Override
    public String toString() {
        return "FieldReader{" + name + '}';
    }

    private Place place(final EventView event) {
        final EventSchema schema = event.schema();
        if (schema == null) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "schema of the event is unknown, and so are its fields: "
                    + "name=" + name + ", provider=" + event.providerName() + ", eventIndex=" + event.eventIndex()
                    + ": read the bytes of its payload");
        }
        Place place = places.get(schema);
        if (place == null) {
            place = Place.of(name, schema);
            places.put(schema, place);
            fit.note(schema, event.providerSchema());
        }
        return place;
    }

    /** Returns the offset of the value, all of which is in the payload; for a struct, the offset of its members. */
    private int offset(final Place place, final EventView event, final PayloadBytes payload, final boolean fits,
            final String wanted) {
        if (!fits) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, place.locator == null
                    ? place.reason
                    : "field is not " + wanted + ": name=" + name + ", event=" + event.eventName() + ", type="
                            + place.type() + ": use " + place.getter());
        }
        final int offset = place.field().locate(payload);
        if (offset == FieldLocator.MISSING) {
            throw damaged(event, payload);
        }
        return offset;
    }

    private int scale(final Place place, final EventView event, final PayloadBytes payload) {
        final int scale = place.field().scale(payload);
        if (scale == DecimalText.NO_SCALE) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "decimal has no scale: name=" + name + ", event="
                    + event.eventName() + ", scaleFrom=" + place.field().field().scaleFrom()
                    + ": publish the scale, or use getText for the whole number");
        }
        return scale;
    }

    private RingsideException damaged(final EventView event, final PayloadBytes payload) {
        return new RingsideException(ErrorCode.CORRUPT, "payload is damaged"
                + (name.indexOf('[') < 0 ? "" : ", or its array has no such element") + ": name=" + name + ", event="
                + event.eventName() + ", payloadLength=" + payload.length()
                + ": skip the event, or print what is there with fieldsAsText");
    }

    /** Location and type of the field in one schema. Immutable. */
    private static final class Place {
        /** Null if there is no field, or it is an array and the name does not select an element. */
        private final @Nullable FieldLocator locator;
        /** Reason why there is no locator; empty if there is one. */
        private final String reason;
        private final boolean isThere;
        private final boolean isDecimal;
        /** Whether the type is an integer or a decimal. */
        private final boolean isNumber;
        private final boolean isLong;
        private final boolean isInt;
        private final boolean isReal;
        private final boolean isBoolean;
        private final boolean isTime;
        private final boolean isUuid;
        private final boolean isBytes;
        /** Whether a negative long represents an unsigned number of at least 2^63. */
        private final boolean isWide;

        private Place(final @Nullable FieldLocator locator, final boolean isThere, final String reason) {
            this.locator = locator;
            this.isThere = isThere;
            this.reason = reason;
            final FieldSchema field = locator == null ? null : locator.field();
            final @Nullable FieldType type = field == null ? null : field.type();
            isNumber = type != null && type.isInteger();
            isDecimal = field != null && (field.scale() != 0 || field.scaleFrom() != null);
            isTime = type == FieldType.TIMESTAMP || type == FieldType.FILETIME;
            isLong = isTime || (isNumber && !isDecimal);
            isInt = isNumber && !isDecimal && type != null
                    && (type.length() < Integer.BYTES || type == FieldType.INT32);
            isReal = type == FieldType.FLOAT || type == FieldType.DOUBLE;
            isBoolean = type == FieldType.BOOLEAN || type == FieldType.BOOLEAN32
                    || (field != null && isNumber && field.outType() == OutType.BOOLEAN);
            isUuid = type == FieldType.UUID || type == FieldType.GUID;
            isBytes = type == FieldType.BINARY || type == FieldType.IPV4 || type == FieldType.IPV6;
            isWide = type != null && (type.isUnsignedLong() || type == FieldType.FILETIME);
        }

        static Place of(final String name, final EventSchema schema) {
            if (schema.sbe() != null) {
                return new Place(null, false, "event is an SBE message, whose fields have no names here: name=" + name
                        + ", event=" + schema.name() + ": use readFields, or SBE's decoder");
            }
            final boolean isWhole = schema.fields().stream().anyMatch(field -> field.name().equals(name));
            try {
                return new Place(FieldLocator.of(isWhole ? FieldPath.of(name) : FieldPath.parse(name), schema), true,
                        "");
            } catch (final RingsideException e) {
                // An array named without an element has its own reason.
                return new Place(null, isWhole, isWhole
                        ? String.valueOf(e.getMessage())
                        : "no such field: name=" + name + ", event=" + schema.name() + ", fields="
                                + schema.fields().stream().map(FieldSchema::name).toList()
                                + ": use one of these, or ask hasField");
            }
        }

        FieldLocator field() {
            return Objects.requireNonNull(locator);
        }

        String type() {
            return (isDecimal ? "decimal " : "") + field().field().type();
        }

        /** Returns the methods that read a field of this type. */
        String getter() {
            if (isDecimal) {
                return "getDecimal or getDouble";
            }
            if (isLong) {
                return isTime ? "getLong or getInstant" : "getLong";
            }
            return isReal
                    ? "getDouble"
                    : isBoolean ? "getBoolean" : isUuid ? "getUuid" : isBytes ? "getBytes or getText" : "getText";
        }
    }
}
