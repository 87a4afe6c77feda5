package io.ringside.cli.session;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A line of the screen: texts, each in its style. For one thread. */
final class TopLine {
    private final List<Part> parts = new ArrayList<>();
    private boolean selected;

    /** Style of a text. */
    enum Style {
        /** The style of everything else. */
        PLAIN,
        /** A text that should be found at a glance. */
        STRONG,
        /** Above a column. */
        HEADING,
        /** A loss, or what has failed. */
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

    /** Without styles. */
    @Override
    public String toString() {
        return parts.stream().map(Part::text).collect(Collectors.joining()).stripTrailing();
    }
}
