package io.ringside.processor;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The declarations of an SBE schema, as lines for a listing. They are read from the encoded form that SBE's tool
 * writes: a frame, then tokens. SBE's own decoder is not used, since it needs JVM flags that a compiler does not have.
 * Immutable.
 */
final class SbeListing {
    private static final String INDENT = "    ";
    private static final String SINCE = " since ";
    private static final Pattern SINCE_VERSION = Pattern.compile(SINCE + "(\\d+)$");
    private static final Pattern BLOCK = Pattern.compile(" block \\d+");
    private static final List<String> PRIMITIVES = List.of("none", "char", "int8", "int16", "int32", "int64", "uint8",
            "uint16", "uint32", "uint64", "float", "double");
    private static final String END = "";
    /** Names of the tokens, by the code of their signal. */
    private static final List<String> SIGNALS = List.of("none", "message", END, "composite", END, "field", END, "group",
            END, "enum", "value", END, "set", "choice", END, "data", END, "type");

    private static final int CONSTANT = 2;
    /** Number of a token's texts after its name and its constant: limits, encoding, time, descriptions. */
    private static final int FURTHER_TEXTS = 10;

    private final int version;
    private final List<String> lines;

    private SbeListing(final int version, final List<String> lines) {
        this.version = version;
        this.lines = lines;
    }

    /** Parses the encoded form; the listing of an unknown form is empty. */
    static SbeListing of(final byte[] ir) {
        final ByteBuffer input = ByteBuffer.wrap(ir).order(ByteOrder.LITTLE_ENDIAN);
        final List<String> lines = new ArrayList<>();
        try {
            lines.add(INDENT + "schema id " + input.getInt());
            input.getInt();
            final int version = input.getInt();
            for (int i = 0; i < 3; i++) {
                takeBytes(input);
            }
            int depth = 1;
            while (input.hasRemaining()) {
                depth = appendToken(input, lines, depth);
            }
            return new SbeListing(version, lines);
        } catch (final BufferUnderflowException | IndexOutOfBoundsException e) {
            return new SbeListing(-1, List.of());
        }
    }

    /** Returns the version of the schema; negative if the form is unknown. */
    int version() {
        return version;
    }

    List<String> lines() {
        return lines;
    }

    /**
     * Returns whether messages extend those of an earlier listing: a new version may add messages, and within them
     * elements with the version since which they exist. Blocks may become longer.
     */
    static boolean continues(final List<String> earlier, final int earlierVersion, final List<String> now) {
        final Set<String> messages = new HashSet<>();
        earlier.stream().map(SbeListing::withoutBlock).filter(SbeListing::isMessage).forEach(messages::add);
        final List<String> kept = new ArrayList<>();
        int dropped = Integer.MAX_VALUE;
        for (final String line : now) {
            final String plain = withoutBlock(line);
            final int indent = plain.length() - plain.stripLeading().length();
            if (indent <= dropped) {
                final boolean isNew = since(plain) > earlierVersion || (isMessage(plain) && !messages.contains(plain));
                dropped = isNew ? indent : Integer.MAX_VALUE;
                if (!isNew) {
                    kept.add(plain);
                }
            }
        }
        return kept.equals(earlier.stream().map(SbeListing::withoutBlock).toList());
    }

    private static int appendToken(final ByteBuffer input, final List<String> lines, final int depth) {
        final int offset = input.getInt();
        final int size = input.getInt();
        final int fieldId = input.getInt();
        final int since = input.getInt();
        input.getInt();
        final String signal = SIGNALS.get(input.get());
        final String primitive = PRIMITIVES.get(input.get());
        final boolean isBigEndian = input.get() != 0;
        final boolean isConstant = input.get() == CONSTANT;
        input.getInt();
        final String name = new String(takeBytes(input), StandardCharsets.UTF_8);
        final String constant = HexFormat.of().formatHex(takeBytes(input));
        for (int i = 0; i < FURTHER_TEXTS; i++) {
            takeBytes(input);
        }
        if (signal.equals(END)) {
            return depth - 1;
        }
        lines.add(INDENT.repeat(depth) + signal + ' ' + name + switch (signal) {
            case "message", "group" -> " id " + fieldId + " block " + size;
            case "field" -> " id " + fieldId + " at " + offset;
            case "data" -> " id " + fieldId;
            case "value", "choice" -> " 0x" + constant;
            case "type" -> ' ' + primitive + " bytes " + size + " at " + offset + (isBigEndian ? " big endian" : "")
                    + (isConstant ? " constant 0x" + constant : "");
            default -> ' ' + primitive + " at " + offset;
        } + (since > 0 ? SINCE + since : ""));
        return switch (signal) {
            case "value", "choice", "type" -> depth;
            default -> depth + 1;
        };
    }

    private static byte[] takeBytes(final ByteBuffer input) {
        final byte[] bytes = new byte[input.getShort() & 0xFFFF];
        input.get(bytes);
        return bytes;
    }

    private static boolean isMessage(final String line) {
        return line.startsWith(INDENT + "message ");
    }

    private static int since(final String line) {
        final Matcher matcher = SINCE_VERSION.matcher(line);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    private static String withoutBlock(final String line) {
        return BLOCK.matcher(line).replaceFirst("");
    }
}
