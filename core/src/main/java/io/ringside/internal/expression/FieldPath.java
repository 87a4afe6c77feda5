package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * Path of a value in a payload: a field, a member of a struct, an element of an array. Written as {@code price}, {@code
 * leg.price}, {@code sizes[2]}, {@code legs[0].price}, with backticks around names that are not plain. Immutable.
 *
 * @param steps from a field of the event inwards, at least one
 */
public record FieldPath(List<Step> steps) {
    /**
     * A field at one level.
     *
     * @param name  of the field
     * @param index of the element, from 0; {@link #NULL_INDEX} if the step names no element of an array
     */
    public record Step(String name, int index) {
        /** Index of a step that names no element of an array. */
        public static final int NULL_INDEX = -1;

        /** Checks the parts. */
        public Step {
            if (name.isEmpty() || index < NULL_INDEX) {
                throw RingsideException
                        .invalidArgument("path of a field is not allowed: name=" + name + ", index=" + index);
            }
        }

        @Override
        public String toString() {
            final String text = ExpressionText.isPlainName(name) ? name : ExpressionText.inBackticks(name);
            return index == NULL_INDEX ? text : text + '[' + index + ']';
        }
    }

    /** Checks and copies the steps. */
    public FieldPath {
        steps = List.copyOf(steps);
        if (steps.isEmpty()) {
            throw RingsideException.invalidArgument("path of a field is empty");
        }
    }

    /**
     * Creates the path of a field of the event itself.
     *
     * @param name of the field, used literally.
     * @return its path.
     */
    public static FieldPath of(final String name) {
        return new FieldPath(List.of(new Step(name, Step.NULL_INDEX)));
    }

    /**
     * Parses the text of a path.
     *
     * @param text such as {@code leg.price}.
     * @return the path.
     * @throws RingsideException if the text is not a path.
     */
    public static FieldPath parse(final String text) {
        return parse(text, text, 0);
    }

    /** Parses a path that begins at a position of a text. */
    static FieldPath parse(final String path, final String text, final int position) {
        final List<Step> steps = new ArrayList<>();
        int begin = 0;
        do {
            final int nameEnd = ExpressionText.endOfName(path, begin);
            final String name = ExpressionText.name(path, begin, nameEnd);
            if (name.isEmpty()) {
                throw expected("name of a field", text, position + begin);
            }
            final int end = endOfIndex(path, nameEnd);
            final boolean isIndexed = end > nameEnd + 1 && path.charAt(end - 1) == ']';
            final int index = isIndexed
                    ? ExpressionText.index(path.substring(nameEnd + 1, end - 1))
                    : Step.NULL_INDEX;
            if (end > nameEnd && index == Step.NULL_INDEX) {
                throw expected("number of an element in brackets", text, position + nameEnd);
            }
            if (end < path.length() && path.charAt(end) != '.') {
                throw expected("a dot", text, position + end);
            }
            steps.add(new Step(name, index));
            begin = end + 1;
        } while (begin <= path.length());
        return new FieldPath(steps);
    }

    /** Returns the position after the brackets that begin at a position; that position itself if there are none. */
    private static int endOfIndex(final String path, final int begin) {
        if (begin >= path.length() || path.charAt(begin) != '[') {
            return begin;
        }
        final int close = path.indexOf(']', begin);
        return close < 0 ? path.length() : close + 1;
    }

    private static RingsideException expected(final String what, final String text, final int position) {
        return RingsideException.invalidArgument("expression is not understood: expected=" + what, text, position);
    }

    /**
     * {@return whether an event has the first field of this path}
     *
     * @param event that may have it.
     */
    public boolean isIn(final EventSchema event) {
        final String name = steps.get(0).name();
        for (final FieldSchema field : event.fields()) {
            if (field.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        for (final Step step : steps) {
            text.append(text.length() == 0 ? "" : ".").append(step);
        }
        return text.toString();
    }
}
