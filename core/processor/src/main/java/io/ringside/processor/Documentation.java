package io.ringside.processor;

import io.ringside.internal.schema.SchemaLimits;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.util.Elements;

/** Javadoc of an interface, a method or a parameter, as plain text in one line. Stateless. */
final class Documentation {
    /** Begin of a block tag such as {@code @param}. */
    private static final Pattern BLOCK = Pattern.compile("(?:^|\n)\\s*@(\\w+)\\b");

    private Documentation() {}

    /** Returns the description without tags, up to the maximum length in an event schema; empty if there is none. */
    static String of(final Elements elements, final Element element) {
        return of(elements, element, SchemaLimits.DOCUMENTATION_LENGTH_MAX);
    }

    /** Returns the description up to a maximum number of characters. */
    static String of(final Elements elements, final Element element, final int lengthMax) {
        final String comment = elements.getDocComment(element);
        return comment == null ? "" : cut(text(comment), lengthMax);
    }

    /**
     * Returns the documentation of a parameter or component from the comment of its method or record; empty if there is
     * none, or if the source is not part of the compilation.
     */
    static String ofParameter(final Elements elements, final Element parameter) {
        final Element owner = parameter.getEnclosingElement();
        final String comment = owner == null ? null : elements.getDocComment(owner);
        return comment == null
                ? ""
                : cut(text(block(comment, parameter.getSimpleName().toString())),
                        SchemaLimits.DOCUMENTATION_LENGTH_MAX);
    }

    /** Returns the text of the first block tag for a parameter. */
    private static String block(final String comment, final String parameter) {
        final List<MatchResult> blocks = BLOCK.matcher(comment).results().toList();
        for (int i = 0; i < blocks.size(); i++) {
            final int end = i + 1 < blocks.size() ? blocks.get(i + 1).start() : comment.length();
            final String[] words = comment.substring(blocks.get(i).end(), end).strip().split("\\s+", 2);
            if (blocks.get(i).group(1).equals("param") && words.length > 1 && words[0].equals(parameter)) {
                return words[1];
            }
        }
        return "";
    }

    private static String text(final String comment) {
        return comment.replaceAll("(?s)(^|\n)\\s*@.*", "")
                .replaceAll("\\{@\\w+\\s+([^}]*)}", "$1")
                .replaceAll("</?[A-Za-z][^>]*>", " ")
                .replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&")
                .replaceAll("[\\s\\p{Cntrl}]+", " ")
                .strip();
    }

    /** Truncates a text, but not within a surrogate pair. */
    private static String cut(final String text, final int lengthMax) {
        if (text.length() <= lengthMax) {
            return text;
        }
        final boolean splits = Character.isHighSurrogate(text.charAt(lengthMax - 1));
        return text.substring(0, splits ? lengthMax - 1 : lengthMax);
    }
}
