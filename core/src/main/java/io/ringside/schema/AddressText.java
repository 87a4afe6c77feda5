package io.ringside.schema;

import org.agrona.DirectBuffer;

import static java.nio.ByteOrder.BIG_ENDIAN;

/** Internet addresses as people write them; IPv6 in the form that RFC 5952 recommends. Stateless. */
final class AddressText {
    private static final int SHORT_FORM_LENGTH = 4;
    private static final int GROUPS = 8;

    private AddressText() {}

    /** Takes 4 or 16 bytes in network order. */
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

    private static void appendGroups(final StringBuilder text, final DirectBuffer buffer, final int offset) {
        int zerosBegin = 0;
        int zerosEnd = 0;
        for (int i = 0; i < GROUPS; i++) {
            final int end = endOfZeros(buffer, offset, i);
            // A single group of zeros is written out; of two longest runs the first is left out.
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
