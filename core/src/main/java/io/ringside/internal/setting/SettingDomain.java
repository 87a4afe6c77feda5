package io.ringside.internal.setting;

import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The values that a setting may have, and their notation. */
public sealed interface SettingDomain {
    /** Parses a value of this domain; returns null if the text is invalid. */
    @Nullable
    Object parse(String text);

    /** Formats a value of this domain as text that {@link #parse} accepts. */
    default String format(final Object value) {
        return value.toString();
    }

    /** Describes the allowed values, for messages and documentation, as a text that follows <i>expected</i>. */
    String describe();

    /** Describes the notation that an operator uses, for messages. */
    default String describeText() {
        return describe();
    }

    /** {@return whether a number is allowed} */
    default boolean allows(final long number) {
        return parse(Long.toString(number)) != null;
    }

    /** Whole numbers in a range, or only the powers of two in it. */
    record Numbers(long min, long max, boolean powerOfTwo) implements SettingDomain {
        /** Allows all numbers of a range. */
        public Numbers(final long min, final long max) {
            this(min, max, false);
        }

        @Override
        public @Nullable Object parse(final String text) {
            try {
                final long value = Long.parseLong(text);
                return allows(value) ? value : null;
            } catch (final NumberFormatException e) {
                return null;
            }
        }

        @Override
        public boolean allows(final long number) {
            return number >= min && number <= max && (!powerOfTwo || Long.bitCount(number) == 1);
        }

        @Override
        public String describe() {
            final boolean isOpen = max == Long.MAX_VALUE || max == Integer.MAX_VALUE;
            return (powerOfTwo ? "a power of two, " : "") + (isOpen ? "at least " + min : min + " to " + max);
        }
    }

    /** Nanoseconds, from a minimum on; an operator adds a unit. */
    record Durations(long minNs) implements SettingDomain {
        private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ns|us|ms|s)");

        @Override
        public @Nullable Object parse(final String text) {
            final Matcher duration = DURATION.matcher(text);
            if (!duration.matches()) {
                return null;
            }
            final long valueNs = unit(duration.group(2)).toNanos(Long.parseLong(duration.group(1)));
            return allows(valueNs) ? valueNs : null;
        }

        @Override
        public String format(final Object value) {
            final long valueNs = (Long) value;
            for (final String name : List.of("s", "ms", "us")) {
                final long unitNs = unit(name).toNanos(1);
                if (valueNs != 0 && valueNs % unitNs == 0) {
                    return valueNs / unitNs + name;
                }
            }
            return valueNs + "ns";
        }

        @Override
        public boolean allows(final long number) {
            return number >= minNs;
        }

        @Override
        public String describe() {
            return "at least " + minNs;
        }

        @Override
        public String describeText() {
            return "a duration such as 500ms or 2s";
        }

        private static TimeUnit unit(final String name) {
            return switch (name) {
                case "ns" -> TimeUnit.NANOSECONDS;
                case "us" -> TimeUnit.MICROSECONDS;
                case "ms" -> TimeUnit.MILLISECONDS;
                default -> TimeUnit.SECONDS;
            };
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

    /** True or false. */
    record Flags() implements SettingDomain {
        @Override
        public @Nullable Object parse(final String text) {
            return (text.equals("true") || text.equals("false")) ? Boolean.valueOf(text) : null;
        }

        @Override
        public String describe() {
            return "true | false";
        }
    }

    /** A path in the file system. */
    record Paths() implements SettingDomain {
        @Override
        public Object parse(final String text) {
            return text;
        }

        @Override
        public String describe() {
            return "a path";
        }
    }

    /** Text without control characters, up to a maximum length. */
    record Text(int lengthMax) implements SettingDomain {
        @Override
        public @Nullable Object parse(final String text) {
            return text.length() <= lengthMax && text.chars().noneMatch(Character::isISOControl) ? text : null;
        }

        @Override
        public String describe() {
            return "at most " + lengthMax + " characters, no control characters";
        }
    }

    /** A UUID in its usual form, or none, which is a UUID of zeros. */
    record Identifier() implements SettingDomain {
        /** Value instead of a UUID: none is set. */
        public static final UUID NONE = new UUID(0, 0);

        @Override
        public @Nullable Object parse(final String text) {
            if (text.isEmpty()) {
                return NONE;
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
            return value.equals(NONE) ? "" : value.toString();
        }

        @Override
        public String describe() {
            return "a UUID";
        }
    }
}
