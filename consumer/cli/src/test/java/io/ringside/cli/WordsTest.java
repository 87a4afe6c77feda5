package io.ringside.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Pages, comments, messages and help use common English words, and one word for each thing. */
class WordsTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final String ALL = "";
    private static final String TRANSPORT = "transport/src/main/";

    private static final List<Rule> WORDS = List.of(
            new Rule("books?", "ledger", ALL),
            new Rule("settle[sd]?", "consistent", ALL),
            new Rule("(?<!\\| )sealed", "final, closed", ALL),
            new Rule("fold(s|ed|ing)?", "close, closed totals", ALL),
            new Rule("(stands?|standing) for", "represents, has a sampling weight of", ALL),
            new Rule("mend(s|ed|ing)?", "repair", ALL),
            new Rule("(?<!\\*)(?-i:flight recorders?)", "session in overwrite mode", ALL),
            new Rule("interests?", "enable mask", ALL),
            new Rule("flag words?", "enable mask", ALL),
            new Rule("tells?|told", "shows, reports, returns, distinguishes", ALL),
            new Rule("looks?( only)? at|an? look|looks on", "reads, checks", ALL),
            new Rule("not to be had", "not available", ALL),
            new Rule("behind (an?|the|it|its|this|that|what|which|damage|documents)", "after, beyond", ALL),
            new Rule("peers?", "baseline", ALL),
            new Rule("(?<!and )cut(?! off what)", "truncated, interrupted", ALL),
            new Rule("(the|an|its|every|each) agent", "control thread", TRANSPORT),
            new Rule("agents?", "control thread", "transport/docs/layout-"),
            new Rule("the agent(?! was detached)", "control thread", "transport/docs/protocols.md"));
    private static final List<Rule> BEGINNINGS = List.of(
            new Rule("(?-i:What|Who|Whom|Whose|Of|That|Those|Them|Beside|How) .*", "subject, verb, object", ALL),
            new Rule("(?-i:Where|As|By) [^,.:;]*([.:;].*|$)", "a main clause after the first one and a comma", ALL));

    private static final Pattern JAVA = Pattern.compile("""
            (?s)(?<text>\"""\\s*\\n.*?(?<!\\\\)\""")|"(?<string>(?:[^"\\\\\\n]|\\\\.)*)"|'(?:[^'\\\\]|\\\\.)+'\
            |//(?<line>[^\\n]*)|/\\*(?<block>.*?)\\*/""");
    /** Names in code, tags of Javadoc with the name that follows, and links are no prose. */
    private static final Pattern CODE = Pattern.compile(
            "\\{@(code|link|linkplain|literal|value) [^}]*\\}|@(param|throws|see)\\s+\\S+|(?s)```.*?```|`[^`\n]+`"
                    + "|\\]\\([^)]*\\)|<!--.*?-->");
    private static final Pattern BETWEEN_LINES = Pattern.compile("\\s*\\n\\s*\\*?\\s*");

    @Test
    void shouldUseCommonWordsInComments() throws IOException {
        final List<String> found = new ArrayList<>();
        for (final Path source : sources()) {
            for (final MatchResult token : tokens(source)) {
                final String comment = token.group(3) == null ? token.group(4) : token.group(3);
                if (comment != null) {
                    check(source, comment, WORDS, found);
                    checkBeginnings(source, comment, found);
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void shouldUseCommonWordsInMessagesAndHelp() throws IOException {
        final List<String> found = new ArrayList<>();
        for (final Path source : sources()) {
            for (final MatchResult token : tokens(source)) {
                final String text = token.group(2) == null ? token.group(1) : token.group(2);
                // A literal of a single word is a key or a name.
                if (text != null && text.strip().indexOf(' ') > 0) {
                    check(source, text, WORDS, found);
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void shouldUseCommonWordsInPages() throws IOException {
        final List<String> found = new ArrayList<>();
        for (final Path page : PagesTest.pages()) {
            check(page, Files.readString(page), WORDS, found);
        }
        assertThat(found).isEmpty();
    }

    private static void checkBeginnings(final Path file, final String comment, final List<String> found) {
        final String begin = BETWEEN_LINES.matcher(comment).replaceAll(" ").replaceFirst("^[*\\s]+", "");
        for (final Rule rule : BEGINNINGS) {
            if (rule.pattern().matcher(begin).lookingAt()) {
                found.add(name(file) + ": \"" + begin + "\": " + rule.instead());
            }
        }
    }

    private static void check(final Path file, final String text, final List<Rule> rules, final List<String> found) {
        final String prose = BETWEEN_LINES.matcher(CODE.matcher(text).replaceAll("_")).replaceAll(" ");
        for (final Rule rule : rules) {
            if (name(file).startsWith(rule.scope())) {
                rule.pattern().matcher(prose).results().forEach(match -> found.add(name(file) + ": \""
                        + prose.substring(Math.max(0, match.start() - 60), Math.min(prose.length(), match.end() + 60))
                        + "\": instead of " + match.group() + " say " + rule.instead()));
            }
        }
    }

    private static List<MatchResult> tokens(final Path source) throws IOException {
        return JAVA.matcher(Files.readString(source)).results().toList();
    }

    private static List<Path> sources() throws IOException {
        final Set<String> modules = Set.of("core", "transport", "consumer", "bench");
        final List<Path> sources = new ArrayList<>();
        for (final String module : modules) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module))) {
                files.filter(file -> file.toString().endsWith(".java") && file.toString().contains("/src/main/"))
                        .sorted().forEach(sources::add);
            }
        }
        return sources;
    }

    private static String name(final Path file) {
        return ROOT.relativize(file).toString();
    }

    /**
     * Words that are not to be used.
     *
     * @param pattern of whole words
     * @param instead the words to use
     * @param scope   the beginning of the files' names
     */
    private record Rule(Pattern pattern, String instead, String scope) {
        Rule(final String words, final String instead, final String scope) {
            this(Pattern.compile("(?i)(?<![\\w#.-])(" + words + ")(?![\\w(=])"), instead, scope);
        }
    }
}
