package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.internal.schema.SchemaLimits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of a field's bytes in another system, such as one of its messages. It is stored as given and not
 * interpreted here. Immutable.
 */
public final class CustomSchema {
    private final int protocol;
    private final byte[] bytes;

    private CustomSchema(final int protocol, final byte[] bytes) {
        this.protocol = protocol;
        this.bytes = bytes;
    }

    /**
     * Makes a custom schema.
     *
     * @param protocol number that its users agreed on, 0..65,535.
     * @param bytes    of the schema, at most {@link SchemaLimits#CUSTOM_SCHEMA_LENGTH_MAX}; copied.
     * @return the custom schema.
     * @throws RingsideException if the number is out of range or there are too many bytes.
     */
    public static CustomSchema of(final int protocol, final byte[] bytes) {
        if (protocol != (protocol & 0xFFFF) || bytes.length > SchemaLimits.CUSTOM_SCHEMA_LENGTH_MAX) {
            throw RingsideException
                    .invalidArgument("custom schema out of range: protocol=" + protocol + ", max=65535, length="
                            + bytes.length + ", max=" + SchemaLimits.CUSTOM_SCHEMA_LENGTH_MAX);
        }
        return new CustomSchema(protocol, bytes.clone());
    }

    /** {@return the number that its users agreed on} */
    public int protocol() {
        return protocol;
    }

    /** {@return a copy of the bytes} */
    public byte[] toBytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof CustomSchema that && protocol == that.protocol && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * protocol + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "CustomSchema{protocol=" + protocol + ", length=" + bytes.length + '}';
    }
}
