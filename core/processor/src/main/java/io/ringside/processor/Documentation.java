package io.ringside.processor;

import io.ringside.schema.SchemaLimits;
import javax.lang.model.element.Element;
import javax.lang.model.util.Elements;

/** What Javadoc says of an interface or a method, as plain text in one line. Stateless. */
final class Documentation {
    private Documentation() {}

    /** The description, without tags, as much of it as a schema of events holds; empty if there is none. */
    static String of(final Elements elements, final Element element) {
        return of(elements, element, SchemaLimits.DOCUMENTATION_LENGTH_MAX);
    }

    /** The same with so many characters at most. */
    static String of(final Elements elements, final Element element, final int lengthMax) {
        final String comment = elements.getDocComment(element);
        return comment == null ? "" : cut(text(comment), lengthMax);
    }

    private static String text(final String comment) {
        return comment.replaceAll("(?s)(^|\n)\\s*@.*", "")
                .replaceAll("\\{@\\w+\\s+([^}]*)}", "$1")
                .replaceAll("</?[A-Za-z][^>]*>", " ")
                .replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&")
                .replaceAll("[\\s\\p{Cntrl}]+", " ")
                .strip();
    }

    /** Not in the middle of a character. */
    private static String cut(final String text, final int lengthMax) {
        if (text.length() <= lengthMax) {
            return text;
        }
        final boolean splits = Character.isHighSurrogate(text.charAt(lengthMax - 1));
        return text.substring(0, splits ? lengthMax - 1 : lengthMax);
    }
}
