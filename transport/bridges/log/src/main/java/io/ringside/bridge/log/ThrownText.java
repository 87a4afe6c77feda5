package io.ringside.bridge.log;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Formats an exception like {@link Throwable#printStackTrace}, but with limited length. Stateless. */
final class ThrownText {
    /** Maximum number of chars, which exceeds the space in an event. */
    private static final int CHARS_MAX = 32 * 1024;

    private ThrownText() {}

    static CharSequence of(final Throwable thrown) {
        final StringBuilder text = new StringBuilder();
        try {
            append(text, "", thrown, new StackTraceElement[0], Collections.newSetFromMap(new IdentityHashMap<>()));
        } catch (final Throwable e) {
            text.append("[FAILED to describe ").append(thrown.getClass().getName()).append(": ")
                    .append(e.getClass().getName()).append(']');
        }
        return text;
    }

    private static void append(final StringBuilder text, final String caption, final Throwable thrown,
            final StackTraceElement[] enclosing, final Set<Throwable> seen) {
        if (text.length() > CHARS_MAX) {
            return;
        }
        text.append(caption).append(thrown);
        if (!seen.add(thrown)) {
            text.append(" [CIRCULAR REFERENCE]");
            return;
        }
        final StackTraceElement[] stack = thrown.getStackTrace();
        final int common = common(stack, enclosing);
        for (int i = 0; i < stack.length - common && text.length() <= CHARS_MAX; i++) {
            text.append("\n\tat ").append(stack[i]);
        }
        if (common > 0) {
            text.append("\n\t... ").append(common).append(" more");
        }
        for (final Throwable suppressed : thrown.getSuppressed()) {
            append(text, "\nSuppressed: ", suppressed, stack, seen);
        }
        final Throwable cause = thrown.getCause();
        if (cause != null) {
            append(text, "\nCaused by: ", cause, stack, seen);
        }
    }

    /** Returns the number of outermost frames that two stacks have in common. */
    private static int common(final StackTraceElement[] stack, final StackTraceElement[] enclosing) {
        int common = 0;
        while (common < stack.length && common < enclosing.length
                && stack[stack.length - 1 - common].equals(enclosing[enclosing.length - 1 - common])) {
            common++;
        }
        return common;
    }
}
