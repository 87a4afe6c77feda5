package io.ringside.proof;

import io.ringside.write.WriteOptions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One write of the model, which goes to a process as a line.
 *
 * @param number       of the event, never used again: also the activity
 * @param registration place of the registration in its process
 * @param kind         place of the event in {@link ModelEvent#ALL}; none of a string
 * @param form         in which it is written
 * @param price        in the payload
 * @param text         in the payload
 * @param level        of a string
 * @param keyword      of a string
 * @param isPrivate    whether it comes from a private context
 * @param excluded     sessions that are not to have it, also some that have ended
 */
record ModelWrite(long number, int registration, int kind, ModelForm form, int price, String text, int level,
        long keyword, boolean isPrivate, List<WriteOptions.Target> excluded) {
    private static final String SEPARATOR = ",";
    private static final String BETWEEN_SESSIONS = "+";

    static ModelWrite parse(final String line) {
        final String[] parts = line.split(SEPARATOR, -1);
        return new ModelWrite(Long.parseLong(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]),
                ModelForm.valueOf(parts[3]), Integer.parseInt(parts[4]), parts[5], Integer.parseInt(parts[6]),
                Long.parseLong(parts[7]), Boolean.parseBoolean(parts[8]),
                Arrays.stream(parts[9].split("\\+", -1)).filter(session -> !session.isEmpty())
                        .map(ModelWrite::session).toList());
    }

    String toLine() {
        return String.join(SEPARATOR, Long.toString(number), Integer.toString(registration), Integer.toString(kind),
                form.name(), Integer.toString(price), text, Integer.toString(level), Long.toString(keyword),
                Boolean.toString(isPrivate),
                excluded.stream().map(session -> session.slot() + ":" + session.sessionId())
                        .collect(Collectors.joining(BETWEEN_SESSIONS)));
    }

    ModelEvent event() {
        return form.isString() ? ModelEvent.string(level, keyword) : ModelEvent.ALL.get(kind);
    }

    /** What is to come out of a session, without what depends on the session. */
    String content() {
        final ModelEvent event = event();
        final StringBuilder content = new StringBuilder();
        content.append(event.name()).append('#').append(event.id()).append('.').append(event.version())
                .append(" level=").append(event.level()).append(" keyword=").append(event.keyword());
        if (form.isString()) {
            return content.append(" '").append(text).append('\'').toString();
        }
        final List<Object> values = List.of(number, price, text);
        for (int i = 0; i < event.fields(); i++) {
            content.append(' ').append(event.fieldNames().get(i)).append('=').append(values.get(i));
        }
        return content.toString();
    }

    private static WriteOptions.Target session(final String text) {
        final int colon = text.indexOf(':');
        return new WriteOptions.Target(Integer.parseInt(text.substring(0, colon)),
                Long.parseLong(text.substring(colon + 1)));
    }
}
