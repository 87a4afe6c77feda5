package io.ringside.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of a page that is generated: what stands between two markers, each on a line of its own. Stateless. */
final class GeneratedPart {
    private static final String BEGIN = "<!-- begin figures -->\n";
    private static final String END = "<!-- end figures -->\n";

    private GeneratedPart() {}

    static String read(final Path page) throws IOException {
        final String text = Files.readString(page);
        return text.substring(begin(page, text), end(page, text));
    }

    static void write(final Path page, final String content) throws IOException {
        final String text = Files.readString(page);
        Files.writeString(page, text.substring(0, begin(page, text)) + content + text.substring(end(page, text)));
    }

    private static int begin(final Path page, final String text) throws IOException {
        return find(page, text, BEGIN) + BEGIN.length();
    }

    private static int end(final Path page, final String text) throws IOException {
        return find(page, text, END);
    }

    private static int find(final Path page, final String text, final String marker) throws IOException {
        final int index = text.indexOf(marker);
        if (index < 0 || text.indexOf(BEGIN) > index) {
            throw new IOException("page has no place for the tables: path=" + page + ", missing=" + marker.strip());
        }
        return index;
    }
}
