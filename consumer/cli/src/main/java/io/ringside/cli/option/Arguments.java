package io.ringside.cli.option;

import io.ringside.RingsideException;
import io.ringside.control.SessionProfile;
import io.ringside.event.Level;
import io.ringside.filter.PayloadFilter;
import io.ringside.filter.RateFilter;
import io.ringside.reader.EventFilter;
import java.nio.ByteBuffer;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts command-line arguments to values, or rejects them with a message that shows the expected form. A type with
 * the same meaning everywhere has a method here, which is used wherever the type is declared; numbers and texts with
 * different meanings have converter classes, which their options name. Stateless.
 */
public final class Arguments {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,18})(ns|us|ms|s|m|h)");
    private static final Map<String, ChronoUnit> UNITS = Map.of("ns", ChronoUnit.NANOS, "us", ChronoUnit.MICROS, "ms",
            ChronoUnit.MILLIS, "s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS);
    /** The maximum fits into a long of nanoseconds, and can be added to a clock's time without overflow. */
    private static final Duration MAX_DURATION = Duration.ofDays(365);
    private static final Pattern NANOSECONDS = Pattern.compile("\\d{1,19}");
    private static final Pattern TIME_OF_DAY = Pattern.compile("\\d{1,2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?");
    private static final String AGO = "-";
    private static final String HEX_PREFIX = "0x";
    private static final String SAVED_MARK = "@";
    private static final String CONDITION_ENDING = ".where";
    private static final String INVALID = "file has an invalid value: ";
    private static final Pattern COMMENT = Pattern.compile("(?m)^[ \t]*#.*$");

    private Arguments() {}

    /**
     * Registers the converters of all types that have one.
     *
     * @param program the program with all its commands
     */
    public static void register(final CommandLine program) {
        program.registerConverter(Duration.class, Arguments::duration);
        program.registerConverter(Instant.class, Arguments::time);
        program.registerConverter(TypedTime.class, TypedTime::parse);
        program.registerConverter(Path.class, Arguments::path);
        program.registerConverter(ByteBuffer.class, Arguments::bytes);
        program.registerConverter(EventFilter.class, Arguments::eventFilter);
        program.registerConverter(PayloadFilter.class, Arguments::payloadFilter);
        program.registerConverter(KeywordMask.class, KeywordMask::parse);
        program.registerConverter(ProviderSelector.class, ProviderSelector::parse);
        program.registerConverter(SessionProfile.class, Arguments::profile);
    }

    /**
     * Parses a duration such as {@code 250ms}, {@code 5s} or {@code 2m}; {@code 0} needs no unit.
     *
     * @param text as typed
     */
    public static Duration duration(final String text) {
        final Matcher duration = DURATION.matcher(text.toLowerCase(Locale.ROOT));
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        if (duration.matches()) {
            final ChronoUnit unit = UNITS.getOrDefault(duration.group(2), ChronoUnit.NANOS);
            final long amount = Long.parseLong(duration.group(1));
            if (amount <= MAX_DURATION.dividedBy(unit.getDuration())) {
                return Duration.of(amount, unit);
            }
        }
        throw new TypeConversionException(
                "invalid duration '" + text + "': expected 250ms, 5s or 2m, at most one year");
    }

    /**
     * Parses a time: {@code 2026-01-31T08:00:00Z}, the same with an offset such as {@code -05:00} or without one for
     * the local time, {@code 08:00:00} of today, nanoseconds since 1970, or {@code -5m} for five minutes ago.
     *
     * @param text as typed
     */
    public static Instant time(final String text) {
        try {
            if (NANOSECONDS.matcher(text).matches()) {
                return Instant.EPOCH.plusNanos(Long.parseLong(text));
            }
            if (text.startsWith(AGO)) {
                return Instant.now().minus(duration(text.substring(AGO.length())));
            }
            if (TIME_OF_DAY.matcher(text).matches()) {
                final ZoneId zone = zone(System.getenv("TZ"));
                return local(LocalTime.parse(text).atDate(LocalDate.now(zone)), zone);
            }
            return DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from,
                    LocalDateTime::from) instanceof final OffsetDateTime time
                            ? time.toInstant()
                            : local(LocalDateTime.parse(text), zone(System.getenv("TZ")));
        } catch (final DateTimeException | NumberFormatException e) {
            throw new TypeConversionException("invalid time '" + text + "': expected 2026-01-31T08:00:00Z, "
                    + "2026-01-31T08:00:00, 08:00:00, -5m or nanoseconds since 1970");
        }
    }

    /** Converts a local time. When clocks change, an hour of local times does not exist, or exists twice. */
    static Instant local(final LocalDateTime time, final ZoneId zone) {
        final List<ZoneOffset> offsets = zone.getRules().getValidOffsets(time);
        if (offsets.size() != 1) {
            throw new TypeConversionException((offsets.isEmpty() ? "time does not exist" : "time is ambiguous")
                    + ": time=" + time + ", zone=" + zone + ": give its offset, as in "
                    + time.atZone(zone).toOffsetDateTime());
        }
        return time.toInstant(offsets.get(0));
    }

    /**
     * Returns the local time zone, checking the variable because Java silently uses UTC for an unknown zone.
     *
     * @param variable value of TZ; null if it is not set
     * @throws TypeConversionException if the zone is unknown
     */
    public static ZoneId zone(final @Nullable String variable) {
        final ZoneId zone = ZoneId.systemDefault();
        final boolean isUtc = zone.getRules().equals(ZoneOffset.UTC.getRules());
        if (isUtc && variable != null && variable.matches("(?!UTC0)[^:/].*") && !List.of(TimeZone.getAvailableIDs())
                .contains(variable)) {
            throw new TypeConversionException("unknown time zone: TZ=" + variable
                    + ": give the time with Z or an offset, or set TZ to a name such as Europe/Berlin");
        }
        return zone;
    }

    /**
     * Parses a path and rejects an empty one, which the JDK takes for the current directory, but which is probably an
     * unset shell variable.
     *
     * @param text as typed
     */
    public static Path path(final String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException(
                    "invalid path '': expected one that is not empty, such as . for the current directory");
        }
        try {
            return Path.of(text);
        } catch (final InvalidPathException e) {
            throw new TypeConversionException("invalid path '" + text + "': " + e.getReason());
        }
    }

    /** Parses bytes as pairs of hexadecimal digits, such as {@code 0aff}, optionally with the prefix {@code 0x}. */
    private static ByteBuffer bytes(final String text) {
        try {
            return ByteBuffer.wrap(HexFormat.of()
                    .parseHex(text.startsWith(HEX_PREFIX) ? text.substring(HEX_PREFIX.length()) : text));
        } catch (final IllegalArgumentException e) {
            throw new TypeConversionException(
                    "invalid bytes '" + text + "': expected hex digits such as 0aff or 0x0aff");
        }
    }

    /** Parses a condition on events, such as {@code level <= WARNING and price > 10}, or reads a saved one. */
    private static EventFilter eventFilter(final String text) {
        if (text.startsWith(SAVED_MARK)) {
            return savedFilter(SavedFile.find(text.substring(SAVED_MARK.length()), CONDITION_ENDING));
        }
        try {
            return EventFilter.parse(text);
        } catch (final RingsideException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    /** Parses a condition of several lines; lines that begin with a number sign are comments. */
    private static EventFilter savedFilter(final SavedFile file) {
        final String lines = COMMENT.matcher(file.text().stripTrailing())
                .replaceAll(comment -> " ".repeat(comment.group().length()));
        try {
            // The replacement keeps the position of every character, for error messages.
            return EventFilter.parse(lines.replace('\n', ' ').replace('\r', ' '));
        } catch (final RingsideException e) {
            throw new TypeConversionException(inFile(e, file.path(), lines));
        }
    }

    /** Reads a saved session profile: its settings and its enablements, some of them with wildcards. */
    private static SessionProfile profile(final String typed) {
        final String ending = SessionProfile.FILE_ENDING;
        final SavedFile file = SavedFile.find(typed, ending);
        final String name = String.valueOf(file.path().getFileName());
        try {
            return SessionProfile.parse(name.endsWith(ending)
                    ? name.substring(0, name.length() - ending.length())
                    : name, file.bytes());
        } catch (final RingsideException e) {
            final String problem = String.valueOf(e.getMessage());
            throw new TypeConversionException(problem.startsWith(INVALID)
                    ? INVALID + "file=" + file.path() + ", " + problem.substring(INVALID.length())
                    : "profile cannot be used: file=" + file.path() + ", reason=" + problem);
        }
    }

    /** Returns the message of the failure, with the line of the file and a caret under the position. */
    private static String inFile(final RingsideException fault, final Path path, final String lines) {
        final String what = String.valueOf(fault.getMessage()).lines().findFirst().orElse("")
                .replaceFirst(", position=\\d+$", "") + ", file=" + path;
        final Integer position = fault.position();
        if (position == null) {
            return what;
        }
        final int begin = lines.lastIndexOf('\n', position - 1) + 1;
        final int end = lines.indexOf('\n', begin);
        final long line = lines.substring(0, begin).chars().filter(c -> c == '\n').count() + 1;
        return String.valueOf(RingsideException.invalidArgument(what + ", line=" + line,
                lines.substring(begin, end < 0 ? lines.length() : end), position - begin).getMessage());
    }

    /** Parses a condition on the payload of events, such as {@code submitted: price > 10}. */
    private static PayloadFilter payloadFilter(final String text) {
        try {
            return PayloadFilter.parse(text);
        } catch (final RingsideException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    /** Parses a number of bytes such as {@code 4096}, {@code 64k}, {@code 1m} or {@code 2g}, in powers of 1,024. */
    public static final class Size implements ITypeConverter<Long> {
        private static final Pattern SIZE = Pattern.compile("(\\d{1,18})([kmg]?)");
        private static final String SIZE_UNITS = "kmg";
        private static final int BITS_PER_UNIT = 10;

        @Override
        public Long convert(final String text) {
            final Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
            if (size.matches()) {
                final String unit = size.group(2);
                final int shift = unit.isEmpty() ? 0 : BITS_PER_UNIT * (SIZE_UNITS.indexOf(unit) + 1);
                final long number = Long.parseLong(size.group(1));
                if (number <= Long.MAX_VALUE >> shift) {
                    return number << shift;
                }
            }
            throw new TypeConversionException("invalid size '" + text + "': expected 4096, 64k, 1m or 2g");
        }
    }

    /** Parses a level: 0 to 255, or a name in {@link Level}, which may be shortened ({@code info}, {@code warn}). */
    public static final class EventLevel implements ITypeConverter<Integer> {
        private static final Pattern NUMBER = Pattern.compile("\\d{1,3}");

        @Override
        public Integer convert(final String text) {
            final Integer level = NUMBER.matcher(text).matches() ? Integer.valueOf(text) : Level.ofName(text);
            if (level == null || level > Level.MAX) {
                throw new TypeConversionException("invalid level '" + text
                        + "': expected 0 to 255, critical, error, warning, information or verbose");
            }
            return level;
        }
    }

    /** Parses the id of an event: 0 to 65535. */
    public static final class EventId implements ITypeConverter<Integer> {
        private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");
        private static final int MAX = 0xFFFF;

        @Override
        public Integer convert(final String text) {
            final int id = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : MAX + 1;
            if (id > MAX) {
                throw new TypeConversionException("invalid event id '" + text + "': expected 0 to 65535");
            }
            return id;
        }
    }

    /** Parses the id of a process: 1 to 4294967295. */
    public static final class ProcessId implements ITypeConverter<Long> {
        private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");
        private static final long MAX = 0xFFFF_FFFFL;

        @Override
        public Long convert(final String text) {
            final long pid = NUMBER.matcher(text).matches() ? Long.parseLong(text) : 0;
            if (pid < 1 || pid > MAX) {
                throw new TypeConversionException("invalid process id '" + text + "': expected 1 to " + MAX);
            }
            return pid;
        }
    }

    /** Parses a share of events of the form 1/N; the value is N. */
    public static final class Share implements ITypeConverter<Integer> {
        private static final Pattern SHARE = Pattern.compile("1/(\\d{1,7})");
        private static final int MIN = 2;

        @Override
        public Integer convert(final String text) {
            final Matcher share = SHARE.matcher(text);
            final int oneIn = share.matches() ? Integer.parseInt(share.group(1)) : 0;
            if (oneIn < MIN || oneIn > RateFilter.SAMPLE_MAX) {
                throw new TypeConversionException(
                        "invalid share '" + text + "': expected 1/2 to 1/" + RateFilter.SAMPLE_MAX);
            }
            return oneIn;
        }
    }

    /** Parses a rate of events of the form N/s; the value is N. */
    public static final class EventRate implements ITypeConverter<Integer> {
        private static final Pattern RATE = Pattern.compile("(\\d{1,7})(k?)/s");
        private static final int THOUSAND = 1_000;

        @Override
        public Integer convert(final String text) {
            final Matcher rate = RATE.matcher(text);
            final long perSecond = rate.matches()
                    ? Long.parseLong(rate.group(1)) * (rate.group(2).isEmpty() ? 1 : THOUSAND)
                    : 0;
            if (perSecond < 1 || perSecond > RateFilter.LIMIT_MAX) {
                throw new TypeConversionException(
                        "invalid rate '" + text + "': expected 1/s to " + RateFilter.LIMIT_MAX + "/s");
            }
            return (int) perSecond;
        }
    }

    /** Parses a name that is not empty. */
    public static final class Name implements ITypeConverter<String> {
        @Override
        public String convert(final String text) {
            if (text.isBlank()) {
                throw new TypeConversionException("invalid name '" + text + "': expected one that is not empty");
            }
            return text;
        }
    }
}
