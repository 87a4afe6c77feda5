package io.ringside.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Targets that are missed by far at present, and why: the rows of a table in a document. Stateless. */
final class KnownMisses {
    private static final String BEGIN = "<!-- begin known -->\n";
    private static final String END = "<!-- end known -->\n";
    private static final Pattern ROW = Pattern.compile("^\\| (.+?) \\| (.+?) \\|$", Pattern.MULTILINE);
    private static final int HEADER_ROWS = 2;

    private KnownMisses() {}

    /** What the targets are called. */
    static List<String> read(final Path document) throws IOException {
        final GeneratedPart part = new GeneratedPart(BEGIN, END);
        return ROW.matcher(part.read(document)).results().skip(HEADER_ROWS).map(row -> row.group(1))
                .collect(Collectors.toList());
    }
}
