package io.ringside.cli.counters;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.option.Arguments;
import io.ringside.text.PlainText;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/**
 * A reader of a CSV or TSV file of samples, record by record. Its times are local: in the zone that its heading names,
 * as in {@code "(PDH-CSV 4.0) (W. Europe Standard Time)(-60)"}, else in the zone of this process. Not thread-safe.
 */
public final class SampleFile implements AutoCloseable {
    /** The zone in a heading: the number of minutes to add to get UTC. */
    private static final Pattern ZONE = Pattern.compile(" \\([^)]*\\)\\((-?[0-9]{1,3})\\)");

    private final Path path;
    private final BufferedReader reader;
    private final ZoneId zone;
    private final List<String> headings;
    private final char separator;
    private long lines;
    private Instant last = Instant.MIN;

    /**
     * One record.
     *
     * @param time  of its samples
     * @param cells of all columns, the time included
     */
    public record Entry(Instant time, List<String> cells) {
        /** Copies the list, so that an entry is immutable. */
        public Entry {
            cells = List.copyOf(cells);
        }
    }

    private SampleFile(final Path path, final BufferedReader reader, final ZoneId local) throws IOException {
        this.path = path;
        this.reader = reader;
        final String line = nextLine();
        final boolean byTabs = line != null && line.startsWith('"' + CounterTable.corner(true));
        if (line == null || (!byTabs && !line.startsWith('"' + CounterTable.corner(false)))) {
            throw notSamples();
        }
        separator = CounterTable.separator(byTabs);
        headings = new ArrayList<>(PlainText.parseCells(line, separator));
        final String named = headings.set(0, "").substring(CounterTable.corner(byTabs).length());
        zone = named.isEmpty() ? local : zoneOf(named);
    }

    private ZoneId zoneOf(final String heading) {
        final Matcher named = ZONE.matcher(heading);
        if (!named.matches()) {
            throw notSamples();
        }
        return ZoneOffset.ofTotalSeconds((int) -TimeUnit.MINUTES.toSeconds(Integer.parseInt(named.group(1))));
    }

    private RingsideException notSamples() {
        return new RingsideException(ErrorCode.INVALID_ARGUMENT, "not a sample file: file="
                + path + ", begin=" + CounterTable.corner(false) + " or " + CounterTable.corner(true)
                + ": create it with ringside counters query --to");
    }

    /**
     * Open a file.
     *
     * @param path the open file, before its first record
     * @return the file, before its first record
     * @throws RingsideException if it cannot be read, or is not a file of samples
     */
    public static SampleFile open(final Path path) {
        try {
            return open(path, Arguments.zone(System.getenv("TZ")));
        } catch (final TypeConversionException e) {
            throw RingsideException.invalidArgument(String.valueOf(e.getMessage()));
        }
    }

    static SampleFile open(final Path path, final ZoneId local) {
        try {
            final BufferedReader reader = Files.newBufferedReader(path);
            boolean complete = false;
            try {
                final SampleFile file = new SampleFile(path, reader, local);
                complete = true;
                return file;
            } finally {
                if (!complete) {
                    reader.close();
                }
            }
        } catch (final IOException e) {
            throw RingsideException.ofFile("read a sample file", path, e);
        }
    }

    /** Returns the headings of all columns; the heading of the times is empty. */
    public List<String> headings() {
        return headings;
    }

    /**
     * Reads the next record.
     *
     * @return null at the end
     * @throws RingsideException if the file cannot be read, or a record does not begin with a valid time
     */
    public @Nullable Entry next() {
        try {
            final String line = nextLine();
            if (line == null) {
                return null;
            }
            final List<String> cells = PlainText.parseCells(line, separator);
            return new Entry(instant(LocalDateTime.parse(cells.get(0), CounterTable.TIME)), cells);
        } catch (final DateTimeException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "record does not begin with a time:"
                    + " file=" + path + ", line=" + lines + ": correct or remove the line", e);
        } catch (final IOException e) {
            throw RingsideException.ofFile("read a sample file", path, e);
        }
    }

    /** Converts a local time. If an hour occurs twice, the second one begins where the times of the file jump back. */
    private Instant instant(final LocalDateTime time) {
        final List<ZoneOffset> offsets = zone.getRules().getValidOffsets(time);
        if (offsets.isEmpty()) {
            throw RingsideException.invalidArgument("time does not exist in this time zone: file=" + path + ", line="
                    + lines + ", time=" + time + ", zone=" + zone
                    + ": set TZ to the zone in which the file was written");
        }
        final Instant first = time.toInstant(offsets.get(0));
        last = first.isBefore(last) ? time.toInstant(offsets.get(offsets.size() - 1)) : first;
        return last;
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (final IOException e) {
            throw RingsideException.ofFile("close a sample file", path, e);
        }
    }

    private @Nullable String nextLine() throws IOException {
        lines++;
        return reader.readLine();
    }
}
