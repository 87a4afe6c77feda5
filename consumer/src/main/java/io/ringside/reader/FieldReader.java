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
 * A field of events by its name, to be kept for a loop that reads it often. It finds the place of the field once for
 * each schema, so that it serves all events and all versions of them that have a field of this name. {@code
 * event.getLong("orderId")} reads the same through a reader that the event's source keeps.
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
 * <li>A name is that of a field, or a path as in conditions: {@code leg.price}, {@code sizes[2]}, {@code
 * legs[0].price}. What is no plain name is in backticks within a path.
 * <li>{@link #getLong}, {@link #getInt}, {@link #getDouble}, {@link #getBoolean} and {@link #isIn} allocate nothing,
 * except for the first event of a schema. The others allocate their result.
 * <li>Each method reads the event during its handler's call only.
 * <li>Each getter throws a {@link RingsideException}: {@link ErrorCode#INVALID_ARGUMENT} if the event has no such field
 * (the message lists its fields) or the field is of another type (the message names the getter for it); {@link
 * ErrorCode#NOT_FOUND} if the schema of the event is unknown; {@link ErrorCode#CORRUPT} if the payload is damaged, as
 * it ends before the field does, or if an array has no such element. No getter reads outside the payload.
 * <li>The fields of an SBE message have no names here.
 * </ul>
 * For one thread at a time.
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
     * Makes a reader of a field.
     *
     * @param name of the field, or its path; whether an event has it shows when it is read
     * @return the reader
     */
    public static FieldReader of(final String name) {
        return new FieldReader(name);
    }

    /** {@return the name or path, as it was given} */
    public String name() {
        return name;
    }

    /**
     * Asks whether an event has the field.
     *
     * @param event to be asked
     * @return true if its schema has a field of this name, of whatever type; false also if the schema is unknown. An
     *         element of an array counts as there, unless the schema says that the array is shorter
     */
    public boolean isIn(final EventView event) {
        return event.schema() != null && place(event).isThere;
    }

    /**
     * Why no event has the field, which is most often a typing error. Counts the events that were read or asked, and
     * all others of their providers.
     *
     * @return the name, and the names of the fields that there are; null if an event has the field, or no event is
     *         known
     */
    public @Nullable String misfit() {
        return fit.misfit();
    }

    /**
     * Reads a whole number: int8 to int64 and uint8 to uint64, those among them that have names or are shown in hex, a
     * timestamp in nanoseconds since 1970, or a FILETIME in units of 100 ns since 1601.
     *
     * @param event that has the field
     * @return the number, exactly
     * @throws RingsideException as all getters; INVALID_ARGUMENT also for decimals, and for a number without a sign of
     *                           2<sup>63</sup> or more: {@link #getDecimal} reads both
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
     * Reads a whole number of a type that fits an int: int8, int16, int32, uint8 or uint16.
     *
     * @param event that has the field
     * @return the number, exactly
     * @throws RingsideException as all getters; INVALID_ARGUMENT also for wider types and decimals
     */
    public int getInt(final EventView event) {
        final Place place = place(event);
        final PayloadBytes payload = event.payload();
        final int offset = offset(place, event, payload, place.isInt, "an int");
        return (int) place.field().whole(payload, offset);
    }

    /**
     * Reads a number as a double: a float or double exactly, a whole number or decimal as the double next to it. That
     * is exact for whole numbers up to 2<sup>53</sup>, but for most decimals it is not.
     *
     * @param event that has the field
     * @return the number, rounded; also an infinity or NaN if the field has it
     * @throws RingsideException as all getters; NOT_FOUND also for a decimal whose scale another field should give and
     *                           does not
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
        // Half of a number without a sign, with a one where a bit was lost, is rounded as the whole one would be.
        final double real = value < 0 && place.isWide ? 2.0 * (double) ((value >>> 1) | (value & 1)) : (double) value;
        return place.isDecimal ? real / (double) DecimalText.power(scale(place, event, payload)) : real;
    }

    /**
     * Reads a truth value.
     *
     * @param event that has the field
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
     * Reads a whole number or a decimal, whatever its size.
     *
     * @param event that has the field
     * @return the number, exactly, with the scale of the field
     * @throws RingsideException as all getters; NOT_FOUND also for a decimal whose scale another field should give and
     *                           does not
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
     * Reads a value as text, of whatever type: a text itself, a number that has a name by its name, every other one as
     * {@code ringside tail} prints it, without a unit. An empty text and one that was null when it was written are the
     * same.
     *
     * @param event that has the field
     * @return the text, not quoted or escaped; characters in it may be any
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
     * @param event that has the field
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
     * @param event that has the field
     * @return the time, exactly
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
     * @param event that has the field
     * @return a copy of them
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
        // The length was read again: where memory is hostile it may be another one by now.
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

    /** Returns the offset of the value in the payload, all of it; for a struct, the offset of its members. */
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

    /** The place and the type of the field in one schema. Immutable. */
    private static final class Place {
        /** Null if there is no field, or it is an array and the name is that of no element. */
        private final @Nullable FieldLocator locator;
        /** Why there is no locator; empty if there is one. */
        private final String reason;
        private final boolean isThere;
        private final boolean isDecimal;
        /** Whether the type is a whole number, or a decimal. */
        private final boolean isNumber;
        private final boolean isLong;
        private final boolean isInt;
        private final boolean isReal;
        private final boolean isBoolean;
        private final boolean isTime;
        private final boolean isUuid;
        private final boolean isBytes;
        /** Whether a negative long is a number of 2^63 or more. */
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
                // An array without an element has a reason of its own.
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

        /** The methods that read a field of this type. */
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
