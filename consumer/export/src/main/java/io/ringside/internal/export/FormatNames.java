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
 * Names that a format allows. A name depends on its text alone, so that it is the same in every export: a text that the
 * format does not allow is changed, and gets a tag, which is a hash of the text. Immutable.
 */
public final class FormatNames {
    /** Names of files without extension: ASCII, with no first character that is special for a shell or Spark. */
    public static final FormatNames FILES = new FormatNames(FormatNames::fileName, UnaryOperator.identity());
    /** Parts of the name of a Java type: identifiers that are not keywords. */
    static final FormatNames JAVA = new FormatNames(FormatNames::identifier, FormatNames::besidesWords);
    /** Names of fields in CTF, which follow an underscore. */
    static final FormatNames CTF = new FormatNames(text -> text.replaceAll("[^A-Za-z0-9_]", "_"),
            UnaryOperator.identity());

    private static final int FILE_LENGTH_MAX = 200;
    private static final String FIELDS = "fields.";
    /** Keywords of Java, which its tools do not accept as part of a type's name. */
    private static final Set<String> WORDS = Set.of("abstract", "assert", "boolean", "break", "byte", "case", "catch",
            "char", "class", "const", "continue", "default", "do", "double", "else", "enum", "extends", "final",
            "finally", "float", "for", "goto", "if", "implements", "import", "instanceof", "int", "interface", "long",
            "native", "new", "package", "private", "protected", "public", "return", "short", "static", "strictfp",
            "super", "switch", "synchronized", "this", "throw", "throws", "transient", "try", "void", "volatile",
            "while", "true", "false", "null");

    private final UnaryOperator<String> change;
    private final UnaryOperator<String> escape;

    /**
     * Creates the names of a format.
     *
     * @param change makes an allowed name from any text; several texts may give the same name
     * @param escape applied to the result: different texts remain different
     */
    FormatNames(final UnaryOperator<String> change, final UnaryOperator<String> escape) {
        this.change = change;
        this.escape = escape;
    }

    /** {@return the allowed name for a text} */
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
     * Names made unique: each name that equals another or a reserved one gets a tag. A name without a tag therefore has
     * only one meaning.
     *
     * @param names       names made from their texts alone
     * @param texts       texts from which tags are made; they differ where names are equal
     * @param reserved    names that are not available
     * @param ignoresCase whether names that differ only in the case of letters count as equal
     * @return a unique name for each
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
                // A further tag is needed only if a name was made to resemble another name with its tag.
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
     * Name of a field beside columns that all events have.
     *
     * @param field       its name
     * @param columns     columns of all events
     * @param ignoresCase whether names that differ only in the case of letters count as equal
     * @return the field's name, with the prefix {@code fields.} if it equals a column's
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
     * Name of a field beside reserved names of the format: it gets one more underscore at its end if, without its
     * trailing underscores, it is reserved.
     */
    static String besides(final String name, final Set<String> reserved) {
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) == '_') {
            end--;
        }
        return reserved.contains(name.substring(0, end)) ? name + '_' : name;
    }

    /** {@return a text that distinguishes a kind of events from all others, even from those with the same names} */
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

    /** Replaces {@code $} too, because it separates the names of structs from those of their events. */
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
