package io.ringside.event;

import io.ringside.RingsideException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Derives the id of a provider from its name, so that the name alone identifies it in every process. Ignores letter
 * case. Stateless.
 */
public final class ProviderId {
    private static final byte[] NAMESPACE = HexFormat.of().parseHex("482C2DB2C39047C887F81A15BFC130FB");
    private static final int VERSION_OFFSET = 7;
    private static final int VERSION_MASK = 0x0F;
    private static final int VERSION = 0x50;

    private ProviderId() {}

    /**
     * Hashes a name to an id: the first 16 bytes of SHA-1 over a namespace and the upper-cased name in UTF-16
     * (big-endian), read as a Windows GUID whose version is set to 5. The variant is not set, so this is not RFC 4122.
     *
     * @param name of the provider, not empty.
     * @return the id.
     * @throws RingsideException if the name is empty.
     */
    public static UUID fromName(final String name) {
        if (name.isEmpty()) {
            throw RingsideException.invalidArgument("name of a provider must not be empty: name=");
        }
        final MessageDigest digest = sha();
        digest.update(NAMESPACE);
        final byte[] hash = digest.digest(upperCase(name).getBytes(StandardCharsets.UTF_16BE));
        hash[VERSION_OFFSET] = (byte) ((hash[VERSION_OFFSET] & VERSION_MASK) | VERSION);
        // Agrona buffers would need a JVM flag, without which naming providers must still be possible.
        final ByteBuffer guid = ByteBuffer.wrap(hash).order(ByteOrder.LITTLE_ENDIAN);
        final long first = guid.getInt() & 0xFFFFFFFFL;
        final long second = guid.getShort() & 0xFFFFL;
        final long third = guid.getShort() & 0xFFFFL;
        return new UUID((first << 32) | (second << 16) | third, guid.order(ByteOrder.BIG_ENDIAN).getLong());
    }

    /** Converts char by char and without a locale, as the original of this hash does: a sharp s remains one letter. */
    private static String upperCase(final String name) {
        final char[] chars = name.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            chars[i] = Character.toUpperCase(chars[i]);
        }
        return new String(chars);
    }

    private static MessageDigest sha() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("JDK lacks a digest that every JDK must have: algorithm=SHA-1", e);
        }
    }
}
