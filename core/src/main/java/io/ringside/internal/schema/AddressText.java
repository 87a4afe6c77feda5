package io.ringside.internal.schema;

import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

/** Internet addresses as text; IPv6 in the form that RFC 5952 recommends. Stateless. */
final class AddressText {
    private static final int SHORT_FORM_LENGTH = 4;
    private static final int GROUPS = 8;
    private static final int LONG_FORM_LENGTH = 16;
    private static final int FAMILY_SHORT = 2;
    /** Numbers of the IPv6 address family, which differ between Windows and Linux. */
    private static final int FAMILY_LONG_WINDOWS = 23;
    private static final int FAMILY_LONG_LINUX = 10;
    private static final int PORT_OFFSET = 2;
    private static final int SHORT_FORM_OFFSET = 4;
    private static final int LONG_FORM_OFFSET = 8;

    private AddressText() {}

    /** Returns the text of an address of 4 or 16 bytes in network order. */
    static String of(final DirectBuffer buffer, final int offset, final int length) {
        final StringBuilder text = new StringBuilder();
        if (length == SHORT_FORM_LENGTH) {
            for (int i = 0; i < length; i++) {
                text.append(i == 0 ? "" : ".").append(buffer.getByte(offset + i) & 0xFF);
            }
        } else {
            appendGroups(text, buffer, offset);
        }
        return text.toString();
    }

    /** Returns the text of an address whose four bytes in network order were read as a little-endian number. */
    static String of(final int number) {
        return (number & 0xFF) + "." + ((number >>> 8) & 0xFF) + "." + ((number >>> 16) & 0xFF) + "."
                + (number >>> 24);
    }

    /** Returns the text of a socket address with family, port and address; null if the family is unknown. */
    static @Nullable String ofSocket(final DirectBuffer buffer, final int offset, final int length) {
        if (length < SHORT_FORM_OFFSET + SHORT_FORM_LENGTH) {
            return null;
        }
        final int family = buffer.getShort(offset, LITTLE_ENDIAN);
        final int port = buffer.getShort(offset + PORT_OFFSET, BIG_ENDIAN) & 0xFFFF;
        if (family == FAMILY_SHORT) {
            return of(buffer, offset + SHORT_FORM_OFFSET, SHORT_FORM_LENGTH) + ":" + port;
        }
        final boolean isLong = family == FAMILY_LONG_WINDOWS || family == FAMILY_LONG_LINUX;
        return isLong && length >= LONG_FORM_OFFSET + LONG_FORM_LENGTH
                ? "[" + of(buffer, offset + LONG_FORM_OFFSET, LONG_FORM_LENGTH) + "]:" + port
                : null;
    }

    private static void appendGroups(final StringBuilder text, final DirectBuffer buffer, final int offset) {
        int zerosBegin = 0;
        int zerosEnd = 0;
        for (int i = 0; i < GROUPS; i++) {
            final int end = endOfZeros(buffer, offset, i);
            // A single group of zeros is not shortened; of two equally long runs the first one is.
            if (end - i > Math.max(1, zerosEnd - zerosBegin)) {
                zerosBegin = i;
                zerosEnd = end;
            }
        }
        for (int i = 0; i < GROUPS; i++) {
            if (i == zerosBegin && zerosEnd > zerosBegin) {
                text.append("::");
                i = zerosEnd - 1;
            } else {
                text.append(i == 0 || (i == zerosEnd && zerosEnd > 0) ? "" : ":");
                text.append(Integer.toHexString(group(buffer, offset, i)));
            }
        }
    }

    private static int endOfZeros(final DirectBuffer buffer, final int offset, final int begin) {
        int end = begin;
        while (end < GROUPS && group(buffer, offset, end) == 0) {
            end++;
        }
        return end;
    }

    private static int group(final DirectBuffer buffer, final int offset, final int index) {
        return buffer.getShort(offset + index * Short.BYTES, BIG_ENDIAN) & 0xFFFF;
    }
}
