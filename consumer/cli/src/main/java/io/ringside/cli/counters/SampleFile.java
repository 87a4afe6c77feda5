package io.ringside.cli.counters;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.text.DelimitedLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file of samples that was written as CSV or TSV, read record by record. For one thread. */
public final class SampleFile implements AutoCloseable {
    private final Path path;
    private final BufferedReader reader;
    private final List<String> headings;
    private final char separator;
    private long lines;

    /**
     * One record.
     *
     * @param time  local
     * @param cells of all columns, the time included
     */
    public record Entry(LocalDateTime time, List<String> cells) {
        /** Immutable. */
        public Entry {
            cells = List.copyOf(cells);
        }
    }

    private SampleFile(final Path path, final BufferedReader reader) throws IOException {
        this.path = path;
        this.reader = reader;
        final String line = nextLine();
        final boolean byTabs = line != null && line.startsWith('"' + CounterTable.corner(true) + '"');
        if (line == null || (!byTabs && !line.startsWith('"' + CounterTable.corner(false) + '"'))) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "not a sample file: file="
                    + path + ", begin=" + CounterTable.corner(false) + " or " + CounterTable.corner(true)
                    + ": create it with ringside counters query --to");
        }
        separator = CounterTable.separator(byTabs);
        headings = new ArrayList<>(DelimitedLine.parse(line, separator));
        headings.set(0, "");
    }

    /**
     * Open a file.
     *
     * @param path of the file
     * @return the file, before its first record
     * @throws RingsideException if it cannot be read, or is no file of samples
     */
    public static SampleFile open(final Path path) {
        try {
            final BufferedReader reader = Files.newBufferedReader(path);
            boolean complete = false;
            try {
                final SampleFile file = new SampleFile(path, reader);
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

    /** Returns the headings of all columns; that of the times is empty. */
    public List<String> headings() {
        return headings;
    }

    /**
     * The next record.
     *
     * @return null at the end
     * @throws RingsideException if the file cannot be read, or a record does not begin with a time
     */
    public @Nullable Entry next() {
        try {
            final String line = nextLine();
            if (line == null) {
                return null;
            }
            final List<String> cells = DelimitedLine.parse(line, separator);
            return new Entry(LocalDateTime.parse(cells.get(0), CounterTable.TIME), cells);
        } catch (final DateTimeException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "record does not begin with a time:"
                    + " file=" + path + ", line=" + lines + ": correct or remove the line", e);
        } catch (final IOException e) {
            throw RingsideException.ofFile("read a sample file", path, e);
        }
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
