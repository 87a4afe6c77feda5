package io.ringside.schema;

import io.ringside.RingsideException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The description of a provider besides its events, as one block of bytes: its name, the group that it belongs to, and
 * other agreed properties. Immutable.
 * <pre>
 * u16 length of all | name, UTF-8, ended by a zero byte | traits: u16 length of all of it, u8 type, data
 * </pre>
 * Numbers are little-endian. The bytes may come from anyone: bytes of any other form are refused, and so
 * is a second group. There may be several traits of any other type.
 */
public final class ProviderTraits {
    /** Type of the trait that contains the group's id: the 16 bytes of a GUID. */
    public static final int TYPE_GROUP = 1;
    /** First type that is free for use; lower types are reserved. */
    public static final int TYPE_OWN_MIN = 128;
    /** Maximum type. */
    public static final int TYPE_MAX = 255;
    /** Maximum length in bytes, limited by the length field. Traits are stored once per provider, not in its events. */
    public static final int LENGTH_MAX = 0xFFFF;

    private static final int TRAIT_HEADER_LENGTH = Short.BYTES + Byte.BYTES;
    private static final int LENGTH_MIN = Short.BYTES + Byte.BYTES;

    private final String name;
    private final List<Trait> traits;
    private final byte[] bytes;

    private static final class Trait {
        private final int type;
        private final byte[] data;

        private Trait(final int type, final byte[] data) {
            this.type = type;
            this.data = data;
        }
    }

    private ProviderTraits(final String name, final List<Trait> traits, final byte[] bytes) {
        this.name = name;
        this.traits = traits;
        this.bytes = bytes;
    }

    /**
     * Creates traits that consist only of a name.
     *
     * @param name of the provider, without a zero character.
     * @return the traits.
     * @throws RingsideException if the name is not allowed or too long.
     */
    public static ProviderTraits of(final String name) {
        return encode(name, List.of());
    }

