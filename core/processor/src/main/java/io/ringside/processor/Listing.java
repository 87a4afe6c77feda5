package io.ringside.processor;

import io.ringside.event.EventDescriptor;
import io.ringside.schema.EventMessage;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldShape;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.SbeSchema;
import io.ringside.schema.ValueMap;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** What a provider declares, as text for people: a line for each event, below it one for each field. Immutable. */
final class Listing {
    private static final String INDENT = "    ";
    private static final String EVENT = "event ";
    private static final String UNIT = " unit ";

    private final String text;
    private final Map<Integer, Entry> entryById = new LinkedHashMap<>();

    /**
     * An event of a listing.
     *
     * @param name    of the event.
     * @param version of its fields.
     * @param fields  a line for each, and for each member of a struct, which is indented.
     */
    record Entry(String name, int version, List<String> fields) {}

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
                    .append(" version ").append(descriptor.version()).append(" level ").append(descriptor.level())
                    .append(" keyword 0x").append(Long.toHexString(descriptor.keyword())).append(" opcode ")
                    .append(descriptor.opcode()).append(" task ").append(descriptor.task()).append(" channel ")
                    .append(descriptor.channel()).append('\n');
            final EventMessage message = event.message();
            final SbeSchema sbe = event.sbe();
            text.append(message == null ? "" : "message " + message.text().replace("\n", "\\n") + '\n');
            text.append(sbe == null ? "" : "sbe sha-256 " + sha256(sbe.toBytes()) + '\n');
            append(text, event.fields(), INDENT);
        }
        return parse(text.toString());
    }

    /** Reads a listing; what is no event is passed over. */
    static Listing parse(final String text) {
        final Listing listing = new Listing(text);
        List<String> fields = new ArrayList<>();
        for (final String line : text.lines().toList()) {
            final String[] words = line.split(" ", -1);
            if (line.startsWith(EVENT) && words.length > 4) {
                fields = new ArrayList<>();
                listing.entryById.put(number(words[1]), new Entry(words[2], number(words[4]), fields));
            } else if (line.startsWith(INDENT)) {
                fields.add(line);
            }
        }
        return listing;
    }

    String text() {
        return text;
    }

    /** What was listed of an event; null if it was not. */
    @Nullable
    Entry entry(final int id) {
        return entryById.get(id);
    }

    /** Whether fields are those of an earlier listing, with none or more behind them. */
    static boolean continues(final List<String> earlier, final List<String> now) {
        if (earlier.size() > now.size()) {
            return false;
        }
        for (int i = 0; i < earlier.size(); i++) {
            if (!isSame(withoutUnit(earlier.get(i)), withoutUnit(now.get(i)))) {
                return false;
            }
        }
        // A struct that has got longer is another struct.
        return earlier.size() == now.size() || indent(now.get(earlier.size())) == INDENT.length();
    }

    /** An enum may have got constants at its end. */
    private static boolean isSame(final String earlier, final String now) {
        return now.equals(earlier)
                || (earlier.endsWith("}") && now.startsWith(earlier.substring(0, earlier.length() - 1) + ','));
    }

    private static String withoutUnit(final String line) {
        // Not a field of that name, which stands first.
        final int unit = line.indexOf(UNIT, indent(line));
        return unit < 0 ? line : line.substring(0, unit);
    }

    private static int indent(final String line) {
        return line.length() - line.stripLeading().length();
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
                    .append(field.shape() == FieldShape.PREFIXED ? "[]" : "");
            final ValueMap values = field.values();
            if (values != null) {
                final StringJoiner constants = new StringJoiner(",", " " + values.name() + "{", "}");
                for (int i = 0; i < values.size(); i++) {
                    constants.add(values.symbol(i));
                }
                text.append(constants);
            }
            text.append(field.unit() == null ? "" : UNIT + field.unit()).append('\n');
            append(text, field.members(), indent + INDENT);
        }
    }
}
