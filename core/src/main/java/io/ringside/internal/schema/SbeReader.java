package io.ringside.internal.schema;

import io.ringside.schema.FieldVisitor;
import io.ringside.schema.PayloadReader;
import io.ringside.schema.SbeSchema;
import java.util.ServiceLoader;
import org.agrona.DirectBuffer;

/**
 * Reads payloads that are messages of SBE, by its own library: a service, as core does not depend on that. For one
 * thread; each {@link PayloadReader} has its own.
 */
public interface SbeReader {
    /**
     * Reads a message.
     *
     * @param schema  that it is of.
     * @param payload buffer that holds the message after the header of messages, not changed by others meanwhile.
     * @param offset  of the header.
     * @param length  of all that may belong to it, in bytes.
     * @param visitor to hand the values to.
     * @return false if nothing was handed over, as the schema cannot be read or has no such message.
     */
    boolean read(SbeSchema schema, DirectBuffer payload, int offset, int length, FieldVisitor visitor);

    /** The reader that is installed, or one that reads nothing. */
    static SbeReader find() {
        return ServiceLoader.load(SbeReader.class, SbeReader.class.getClassLoader()).findFirst()
                .orElse((schema, payload, offset, length, visitor) -> false);
    }
}