    /**
     * Sets the group of the provider, replacing an existing one.
     *
     * @param groupId of the group.
     * @return traits with that group.
     * @throws RingsideException if they become too long.
     */
    public ProviderTraits inGroup(final UUID groupId) {
        final long most = groupId.getMostSignificantBits();
        return with(TYPE_GROUP, ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) (most >>> 32)).putShort((short) (most >>> 16)).putShort((short) most)
                .order(ByteOrder.BIG_ENDIAN).putLong(groupId.getLeastSignificantBits()).array());
    }

    /**
     * Adds a trait, replacing existing ones of its type.
     *
     * @param type 1..255; free for use from {@link #TYPE_OWN_MIN}.
     * @param data of the trait.
     * @return traits with the new one at the end.
     * @throws RingsideException if there is no such type, the data has a wrong length, or all traits become too long.
     */
    public ProviderTraits with(final int type, final byte[] data) {
        final List<Trait> others = new ArrayList<>(traits);
        others.removeIf(trait -> trait.type == type);
        others.add(checked(type, data.clone()));
        return encode(name, others);
    }

    /**
     * Parses traits.
     *
     * @param buffer that holds them; others may change it meanwhile.
     * @param offset of their first byte.
     * @param length exact length of the traits in bytes.
     * @return the traits, with exactly these bytes.
     * @throws RingsideException if they are malformed.
     */
    public static ProviderTraits parse(final DirectBuffer buffer, final int offset, final int length) {
        if (length < LENGTH_MIN || length > LENGTH_MAX || offset < 0 || offset > buffer.capacity() - length) {
            throw RingsideException
                    .invalidArgument("length of traits out of range: offset=" + offset + ", length=" + length
                            + ", capacity=" + buffer.capacity() + ", min=" + LENGTH_MIN + ", max=" + LENGTH_MAX);
        }
        final byte[] copy = new byte[length];
        buffer.getBytes(offset, copy);
        return parse(copy);
    }

    /** Parses traits from bytes that are not shared. */
    private static ProviderTraits parse(final byte[] bytes) {
        final ByteBuffer input = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < LENGTH_MIN || (input.getShort() & 0xFFFF) != bytes.length) {
            throw RingsideException
                    .invalidArgument("traits do not begin with their length: length=" + bytes.length + ", min="
                            + LENGTH_MIN);
        }
        final String name = takeName(input);
        final List<Trait> traits = new ArrayList<>();
        while (input.hasRemaining()) {
            traits.add(takeTrait(input));
        }
        if (traits.stream().filter(trait -> trait.type == TYPE_GROUP).count() > 1) {
            throw RingsideException.invalidArgument("traits name more than one group: provider=" + name + ", traits="
                    + traits.size());
        }
        return new ProviderTraits(name, traits, bytes);
    }

    /** {@return the name of the provider} */
    public String name() {
        return name;
    }

    /** {@return the id of the group that the provider belongs to; null if it belongs to none} */
    public @Nullable UUID groupId() {
        final byte[] data = find(TYPE_GROUP);
        if (data == null) {
            return null;
        }
        final ByteBuffer group = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        final long most = ((long) group.getInt() << 32) | ((group.getShort() & 0xFFFFL) << 16)
                | (group.getShort() & 0xFFFFL);
        return new UUID(most, group.order(ByteOrder.BIG_ENDIAN).getLong());
    }

    /**
     * Finds a trait.
     *
     * @param type of the trait.
     * @return a copy of the data of the first such trait; null if there is none.
     */
    public byte @Nullable [] trait(final int type) {
        final byte[] data = find(type);
        return data == null ? null : data.clone();
    }

    /** {@return a copy of the bytes} */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /** {@return the number of bytes, at most {@link #LENGTH_MAX}} */
    public int length() {
        return bytes.length;
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof ProviderTraits that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "ProviderTraits{name=" + name + ", groupId=" + groupId() + ", traits=" + traits.size()
                + '}';
    }

    private byte @Nullable [] find(final int type) {
        return traits.stream().filter(trait -> trait.type == type).map(trait -> trait.data).findFirst().orElse(null);
    }

    private static ProviderTraits encode(final String name, final List<Trait> traits) {
        SchemaName.checkText("traits", name, LENGTH_MAX);
        if (name.indexOf('\0') >= 0) {
            throw RingsideException
                    .invalidArgument("name in traits has a zero character: length=" + name.length() + ", at="
                            + name.indexOf('\0'));
        }
        final ByteArrayOutputStream output = new ByteArrayOutputStream();
        output.writeBytes(name.getBytes(StandardCharsets.UTF_8));
        output.write(0);
        for (final Trait trait : traits) {
            putLength(output, TRAIT_HEADER_LENGTH + trait.data.length);
            output.write(trait.type);
            output.writeBytes(trait.data);
        }
        final int length = Short.BYTES + output.size();
        if (length > LENGTH_MAX) {
            throw RingsideException.invalidArgument("traits are too long: length=" + length + ", max=" + LENGTH_MAX);
        }
        final ByteArrayOutputStream whole = new ByteArrayOutputStream(length);
        putLength(whole, length);
        whole.writeBytes(output.toByteArray());
        return new ProviderTraits(name, traits, whole.toByteArray());
    }

    private static void putLength(final ByteArrayOutputStream output, final int length) {
        output.write(length);
        output.write(length >>> Byte.SIZE);
    }

    private static String takeName(final ByteBuffer input) {
        final int begin = input.position();
        while (input.hasRemaining()) {
            if (input.get() == 0) {
                final int length = input.position() - 1 - begin;
                try {
                    return StandardCharsets.UTF_8.newDecoder().decode(input.slice(begin, length)).toString();
                } catch (final CharacterCodingException e) {
                    throw RingsideException
                            .invalidArgument("name in traits is not UTF-8: offset=" + begin + ", length=" + length);
                }
            }
        }
        throw RingsideException
                .invalidArgument("name in traits has no end: offset=" + begin + ", length=" + input.limit());
    }

    private static Trait takeTrait(final ByteBuffer input) {
        final int begin = input.position();
        final int length = input.remaining() < TRAIT_HEADER_LENGTH ? 0 : input.getShort() & 0xFFFF;
        if (length < TRAIT_HEADER_LENGTH || length > input.limit() - begin) {
            throw RingsideException
                    .invalidArgument("trait is not within the traits: offset=" + begin + ", length=" + length
                            + ", remaining=" + (input.limit() - begin));
        }
        final int type = input.get() & 0xFF;
        final byte[] data = new byte[length - TRAIT_HEADER_LENGTH];
        input.get(data);
        return checked(type, data);
    }

    private static Trait checked(final int type, final byte[] data) {
        if (type < 1 || type > TYPE_MAX) {
            throw RingsideException
                    .invalidArgument("type of trait out of range: type=" + type + ", min=1, max=" + TYPE_MAX);
        }
        if (type == TYPE_GROUP && data.length != 2 * Long.BYTES) {
            throw RingsideException
                    .invalidArgument("trait of the group is not a GUID: length=" + data.length + ", expected="
                            + 2 * Long.BYTES);
        }
        return new Trait(type, data);
    }
}
