package io.ringside.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of a page that programs read or write: what stands between two markers, each on a line of its own. Immutable.
 *
 * @param begin first marker, with its end of line
 * @param end   second marker, with its end of line
 */
record GeneratedPart(String begin, String end) {
    /** Where the tables are. */
    static final GeneratedPart FIGURES = new GeneratedPart("<!-- begin figures -->\n", "<!-- end figures -->\n");

    String read(final Path page) throws IOException {
        final String text = Files.readString(page);
        return text.substring(beginOfContent(page, text), endOfContent(page, text));
    }

    void write(final Path page, final String content) throws IOException {
        final String text = Files.readString(page);
        Files.writeString(page,
                text.substring(0, beginOfContent(page, text)) + content + text.substring(endOfContent(page, text)));
    }

    private int beginOfContent(final Path page, final String text) throws IOException {
        return find(page, text, begin) + begin.length();
    }

    private int endOfContent(final Path page, final String text) throws IOException {
        return find(page, text, end);
    }

    private int find(final Path page, final String text, final String marker) throws IOException {
        final int index = text.indexOf(marker);
        if (index < 0 || text.indexOf(begin) > index) {
            throw new IOException("page has no such part: path=" + page + ", missing=" + marker.strip());
        }
        return index;
    }
}
