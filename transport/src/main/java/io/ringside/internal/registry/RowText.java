package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.HexText;
import io.ringside.internal.files.Incarnation;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The text of a row: {@code key=value} lines in UTF-8, escaped as {@link Properties} does, in the order of their keys.
 * Not thread-safe.
 */
final class RowText {
    /** Maximum length of the text in bytes: room for an enablement with every filter at its limit. */
    static final int MAX_LENGTH = 4 * 1024 * 1024;

    private static final String HEX_PREFIX = "0x";
    /** Separates the items of a list, none of which contains it: names have no control characters. */
    private static final String LIST_SEPARATOR = "\n";

    private final @Nullable Path path;
    private final Properties values = new Properties();

    /** An empty row, to be filled. */
    RowText() {
        this.path = null;
    }

    private RowText(final Path path) {
        this.path = path;
    }

    /** Reads a text that any process may have written; an invalid text is {@link ErrorCode#CORRUPT}. */
    static RowText parse(final Path path, final byte[] contents) {
        final RowText row = new RowText(path);
        try {
            final String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(contents)).toString();
            row.values.load(new StringReader(text));
        } catch (final CharacterCodingException e) {
            throw row.corrupt("not UTF-8", e);
        } catch (final IllegalArgumentException e) {
            throw row.corrupt("a malformed escape", e);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return row;
    }

    RowText put(final String key, final Object value) {
        values.setProperty(key, value.toString());
        return this;
    }

    RowText putIfPresent(final String key, final @Nullable Object value) {
        return value == null ? this : put(key, value);
    }

    RowText putList(final String key, final Collection<?> items) {
        return put(key, items.stream().map(Object::toString).collect(Collectors.joining(LIST_SEPARATOR)));
    }

    /** Returns the encoded row. */
    byte[] encode() {
        final StringWriter writer = new StringWriter();
        try {
            values.store(writer, null);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        // Removes the only comment, the time of writing, which would make equal rows differ.
        final byte[] contents = bytes(writer.toString().lines()
                .filter(line -> !line.startsWith("#"))
                .sorted()
                .map(line -> line + '\n')
                .collect(Collectors.joining()));
        if (contents.length > MAX_LENGTH) {
            throw new RingsideException(ErrorCode.LIMIT,
                    "row is too long: length=" + contents.length + ", max=" + MAX_LENGTH + ": use shorter texts");
        }
        return contents;
    }

    private static byte[] bytes(final String text) {
        try {
            final ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            final byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (final CharacterCodingException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "text of a row is not Unicode, lone surrogate: length=" + text.length()
                            + ": use another name",
                    e);
        }
    }

    @Nullable
    String textOrNull(final String key) {
        return values.getProperty(key);
    }

    String text(final String key) {
        final String value = values.getProperty(key);
        if (value == null) {
            throw corrupt("without " + key, null);
        }
        return value;
    }

    /** Returns the items of a list; null if there is no such list. */
    @Nullable
    List<String> listOrNull(final String key) {
        final String text = textOrNull(key);
        return text == null ? null : text.isEmpty() ? List.of() : List.of(text.split(LIST_SEPARATOR, -1));
    }

    long number(final String key, final long min, final long max) {
        final String text = text(key);
        try {
            final long value = Long.parseLong(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (final NumberFormatException e) {
            throw corrupt(key + " is no number", e);
        }
        throw corrupt(key + " is out of range", null);
    }

    long mask(final String key) {
        final String text = text(key);
        if (!text.startsWith(HEX_PREFIX) || text.length() == HEX_PREFIX.length()) {
            throw corrupt(key + " is no mask", null);
        }
        try {
            return HexText.parse(text.substring(HEX_PREFIX.length()));
        } catch (final IllegalArgumentException e) {
            throw corrupt(key + " is no mask", e);
        }
    }

    UUID uuid(final String key) {
        return uuidOf(text(key), key);
    }

    UUID uuidOf(final String text, final String key) {
        try {
            final UUID value = UUID.fromString(text);
            if (value.toString().equals(text)) {
                return value;
            }
        } catch (final IllegalArgumentException e) {
            throw corrupt(key + " is no UUID", e);
        }
        throw corrupt(key + " is no UUID", null);
    }

    Incarnation incarnation(final String key) {
        return incarnationOf(text(key), key);
    }

    Incarnation incarnationOf(final String text, final String key) {
        final Incarnation value = Incarnation.parse(text);
        if (value == null) {
            throw corrupt(key + " is no incarnation", null);
        }
        return value;
    }

    RowText putMask(final String key, final long mask) {
        return put(key, HEX_PREFIX + Long.toHexString(mask));
    }

    /** Returns the exception for an invalid part of the row; its message never quotes the file's text. */
    RingsideException corrupt(final String reason, final @Nullable Exception cause) {
        if (cause instanceof final RingsideException known && known.code() == ErrorCode.CORRUPT) {
            return known;
        }
        final String message = "row is damaged: path=" + path + ", reason=" + reason + ": remove it";
        return cause == null
                ? new RingsideException(ErrorCode.CORRUPT, message)
                : new RingsideException(ErrorCode.CORRUPT, message, cause);
    }
}
