package io.ringside.processor;

import io.ringside.event.EventDescriptor;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.SbeSchema;
import io.ringside.schema.ValueMap;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The declarations of a provider as readable text: one line per event, followed by one per field. Immutable. */
final class Listing {
    private static final String INDENT = "    ";
    private static final String EVENT = "event ";
    private static final String LEVEL = " level ";
    private static final String SBE = "sbe version ";
    private static final String UNIT = " unit ";
    private static final String SCALE = " scale ";

    private final String text;
    private final Map<Integer, List<Entry>> entriesById = new LinkedHashMap<>();

    /**
     * Event of a listing.
     *
     * @param name    of the event.
     * @param version of its fields.
     * @param sbe     version of the SBE schema of its message; negative if it is not an SBE message.
     * @param fields  a line for each field and each member of a struct, indented; or the declarations of the SBE
     *                schema.
     */
    record Entry(String name, int version, int sbe, List<String> fields) {
        /** Returns whether these fields extend those of an earlier listing. */
        boolean continues(final Entry earlier) {
            if ((sbe < 0) != (earlier.sbe < 0)) {
                return false;
            }
            return sbe < 0
                    ? Listing.continues(earlier.fields, fields)
                    : SbeListing.continues(earlier.fields, earlier.sbe, fields);
        }
    }

    private Listing(final String text) {
        this.text = text;
    }

    static Listing of(final ProviderSchema schema) {
        final StringBuilder text = new StringBuilder();
        text.append("# Generated from the interface, and compared with it when that is compiled.\n")
                .append("provider ").append(schema.name()).append(' ').append(schema.id()).append('\n');
        schema.keywords().forEach((name, mask) -> text.append("keyword ").append(name).append(" 0x")
                .append(Long.toHexString(mask)).append('\n'));
        schema.tasks().forEach((name, value) -> text.append("task ").append(value).append(' ').append(name)
                .append('\n'));
        schema.opcodes().forEach((name, value) -> text.append("opcode ").append(value).append(' ').append(name)
                .append('\n'));
        for (final EventSchema event : schema.events()) {
            final EventDescriptor descriptor = event.descriptor();
            text.append('\n').append(EVENT).append(descriptor.id()).append(' ').append(event.name())
                    .append(" version ").append(descriptor.version()).append(LEVEL).append(descriptor.level())
                    .append(" keyword 0x").append(Long.toHexString(descriptor.keyword())).append(" opcode ")
                    .append(descriptor.opcode()).append(" task ").append(descriptor.task()).append(" channel ")
                    .append(descriptor.channel()).append('\n');
            final SbeSchema sbe = event.sbe();
            final String message = event.message();
            if (message != null) {
                text.append("message ").append(message.replace("\n", "\\n").replace("\r", "\\r")).append('\n');
            }
            append(text, event.fields(), INDENT);
            if (sbe != null) {
                appendSbe(text, sbe.toBytes());
            }
        }
        return parse(text.toString());
    }

    /** Parses a listing; ignores lines that do not belong to an event. */
    static Listing parse(final String text) {
        final Listing listing = new Listing(text);
        List<String> fields = new ArrayList<>();
        List<Entry> entries = new ArrayList<>();
        for (final String line : text.lines().toList()) {
            final String[] words = line.split(" ", -1);
            if (line.startsWith(EVENT) && words.length > 4) {
                fields = new ArrayList<>();
                entries = listing.entriesById.computeIfAbsent(number(words[1]), id -> new ArrayList<>());
                entries.add(new Entry(words[2], number(words[4]), -1, fields));
            } else if (line.startsWith(SBE) && words.length > 2 && !entries.isEmpty()) {
                final Entry last = entries.remove(entries.size() - 1);
                entries.add(new Entry(last.name(), last.version(), number(words[2]), last.fields()));
            } else if (line.startsWith(INDENT)) {
                fields.add(line);
            }
        }
        return listing;
    }

    static boolean isEvent(final String line) {
        return line.startsWith(EVENT);
    }

