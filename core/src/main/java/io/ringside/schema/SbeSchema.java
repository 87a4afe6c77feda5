package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.internal.schema.SchemaLimits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A schema of Simple Binary Encoding, in SBE's own encoding (the <i>intermediate representation</i> that its tool
 * writes to a file {@code .sbeir}). Stored as given; only the module {@code io.ringside.sbe} interprets it. Immutable.
 */
public final class SbeSchema {
    private final byte[] ir;
    private final int hash;

    private SbeSchema(final byte[] ir) {
        this.ir = ir;
        this.hash = Arrays.hashCode(ir);
    }

    /**
     * Creates a schema.
     *
     * @param ir encoded form, 1 to {@link SchemaLimits#SBE_LENGTH_MAX} bytes; copied.
     * @return the schema.
     * @throws RingsideException if the encoding is empty or too long.
     */
    public static SbeSchema of(final byte[] ir) {
        if (ir.length < 1 || ir.length > SchemaLimits.SBE_LENGTH_MAX) {
            throw RingsideException
                    .invalidArgument("length of SBE schema out of range: length=" + ir.length + ", min=1, max="
                            + SchemaLimits.SBE_LENGTH_MAX);
        }
        return new SbeSchema(ir.clone());
    }

    /** {@return a copy of the encoded form} */
    public byte[] toBytes() {
        return ir.clone();
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof SbeSchema that && Arrays.equals(ir, that.ir);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return "SbeSchema{length=" + ir.length + '}';
    }
}
