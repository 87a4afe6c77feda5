package io.ringside.cli.session;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A line of the screen, which consists of styled texts. Not thread-safe. */
final class TopLine {
    private final List<Part> parts = new ArrayList<>();
    private boolean selected;

    /** The style of a text. */
    enum Style {
        /** Normal text. */
        PLAIN,
        /** Emphasized text. */
        STRONG,
        /** The heading of a column. */
        HEADING,
        /** A loss or a failure. */
        ALARM
    }

    /** A text in one style. */
    record Part(String text, Style style) {}

    static TopLine of(final String text, final Style style) {
        return new TopLine().add(text, style);
    }

    TopLine add(final String text, final Style style) {
        if (!text.isEmpty()) {
            parts.add(new Part(text, style));
        }
        return this;
    }

    TopLine select() {
        selected = true;
        return this;
    }

    boolean isSelected() {
        return selected;
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    List<Part> parts() {
        return List.copyOf(parts);
    }

    /** Returns the text without styles. */
    @Override
    public String toString() {
        return parts.stream().map(Part::text).collect(Collectors.joining()).stripTrailing();
    }
}
