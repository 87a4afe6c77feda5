package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.internal.schema.TimeText;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ValueMap;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The value of a comparison, interpreted according to the type of its field. Immutable. */
final class Literal {
    private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]{1,20}");
    private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]{1,16}");
    private static final Pattern FRACTION = Pattern
            .compile("[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]{1,4})?");
    private static final Pattern UUID_TEXT = Pattern
            .compile("\\{?([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})}?");
    private static final Pattern IPV4_TEXT = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    /** Requires a colon, so that the address is never resolved by a name server. */
    private static final Pattern IPV6_TEXT = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final int HEX_PREFIX_LENGTH = 2;
    private static final int HEX_RADIX = 16;
    private static final int IPV4_MAPPED_MARK = 10;
    private static final int BYTE_MAX = 255;
    private static final int NAMES_SHOWN = 20;
    private static final long UNITS_PER_SECOND = 10_000_000;
    private static final int UNIT_NS = 100;
    /** Seconds between 1601 and 1970. */
    private static final long FILETIME_BEGIN_SECONDS = 11_644_473_600L;

    private final String text;
    private final FieldSchema field;

    Literal(final String text, final FieldSchema field) {
        this.text = text;
        this.field = field;
    }

    /** Returns whether the text is a whole number that fits the field. */
    boolean isWholeNumber() {
        final boolean isHex = HEX.matcher(text).matches();
        return (isHex || DECIMAL.matcher(text).matches()) && fits(number(isHex));
    }

    /**
     * Returns a whole number, the number that a name represents, or a point in time for a timestamp.
     *
     * @param exactly whether a name has to have the same case
     */
    long wholeNumber(final boolean exactly) {
        final boolean isHex = HEX.matcher(text).matches();
        if (!isHex && !DECIMAL.matcher(text).matches()) {
            return switch (field.type()) {
                case TIMESTAMP -> timestamp();
                case FILETIME -> fileTime();
                default -> symbol(exactly);
            };
        }
        final BigInteger number = number(isHex);
        if (!fits(number)) {
            throw wrong("a whole number that fits");
        }
        return number.longValue();
    }

    /**
     * Returns a decimal in units of the field's last digit, with a fraction if it has more digits; or a name's number.
     *
     * @param exactly whether a name has to have the same case
     */
    BigDecimal unscaled(final boolean exactly) {
        final BigDecimal number = ComparisonCheck.number(text);
        if (number != null) {
            return number.scaleByPowerOfTen(field.scale());
        }
        if (field.values() == null) {
            throw wrong("a number such as 585.33");
        }
        final long symbol = symbol(exactly);
        return field.type().isUnsignedLong()
                ? new BigDecimal(Long.toUnsignedString(symbol))
                : BigDecimal.valueOf(symbol);
    }

    private BigInteger number(final boolean isHex) {
        return isHex ? new BigInteger(text.substring(HEX_PREFIX_LENGTH), HEX_RADIX) : new BigInteger(text);
    }

    private boolean fits(final BigInteger number) {
        return field.type().isUnsignedLong()
                ? number.signum() >= 0 && number.bitLength() <= Long.SIZE
                : number.bitLength() < Long.SIZE;
    }

    double fraction() {
        if (FRACTION.matcher(text).matches()) {
            final double value = field.type() == FieldType.FLOAT ? Float.parseFloat(text) : Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        }
        throw wrong("a number that fits");
    }

    long truth() {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "1" -> 1;
            case "false", "0" -> 0;
            default -> throw wrong("true or false");
        };
    }

    UUID uuid() {
        final var matcher = UUID_TEXT.matcher(text);
        if (!matcher.matches() || text.startsWith("{") != text.endsWith("}")) {
            throw wrong("a UUID");
        }
        return UUID.fromString(matcher.group(1));
    }

    /** Returns the four bytes of an address in the order of a payload. */
    int shortAddress() {
        if (!IPV4_TEXT.matcher(text).matches()) {
            throw wrong("an address such as 10.0.0.1");
        }
        final ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (final String part : text.split("\\.", -1)) {
            if (Integer.parseInt(part) > BYTE_MAX) {
                throw wrong("an address such as 10.0.0.1");
            }
            bytes.put((byte) Integer.parseInt(part));
        }
        return bytes.getInt(0);
    }

    /** Returns eight of the sixteen bytes of an address in the order of a payload. */
    long addressHalf(final int half) {
        final ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        final byte[] address = IPV6_TEXT.matcher(text).matches() ? parsedAddress() : null;
        if (address == null) {
            throw wrong("an address such as ::1");
        }
        if (address.length == Integer.BYTES) {
            bytes.putShort(IPV4_MAPPED_MARK, (short) -1);
        }
        bytes.position(bytes.capacity() - address.length).put(address);
        return bytes.getLong(half * Long.BYTES);
    }

    private byte @Nullable [] parsedAddress() {
        try {
            return InetAddress.getByName(text).getAddress();
        } catch (final UnknownHostException e) {
            return null;
        }
    }

    private long timestamp() {
        try {
            final Instant instant = TimeText.parse(text);
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), TimeUnit.SECONDS.toNanos(1)),
                    instant.getNano());
        } catch (final DateTimeException | ArithmeticException e) {
            throw wrong("nanoseconds since 1970 or a time with its offset such as \"2026-01-31T08:00:00Z\"");
        }
    }

    /** Returns units of 100 ns since 1601; finer parts are truncated. */
    private long fileTime() {
        try {
            final Instant instant = TimeText.parse(text);
            return Math.addExact(
                    Math.multiplyExact(Math.addExact(instant.getEpochSecond(), FILETIME_BEGIN_SECONDS),
                            UNITS_PER_SECOND),
                    instant.getNano() / UNIT_NS);
        } catch (final DateTimeException | ArithmeticException e) {
            throw wrong("units of 100 ns since 1601 or a time with its offset such as \"2026-01-31T08:00:00Z\"");
        }
    }

    /** Returns the number of a name; for bits also of several names, joined as they are displayed. */
    private long symbol(final boolean exactly) {
        final ValueMap values = field.values();
        if (values == null || values.isPublished()) {
            throw wrong("a whole number");
        }
        long number = 0;
        for (final String name : values.isBits() ? text.split("\\|", -1) : new String[]{text}) {
            number |= values.isBits() && HEX.matcher(name).matches()
                    ? Long.parseUnsignedLong(name.substring(HEX_PREFIX_LENGTH), HEX_RADIX)
                    : values.value(indexOf(values, name, exactly));
        }
        return number;
    }

    /** Returns the index of a name in the same case, or else of the only name that differs in case. */
    private int indexOf(final ValueMap values, final String name, final boolean exactly) {
        int found = -1;
        int alike = 0;
        for (int i = 0; i < values.size(); i++) {
            if (values.symbol(i).equals(name)) {
                return i;
            }
            if (!exactly && values.symbol(i).equalsIgnoreCase(name)) {
                found = i;
                alike++;
            }
        }
        if (alike != 1) {
            throw wrong("a whole number or one of " + IntStream.range(0, Math.min(values.size(), NAMES_SHOWN))
                    .mapToObj(values::symbol).collect(Collectors.joining(", "))
                    + (values.size() > NAMES_SHOWN ? ", ..." : ""));
        }
        return found;
    }

    private RingsideException wrong(final String expected) {
        return RingsideException.invalidArgument("value does not fit the field: field=" + field.name() + ", type="
                + field.type() + ", value=" + text + ", expected=" + expected);
    }
}