    /** Returns id, name and version of an event, as in its line. */
    static String nameOf(final String line) {
        return line.substring(EVENT.length()).replaceFirst(LEVEL + ".*", "");
    }

    String text() {
        return text;
    }

    /** Returns the newest version of an event up to the given one; null if none is listed. */
    @Nullable
    Entry upTo(final int id, final int version) {
        return entriesById.getOrDefault(id, List.of()).stream().filter(entry -> entry.version() <= version)
                .max(Comparator.comparingInt(Entry::version)).orElse(null);
    }

    /** Returns the oldest version of an event; null if none is listed. */
    @Nullable
    Entry oldest(final int id) {
        return entriesById.getOrDefault(id, List.of()).stream().min(Comparator.comparingInt(Entry::version))
                .orElse(null);
    }

    /** Returns whether fields are those of an earlier listing, with any number of fields added at the end. */
    static boolean continues(final List<String> earlier, final List<String> now) {
        if (earlier.size() > now.size()) {
            return false;
        }
        for (int i = 0; i < earlier.size(); i++) {
            if (!isSameField(withoutUnit(earlier.get(i)), withoutUnit(now.get(i)))) {
                return false;
            }
        }
        // A struct with more members is a different one.
        return earlier.size() == now.size() || indent(now.get(earlier.size())) == INDENT.length();
    }

    /** A number without a scale may acquire one, but no scale may change. */
    private static boolean isSameField(final String earlier, final String now) {
        final String plainEarlier = withoutScale(earlier);
        final String plainNow = withoutScale(now);
        final boolean isRescaled = !earlier.equals(plainEarlier) && !now.equals(plainNow) && !earlier.equals(now);
        return !isRescaled && isSame(plainEarlier, plainNow);
    }

    /** An enum may have more constants at its end. */
    private static boolean isSame(final String earlier, final String now) {
        return now.equals(earlier)
                || (earlier.endsWith("}") && now.startsWith(earlier.substring(0, earlier.length() - 1) + ','));
    }

    private static String withoutUnit(final String line) {
        return before(line, UNIT);
    }

    private static String withoutScale(final String line) {
        return before(line, SCALE);
    }

    private static String before(final String line, final String word) {
        // The word must come after the field's name, which may contain it.
        final int begin = line.indexOf(word, indent(line));
        return begin < 0 ? line : line.substring(0, begin);
    }

    private static int indent(final String line) {
        return line.length() - line.stripLeading().length();
    }

    private static void appendSbe(final StringBuilder text, final byte[] ir) {
        final SbeListing listing = SbeListing.of(ir);
        text.append(SBE).append(listing.version()).append(" sha-256 ")
                .append(sha256(ir)).append('\n');
        listing.lines().forEach(line -> text.append(line).append('\n'));
    }

    private static String sha256(final byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("JDK lacks a digest that every JDK must have: algorithm=SHA-256", e);
        }
    }

    private static int number(final String word) {
        return word.matches("\\d{1,6}") ? Integer.parseInt(word) : -1;
    }

    private static void append(final StringBuilder text, final List<FieldSchema> fields, final String indent) {
        for (final FieldSchema field : fields) {
            text.append(indent).append(field.name()).append(' ')
                    .append(field.type().name().toLowerCase(Locale.ROOT))
                    .append(field.shape() == FieldSchema.Shape.PREFIXED ? "[]" : "");
            final ValueMap values = field.values();
            if (values != null) {
                final StringJoiner constants = new StringJoiner(",", " " + values.name() + "{", "}");
                for (int i = 0; i < values.size(); i++) {
                    constants.add(values.symbol(i));
                }
                text.append(constants);
            }
            text.append(field.scale() == 0 ? "" : SCALE + field.scale())
                    .append(field.scaleFrom() == null ? "" : SCALE + "from " + field.scaleFrom())
                    .append(field.unit() == null ? "" : UNIT + field.unit()).append('\n');
            append(text, field.members(), indent + INDENT);
        }
    }
}
