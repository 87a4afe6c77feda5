package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.internal.schema.JsonText;
import io.ringside.internal.schema.MessageValues;
import io.ringside.internal.schema.SchemaLimits;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The message of an event for users: a text in which {@code %1} to {@code %99} are replaced by the values of its
 * fields, in their order. As in Windows message files, {@code %%} is a percent sign, {@code %n} is the end of a line,
 * which is shown as a space, and a form between exclamation marks after a number ({@code %1!s!}) is ignored: the field
 * determines how its value is shown. Immutable.
 */
final class EventMessage {
    private static final int INSERTION_MAX = 99;

    private final String text;
    private final List<Part> parts;

    /** A literal text, with the number of the field that follows it; 0 for none. */
    private record Part(String literal, int insertion, String source) {}

    private EventMessage(final String text, final List<Part> parts) {
        this.text = text;
        this.parts = parts;
    }

    /** Parses the message of an event. */
    static EventMessage parse(final String event, final String text) {
        SchemaName.checkText("message of event " + event, text, SchemaLimits.MESSAGE_LENGTH_MAX);
        final List<Part> parts = new ArrayList<>();
        final StringBuilder literal = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            final char c = text.charAt(i++);
            final char next = i < text.length() ? text.charAt(i) : 0;
            if (c != '%') {
                literal.append(c);
            } else if (next == '%' || next == 'n') {
                literal.append(next == 'n' ? ' ' : '%');
                i++;
            } else {
                final int begin = i;
                while (i < text.length() && i < begin + 2 && isDigit(text.charAt(i))) {
                    i++;
                }
                final int insertion = i == begin ? 0 : Integer.parseInt(text.substring(begin, i));
                if (insertion == 0) {
                    throw RingsideException
                            .invalidArgument("message has an invalid insertion: event=" + event + ", offset="
                                    + (begin - 1) + ": use %1 to %" + INSERTION_MAX + ", %% for a percent sign, or %n");
                }
                i = formEnd(text, i);
                parts.add(new Part(literal.toString(), insertion, text.substring(begin - 1, i)));
                literal.setLength(0);
            }
        }
        parts.add(new Part(literal.toString(), 0, ""));
        return new EventMessage(text, List.copyOf(parts));
    }

    /** {@return the text as given} */
    String text() {
        return text;
    }

    /**
     * Appends the text with the values of a payload inserted. If the payload lacks a value, the insertion remains as
     * written. Characters that would control a terminal or break the line are escaped.
     *
     * @param target  to append to.
     * @param event   with this message.
     * @param payload buffer that holds its payload, which must not change meanwhile.
     * @param offset  of its first byte.
     * @param length  in bytes.
     */
    void append(final StringBuilder target, final EventSchema event, final DirectBuffer payload,
            final int offset, final int length) {
        final MessageValues values = new MessageValues();
        final StringBuilder inserted = new StringBuilder();
        values.append(inserted, event, payload, offset, length);
        for (final Part part : parts) {
            JsonText.appendPlain(target, part.literal());
            if (part.insertion() > values.count()) {
                target.append(part.source());
            } else if (part.insertion() > 0) {
                target.append(inserted, values.begin(part.insertion() - 1), values.end(part.insertion() - 1));
            }
        }
    }

    /** Returns the greatest number of an inserted field; 0 for none. */
    int insertionMax() {
        return parts.stream().mapToInt(Part::insertion).max().orElse(0);
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof EventMessage that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    private static boolean isDigit(final char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns the position after a form such as {@code !s!}; the given position if there is none. */
    private static int formEnd(final String text, final int begin) {
        final int end = begin < text.length() && text.charAt(begin) == '!' ? text.indexOf('!', begin + 1) : -1;
        return end < 0 ? begin : end + 1;
    }
}
