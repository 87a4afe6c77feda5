package io.ringside.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The pages of the project: the index has each of them once, and their links lead somewhere. */
class PagesTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Path INDEX = ROOT.resolve("consumer/docs/index.md");
    /** Folders without pages, some of which other builds change at the same time. */
    private static final Set<String> SKIPPED = Set.of("target", "src", "node_modules");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s:]+)\\)");
    private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```|`[^`\n]+`");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{N} _-]");

    @Test
    void shouldHaveEachPageOnceInTheIndex() throws IOException {
        final List<String> listed = links(INDEX).stream().map(link -> name(target(INDEX, link))).toList();

        final Set<String> missing = pages().stream().filter(page -> !page.equals(INDEX)).map(PagesTest::name)
                .collect(Collectors.toCollection(TreeSet::new));
        listed.forEach(missing::remove);
        assertThat(missing).as("pages that consumer/docs/index.md lacks").isEmpty();
        assertThat(listed).doesNotHaveDuplicates();
    }

    @Test
    void shouldLinkToFilesAndHeadingsThatExist() throws IOException {
        final List<String> broken = new ArrayList<>();
        for (final Path page : pages()) {
            for (final String link : links(page)) {
                if (!exists(page, link)) {
                    broken.add(name(page) + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean exists(final Path page, final String link) throws IOException {
        final Path target = target(page, link);
        final int anchor = link.indexOf('#');
        return Files.exists(target)
                && (anchor < 0 || !target.toString().endsWith(".md")
                        || anchors(target).contains(link.substring(anchor + 1)));
    }

    private static Path target(final Path page, final String link) {
        final int anchor = link.indexOf('#');
        final String file = anchor < 0 ? link : link.substring(0, anchor);
        return file.isEmpty() ? page : page.resolveSibling(file).normalize();
    }

    private static List<String> links(final Path page) throws IOException {
        return LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll("code")).results()
                .map(link -> link.group(1)).toList();
    }

    /** As GitHub makes them of headings: repeated ones have a number. */
    private static Set<String> anchors(final Path page) throws IOException {
        final Set<String> anchors = new HashSet<>();
        for (final MatchResult heading : HEADING.matcher(Files.readString(page)).results().toList()) {
            final String anchor = NOT_IN_ANCHORS.matcher(heading.group(1).toLowerCase(Locale.ROOT)).replaceAll("")
                    .strip().replace(' ', '-');
            int number = 0;
            while (!anchors.add(number == 0 ? anchor : anchor + '-' + number)) {
                number++;
            }
        }
        return anchors;
    }

    /** Pages of all modules, but not those in hidden folders and in folders that a build makes. */
    static List<Path> pages() throws IOException {
        final List<Path> pages = new ArrayList<>();
        collect(ROOT, pages);
        return pages;
    }

    private static void collect(final Path folder, final List<Path> pages) throws IOException {
        final List<Path> entries;
        try (Stream<Path> listed = Files.list(folder)) {
            entries = listed.sorted().toList();
        }
        for (final Path entry : entries) {
            final String name = entry.getFileName().toString();
            if (name.endsWith(".md")) {
                pages.add(entry);
            } else if (!name.startsWith(".") && !SKIPPED.contains(name) && Files.isDirectory(entry)) {
                collect(entry, pages);
            }
        }
    }

    private static String name(final Path file) {
        return ROOT.relativize(file).toString();
    }
}
