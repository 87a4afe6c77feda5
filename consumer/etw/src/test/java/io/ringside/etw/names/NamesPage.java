package io.ringside.etw.names;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Reads the page of names, and the lists of what it must have. Stateless. */
final class NamesPage {
    private static final String HEADING = "## ";
    private static final String HEAD_ROW = "| ETW |";
    private static final int CELLS = 3;

    private NamesPage() {}

    static List<NamesRow> rows() {
        final List<NamesRow> rows = new ArrayList<>();
        String section = "";
        for (final String line : lines()) {
            if (line.startsWith(HEADING)) {
                section = line.substring(HEADING.length());
            } else if (line.startsWith("| ") && !line.startsWith(HEAD_ROW)) {
                final String[] cells = line.substring(1, line.length() - 1).split("\\|", -1);
                if (cells.length != CELLS) {
                    throw new AssertionError("row has not three cells: " + line);
                }
                rows.add(new NamesRow(section, cells[0].strip(), cells[1].strip(), cells[2].strip()));
            }
        }
        return rows;
    }

    /** Functions by name, with the chapter that names them. */
    static Map<String, Integer> functions() {
        return list("functions.csv");
    }

    /** Structures and codes, each as short as a chapter names it: as a whole, or some words of the name. */
    static Map<String, Integer> codes() {
        return list("codes.csv");
    }

    private static Map<String, Integer> list(final String resource) {
        final Map<String, Integer> names = new TreeMap<>();
        try (InputStream list = Objects.requireNonNull(NamesPage.class.getResourceAsStream(resource))) {
            new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().skip(1).forEach(line -> {
                final String[] parts = line.split(";", -1);
                names.put(parts[1], Integer.valueOf(parts[0]));
            });
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(OwnClasses.root().resolve(Path.of("consumer", "etw", "docs", "etw-names.md")));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
