package io.ringside.docs;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Draws a layout, four bytes to a row, and checks that it is one: fields side by side without hole or overlap, as many
 * as the class has offsets. A field that is longer than a row has one row; the next offset shows its length.
 */
public final class LayoutPicture {
    private static final int ROW_LENGTH = 4;
    private static final int BYTE_WIDTH = 15;
    private static final String HEADING = " offset   0              1              2              3\n";

    private final List<Part> parts = new ArrayList<>();
    private int length;

    /** Appends a field, which must lie where the one before ends. */
    public LayoutPicture field(final String name, final String type, final int offset, final int fieldLength) {
        assertThat(offset).as("offset of %s", name).isEqualTo(length);
        parts.add(new Part(name + "  " + type, offset, fieldLength));
        length += fieldLength;
        return this;
    }

    /** Checks the whole length, and that no offset of the class was forgotten. */
    public LayoutPicture ends(final int expectedLength, final Class<?> layout) {
        assertThat(length).isEqualTo(expectedLength);
        final List<Integer> offsets = new ArrayList<>();
        for (final Field field : layout.getDeclaredFields()) {
            if (field.getName().endsWith("_OFFSET") && Modifier.isPublic(field.getModifiers())) {
                offsets.add(valueOf(field));
            }
        }
        assertThat(parts).extracting(Part::offset).containsAll(offsets.stream().filter(o -> o < length).toList());
        return this;
    }

    /** The picture as a block of a page. */
    public String draw() {
        return drawFrom(0);
    }

    /** The picture without the rows before an offset. */
    public String drawFrom(final int firstRow) {
        final String border = " ".repeat(8) + ("+" + "-".repeat(BYTE_WIDTH - 1)).repeat(ROW_LENGTH) + "+\n";
        final StringBuilder picture = new StringBuilder("```\n").append(HEADING).append(border);
        for (int row = firstRow; row < length; row += ROW_LENGTH) {
            final int begin = row;
            if (parts.stream().anyMatch(part -> part.offset >= begin && part.offset < begin + ROW_LENGTH)) {
                picture.append("%7d ".formatted(row));
                parts.forEach(part -> part.draw(picture, begin));
                picture.append("|\n");
            }
        }
        return picture.append(border).append("```\n").toString();
    }

    private static int valueOf(final Field field) {
        try {
            return field.getInt(null);
        } catch (final IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private record Part(String text, int offset, int length) {
        void draw(final StringBuilder picture, final int row) {
            final int bytes = Math.min(offset + length, row + ROW_LENGTH) - Math.max(offset, row);
            if (bytes > 0) {
                final String shown = offset >= row ? " " + text : "";
                picture.append('|').append(("%-" + (bytes * BYTE_WIDTH - 1) + "s").formatted(shown));
            }
        }
    }
}
