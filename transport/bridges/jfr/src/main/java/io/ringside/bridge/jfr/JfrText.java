package io.ringside.bridge.jfr;

import java.util.List;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/** Formats values that are not numbers as text of limited length. Stateless. */
final class JfrText {
    private static final int CHARS_MAX = 4096;
    private static final int DEPTH_MAX = 3;
    private static final char CUT = '…';

    private JfrText() {}

    /** Returns the text of a value; empty for none. */
    static String of(final @Nullable Object value) {
        final StringBuilder text = new StringBuilder();
        append(text, value, 0);
        if (text.length() > CHARS_MAX) {
            text.setLength(CHARS_MAX - 1);
            if (Character.isHighSurrogate(text.charAt(text.length() - 1))) {
                text.setLength(text.length() - 1);
            }
            text.append(CUT);
        }
        return text.toString();
    }

    private static void append(final StringBuilder text, final @Nullable Object value, final int depth) {
        if (value == null || depth > DEPTH_MAX || text.length() > CHARS_MAX) {
            return;
        }
        if (value instanceof final RecordedThread thread) {
            final String name = thread.getJavaName();
            text.append(name == null ? thread.getOSName() : name);
        } else if (value instanceof final RecordedClass type) {
            text.append(type.getName());
        } else if (value instanceof final RecordedMethod method) {
            appendMethod(text, method);
        } else if (value instanceof final RecordedStackTrace stack) {
            appendStack(text, stack);
        } else if (value instanceof final RecordedObject object) {
            appendObject(text, object, depth);
        } else if (value instanceof final Object[] array) {
            for (final Object element : array) {
                append(text.append(text.isEmpty() ? "" : ", "), element, depth + 1);
            }
        } else {
            text.append(value);
        }
    }

    private static void appendMethod(final StringBuilder text, final RecordedMethod method) {
        text.append(method.getType().getName()).append('.').append(method.getName());
    }

    private static void appendStack(final StringBuilder text, final RecordedStackTrace stack) {
        for (final RecordedFrame frame : stack.getFrames()) {
            if (text.length() > CHARS_MAX) {
                return;
            }
            if (!text.isEmpty()) {
                text.append('\n');
            }
            appendMethod(text, frame.getMethod());
            text.append(':').append(frame.getLineNumber());
        }
    }

    /** Appends an object; a struct with a single value, as the JDK uses for names, is shown as that value. */
    private static void appendObject(final StringBuilder text, final RecordedObject object, final int depth) {
        final List<ValueDescriptor> fields = object.getFields();
        if (fields.size() == 1) {
            append(text, object.getValue(fields.get(0).getName()), depth);
            return;
        }
        text.append('{');
        for (int i = 0; i < fields.size(); i++) {
            final String name = fields.get(i).getName();
            append(text.append(i == 0 ? "" : ", ").append(name).append('='), object.getValue(name), depth + 1);
        }
        text.append('}');
    }
}
