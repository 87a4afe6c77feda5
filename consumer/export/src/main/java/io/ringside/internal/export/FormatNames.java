package io.ringside.internal.export;

import io.ringside.schema.FieldSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;

/**
 * Names that a format allows. The name of a text depends on the text alone, so that it is the same in every export: a
 * text that the format does not allow is changed, and gets a tag, which is a hash of the text. Immutable.
 */
public final class FormatNames {
    /** Names of files without their ending: ASCII, and nothing in front that a shell or Spark would take for more. */
    public static final FormatNames FILES = new FormatNames(FormatNames::fileName, UnaryOperator.identity());
    /** Parts of the name of a Java type: identifiers that are no words of the language. */
    static final FormatNames JAVA = new FormatNames(FormatNames::identifier, FormatNames::besidesWords);
    /** Names of fields in CTF, which follow an underscore. */
    static final FormatNames CTF = new FormatNames(text -> text.replaceAll("[^A-Za-z0-9_]", "_"),
            UnaryOperator.identity());

    private static final int FILE_LENGTH_MAX = 200;
    private static final String FIELDS = "fields.";
    /** Words of Java, none of which its tools accept as a part of a type's name. */
    private static final Set<String> WORDS = Set.of("abstract", "assert", "boolean", "break", "byte", "case", "catch",
            "char", "class", "const", "continue", "default", "do", "double", "else", "enum", "extends", "final",
            "finally", "float", "for", "goto", "if", "implements", "import", "instanceof", "int", "interface", "long",
            "native", "new", "package", "private", "protected", "public", "return", "short", "static", "strictfp",
            "super", "switch", "synchronized", "this", "throw", "throws", "transient", "try", "void", "volatile",
            "while", "true", "false", "null");

    private final UnaryOperator<String> change;
    private final UnaryOperator<String> escape;

    /**
     * The names of a format.
     *
     * @param change makes an allowed name of any text; several texts may become one
     * @param escape is applied to the result: texts that differ still differ after it
     */
    FormatNames(final UnaryOperator<String> change, final UnaryOperator<String> escape) {
        this.change = change;
        this.escape = escape;
    }

    /** {@return the name of a text} */
    public String of(final String text) {
        final String changed = change.apply(text);
        return escape.apply(changed.equals(text) ? text : tagged(changed, text));
    }

    /** {@return a name with the tag of a text} */
    static String tagged(final String name, final String text) {
        final CRC32 hash = new CRC32();
        hash.update(text.getBytes(StandardCharsets.UTF_8));
        return name + '_' + String.format(Locale.ROOT, "%08x", hash.getValue());
    }

    /**
     * Names of which no two are equal: those that are, or that are reserved, get tags, each of them. A name without a
     * tag therefore has one meaning.
     *
     * @param names       as their texts alone have them
     * @param texts       that make the tags, for each name one that differs from those of equal names
     * @param reserved    names that are taken
     * @param ignoresCase whether names that differ only in the case of letters count as equal
     * @return a name for each
     */
    public static List<String> distinct(final List<String> names, final List<String> texts,
            final Collection<String> reserved, final boolean ignoresCase) {
        final Map<String, Integer> counts = new HashMap<>();
        reserved.forEach(name -> counts.merge(key(name, ignoresCase), 1, Integer::sum));
        names.forEach(name -> counts.merge(key(name, ignoresCase), 1, Integer::sum));
        final List<String> distinct = new ArrayList<>(names.size());
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (counts.getOrDefault(key(name, ignoresCase), 0) > 1) {
                name = tagged(name, texts.get(i));
                // Only a name that was made to resemble another one with its tag needs more.
                while (counts.putIfAbsent(key(name, ignoresCase), 1) != null) {
                    name += '_';
                }
            }
            distinct.add(name);
        }
        return distinct;
    }

    private static String key(final String name, final boolean ignoresCase) {
        return ignoresCase ? name.toLowerCase(Locale.ROOT) : name;
    }

    /**
     * The name of a field beside columns that all events have.
     *
     * @param field       its name
     * @param columns     of all events
     * @param ignoresCase whether names that differ only in the case of letters count as equal
     * @return its name, after {@code fields.} if it is one of these
     */
    public static String besides(final String field, final Collection<String> columns, final boolean ignoresCase) {
        String base = field;
        while (base.startsWith(FIELDS)) {
            base = base.substring(FIELDS.length());
        }
        final String wanted = key(base, ignoresCase);
        return columns.stream().anyMatch(column -> key(column, ignoresCase).equals(wanted)) ? FIELDS + field : field;
    }

    /**
     * The name of a field beside others of the format: it has one more underscore at its end if it is one of these,
     * whatever underscores it has there.
     */
    static String besides(final String name, final Set<String> reserved) {
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) == '_') {
            end--;
        }
        return reserved.contains(name.substring(0, end)) ? name + '_' : name;
    }

    /** {@return a text that differs from those of other kinds of events, also of ones with the same names} */
    public static String textOf(final String provider, final String event, final List<FieldSchema> fields) {
        return provider + '\n' + event + '\n' + textOf(fields);
    }

    private static String textOf(final List<FieldSchema> fields) {
        final StringBuilder text = new StringBuilder();
        for (final FieldSchema field : fields) {
            text.append(field.name()).append(' ').append(field.type()).append(' ').append(field.shape()).append(' ')
                    .append(field.outType()).append(' ').append(field.scale()).append(' ')
                    .append(field.values() == null ? "" : field.values().name()).append('{')
                    .append(textOf(field.members())).append("}\n");
        }
        return text.toString();
    }

    private static String fileName(final String text) {
        final String safe = text.replaceAll("[^A-Za-z0-9._-]", "_");
        final String named = safe.matches("[A-Za-z0-9].*") ? safe : 'x' + safe;
        return named.length() > FILE_LENGTH_MAX ? named.substring(0, FILE_LENGTH_MAX) : named;
    }

    /** The sign that separates the names of structs from those of their events is left to these. */
    private static String identifier(final String text) {
        final StringBuilder name = new StringBuilder(text.length());
        text.codePoints().forEach(each -> name.appendCodePoint(
                Character.isJavaIdentifierPart(each) && !Character.isIdentifierIgnorable(each) && each != '$'
                        ? each
                        : '_'));
        return name.toString();
    }

    private static String besidesWords(final String part) {
        final String rest = part.replaceFirst("^_+", "");
        if (rest.isEmpty()) {
            return part + "__";
        }
        return Character.isJavaIdentifierStart(rest.codePointAt(0)) ? besides(part, WORDS) : '_' + part;
    }
}
