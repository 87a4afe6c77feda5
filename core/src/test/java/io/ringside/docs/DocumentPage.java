package io.ringside.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A committed page of {@code core/docs} of which the whole, or sections between markers, follow from the code. A check
 * fails when the page says anything else; with {@code -Dringside.docs.write=true} the page is written instead.
 */
public final class DocumentPage {
    private static final String WRITE_PROPERTY = "ringside.docs.write";

    private final Path file;

    private DocumentPage(final Path file) {
        this.file = file;
    }

    /** A page of this module by its file name. */
    public static DocumentPage of(final String name) {
        return new DocumentPage(moduleDirectory().resolve("docs").resolve(name));
    }

    /** The directory of this module, wherever the build was started. */
    public static Path moduleDirectory() {
        final Path here = Path.of(System.getProperty("basedir", "")).toAbsolutePath().normalize();
        return Files.isDirectory(here.resolve("core")) ? here.resolve("core") : here;
    }

    /** Compares the whole page. */
    public void check(final String content) {
        if (Boolean.getBoolean(WRITE_PROPERTY)) {
            write(content);
        }
        assertThat(read()).as(advice()).isEqualTo(content);
    }

    /** Compares what stands between {@code <!-- begin name -->} and {@code <!-- end name -->}, each on its own line. */
    public void checkSection(final String name, final String content) {
        final String begin = "<!-- begin " + name + " -->\n";
        final String end = "<!-- end " + name + " -->\n";
        final String page = read();
        assertThat(page).as("markers of section %s in %s", name, file.getFileName()).containsOnlyOnce(begin)
                .containsOnlyOnce(end);
        final int from = page.indexOf(begin) + begin.length();
        final int to = page.indexOf(end);
        if (Boolean.getBoolean(WRITE_PROPERTY)) {
            write(page.substring(0, from) + content + page.substring(to));
        } else {
            assertThat(page.substring(from, to)).as(advice()).isEqualTo(content);
        }
    }

    private String advice() {
        return file.getFileName() + " does not say what the code says; to write it:"
                + " mvn -pl core test -D" + WRITE_PROPERTY + "=true";
    }

    private String read() {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(final String content) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
