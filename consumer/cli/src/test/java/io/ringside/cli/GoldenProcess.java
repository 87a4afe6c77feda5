package io.ringside.cli;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.schema.SchemaEncoder;
import io.ringside.schema.ProviderSchema;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A process that never was, with its table of schemas.
 *
 * @param incarnation that names it
 * @param pid         of it
 * @param shiftNs     what its time namespace adds to the clock
 * @param schemas     encoded, by their index in records
 */
record GoldenProcess(Incarnation incarnation, long pid, long shiftNs, List<byte[]> schemas) {
    private static final int ID_OFFSET = 16;

    /** The usual one. */
    static GoldenProcess of(final ProviderSchema... schemas) {
        return of(1, schemas);
    }

    /** One of several. */
    static GoldenProcess of(final int number, final ProviderSchema... schemas) {
        final List<byte[]> encoded = new ArrayList<>();
        for (final ProviderSchema schema : schemas) {
            encoded.add(SchemaEncoder.encode(schema));
        }
        return new GoldenProcess(new Incarnation(0x1234_5678_9abc_def0L, number), 4_710 + number, 0, encoded);
    }

    GoldenProcess shifted(final long newShiftNs) {
        return new GoldenProcess(incarnation, pid, newShiftNs, schemas);
    }

    GoldenProcess with(final byte[]... encoded) {
        return new GoldenProcess(incarnation, pid, shiftNs, List.of(encoded));
    }

    static UUID providerId(final byte[] schema) {
        final ByteBuffer bytes = ByteBuffer.wrap(schema).order(ByteOrder.LITTLE_ENDIAN);
        return new UUID(bytes.getLong(ID_OFFSET), bytes.getLong(ID_OFFSET + Long.BYTES));
    }

    static long contentHash(final byte[] schema) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(schema)).getLong();
        } catch (final NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** The entries of its table: provider and content. */
    static void putKey(final GoldenBytes to, final byte[] schema) {
        final UUID id = providerId(schema);
        to.i64(id.getMostSignificantBits(), id.getLeastSignificantBits(), contentHash(schema));
    }
}
