package io.ringside.session;

import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What values a setting may have: how they are written, and which are refused. */
sealed interface SettingDomain {
    /** Turns text into a value of this domain; null if it is none. */
    @Nullable
    Object parse(String text);

    /** Turns a value of this domain into the text that {@link #parse} takes. */
    String format(Object value);

    /** Says which values are allowed, in words for messages and documentation. */
    String describe();

    /** Whole numbers of a range, perhaps powers of two only. */
    record Numbers(long min, long max, boolean powerOfTwo) implements SettingDomain {
        @Override
        public @Nullable Object parse(final String text) {
            try {
                final long value = Long.parseLong(text);
                final boolean allowed = value >= min && value <= max && (!powerOfTwo || Long.bitCount(value) == 1);
                return allowed ? value : null;
            } catch (final NumberFormatException e) {
                return null;
            }
        }

        @Override
        public String format(final Object value) {
            return value.toString();
        }

        @Override
        public String describe() {
            return (powerOfTwo ? "a power of two, " : "") + min + ".." + max;
        }
    }

    /** One of several words. */
    record Words(List<? extends Enum<?>> values) implements SettingDomain {
        @Override
        public @Nullable Object parse(final String text) {
            return values.stream().filter(v -> format(v).equals(text)).findFirst().orElse(null);
        }

        @Override
        public String format(final Object value) {
            return ((Enum<?>) value).name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        @Override
        public String describe() {
            return values.stream().map(this::format).collect(Collectors.joining(" | "));
        }
    }

    /** Text without control characters, up to a length. */
    record Text(int lengthMax) implements SettingDomain {
        @Override
        public @Nullable Object parse(final String text) {
            return text.length() <= lengthMax && text.chars().noneMatch(Character::isISOControl) ? text : null;
        }

        @Override
        public String format(final Object value) {
            return (String) value;
        }

        @Override
        public String describe() {
            return "at most " + lengthMax + " characters, no control characters";
        }
    }

    /** A UUID in its usual form, or nothing: {@link SessionSettings#NULL_UUID}. */
    record Identifier() implements SettingDomain {
        @Override
        public @Nullable Object parse(final String text) {
            if (text.isEmpty()) {
                return SessionSettings.NULL_UUID;
            }
            try {
                final UUID value = UUID.fromString(text);
                return value.toString().equalsIgnoreCase(text) ? value : null;
            } catch (final IllegalArgumentException e) {
                return null;
            }
        }

        @Override
        public String format(final Object value) {
            return value.equals(SessionSettings.NULL_UUID) ? "" : value.toString();
        }

        @Override
        public String describe() {
            return "a UUID";
        }
    }
}
