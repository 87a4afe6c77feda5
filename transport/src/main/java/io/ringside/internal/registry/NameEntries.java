package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.schema.PublishedNames;
import io.ringside.schema.ValueMap;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

import static io.ringside.internal.layout.NamesDescriptor.ENTRY_NAME_LENGTH_OFFSET;
import static io.ringside.internal.layout.NamesDescriptor.ENTRY_SCALE_OFFSET;
import static io.ringside.internal.layout.NamesDescriptor.ENTRY_TABLE_LENGTH_OFFSET;
import static io.ringside.internal.layout.NamesDescriptor.ENTRY_TEXTS_OFFSET;
import static io.ringside.internal.layout.NamesDescriptor.ENTRY_TIME_OFFSET;
import static io.ringside.internal.layout.NamesDescriptor.ENTRY_VALUE_OFFSET;

/** Encodes and decodes entries of published names and scales in files and recordings. Stateless. */
public final class NameEntries {
    /** Maximum length of a text in bytes, more than any valid name needs: 255 characters. */
    private static final int TEXT_LENGTH_MAX = 1024;

    private NameEntries() {}

    /**
     * Write an entry.
     *
     * @param entry  valid entry
     * @param buffer to write to
     * @param offset of the entry, a multiple of 8
     * @return length of the entry in bytes, a multiple of 8
     */
    public static int encode(final PublishedNames.Entry entry, final MutableDirectBuffer buffer, final int offset) {
        final byte[] table = entry.table().getBytes(StandardCharsets.UTF_8);
        final byte[] name = entry.name().getBytes(StandardCharsets.UTF_8);
        final int length = entry.length();
        // Zeros the last word first, because the texts may end before it does.
        buffer.putLong(offset + length - Long.BYTES, 0);
        buffer.putInt(offset + ENTRY_TABLE_LENGTH_OFFSET, table.length);
        buffer.putShort(offset + ENTRY_NAME_LENGTH_OFFSET, (short) name.length);
        buffer.putShort(offset + ENTRY_SCALE_OFFSET, (short) (entry.scale() - ValueMap.NO_SCALE));
        buffer.putLong(offset + ENTRY_VALUE_OFFSET, entry.value());
        buffer.putLong(offset + ENTRY_TIME_OFFSET, entry.timeTicks());
        buffer.putBytes(offset + ENTRY_TEXTS_OFFSET, table);
        buffer.putBytes(offset + ENTRY_TEXTS_OFFSET + table.length, name);
        return length;
    }

    /**
     * Read entries from memory that any process may have written.
     *
     * @param buffer buffer that others may change meanwhile
     * @param offset of the first entry
     * @param limit  end of the last entry, within the buffer
     * @param names  receives the entries that it does not contain yet
     * @throws RingsideException with {@link ErrorCode#CORRUPT} at the first damaged one; the entries before are added
     */
    public static void decode(final DirectBuffer buffer, final int offset, final int limit,
            final PublishedNames names) {
        int at = offset;
        while (at < limit) {
            final int left = limit - at;
            final int table = left < ENTRY_TEXTS_OFFSET ? -1 : buffer.getInt(at + ENTRY_TABLE_LENGTH_OFFSET);
            final int name = left < ENTRY_TEXTS_OFFSET
                    ? -1
                    : Short.toUnsignedInt(buffer.getShort(at + ENTRY_NAME_LENGTH_OFFSET));
            final int scale = left < ENTRY_TEXTS_OFFSET
                    ? ValueMap.NO_SCALE
                    : buffer.getShort(at + ENTRY_SCALE_OFFSET) + ValueMap.NO_SCALE;
            final boolean isScale = scale != ValueMap.NO_SCALE;
            if (table < 1 || table > TEXT_LENGTH_MAX || isScale != (name == 0) || name > TEXT_LENGTH_MAX
                    || PublishedNames.Entry.length(table, Math.max(name, 0)) > left) {
                throw damaged(at, "tableLength=" + table + ", nameLength=" + name + ", scale=" + scale + ", left="
                        + left);
            }
            final byte[] copy = new byte[PublishedNames.Entry.length(table, name)];
            buffer.getBytes(at, copy);
            try {
                names.add(new PublishedNames.Entry(text(copy, ENTRY_TEXTS_OFFSET, table),
                        buffer(copy).getLong(ENTRY_VALUE_OFFSET), text(copy, ENTRY_TEXTS_OFFSET + table, name),
                        buffer(copy).getShort(ENTRY_SCALE_OFFSET) + ValueMap.NO_SCALE,
                        buffer(copy).getLong(ENTRY_TIME_OFFSET)));
            } catch (final CharacterCodingException | RingsideException e) {
                throw damaged(at, String.valueOf(e.getMessage()));
            }
            at += copy.length;
        }
    }

    private static ByteBuffer buffer(final byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static String text(final byte[] entry, final int offset, final int length)
            throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(entry, offset, length)).toString();
    }

    private static RingsideException damaged(final int offset, final String reason) {
        return new RingsideException(ErrorCode.CORRUPT,
                "published name is damaged: offset=" + offset + ", " + reason + ": names from here on are left out");
    }
}
