package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.internal.schema.SchemaLimits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A schema of Simple Binary Encoding, in SBE's own encoded form of it (the <i>intermediate representation</i> that its
 * tool writes to a file {@code .sbeir}). Kept as it was given, and understood by the module {@code io.ringside.sbe}
 * alone. Immutable.
 */
public final class SbeSchema {
    private final byte[] ir;
    private final int hash;

    private SbeSchema(final byte[] ir) {
        this.ir = ir;
        this.hash = Arrays.hashCode(ir);
    }

    /**
     * Makes a schema.
     *
     * @param ir encoded form, 1 to {@link SchemaLimits#SBE_LENGTH_MAX} bytes; copied.
     * @return the schema.
     * @throws RingsideException if there is nothing, or too much.
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
