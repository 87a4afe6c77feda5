package io.ringside.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The comments of a Java source and the texts of its {@code @DisplayName} annotations, told apart from what only looks
 * like them.
 */
final class JavaText {
    /** Text blocks, strings, characters, comments: whichever begins first is one. */
    private static final Pattern TOKEN = Pattern.compile("\"\"\"(?s:.*?)\"\"\""
            + "|\"(?:\\\\.|[^\"\\\\\\n])*+\""
            + "|'(?:\\\\.|[^'\\\\\\n])++'"
            + "|//[^\\n]*+"
            + "|/\\*(?s:.*?)\\*/");

    private final List<String> displayNames = new ArrayList<>();
    private final List<String> comments = new ArrayList<>();

    JavaText(final String source) {
        final Matcher matcher = TOKEN.matcher(source);
        int end = 0;
        boolean named = false;
        while (matcher.find()) {
            final String token = matcher.group();
            final String between = source.substring(end, matcher.start()).replaceAll("\\s", "");
            end = matcher.end();
            if (token.startsWith("//") || token.startsWith("/*")) {
                comments.add(firstLine(token));
            } else if (between.endsWith("@DisplayName(")) {
                named = true;
                displayNames.add(content(token));
            } else if (named && between.equals("+")) {
                displayNames.add(displayNames.remove(displayNames.size() - 1) + content(token));
            } else {
                named = false;
            }
        }
    }

    /** What test reports show, in the order of the source. */
    List<String> displayNames() {
        return displayNames;
    }

    /** The first line of each comment, without its marks. */
    List<String> comments() {
        return comments;
    }

    private static String content(final String literal) {
        final String quotes = literal.startsWith("\"\"\"") ? "\"\"\"" : "\"";
        return literal.substring(quotes.length(), literal.length() - quotes.length())
                .translateEscapes()
                .strip();
    }

    private static String firstLine(final String comment) {
        return comment.replaceFirst("^/[/*]+", "")
                .replaceFirst("\\*/$", "")
                .lines()
                .map(line -> line.replaceFirst("^\\s*\\*?", "").strip())
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("");
    }
}
