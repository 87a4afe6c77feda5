package io.ringside.internal.schema;

import io.ringside.schema.FieldVisitor;
import io.ringside.schema.PayloadReader;
import io.ringside.schema.SbeSchema;
import java.util.ServiceLoader;
import org.agrona.DirectBuffer;

/**
 * Reads payloads that are SBE messages. A service, since its implementation needs the SBE library, on which core does
 * not depend. Not thread-safe; each {@link PayloadReader} has its own instance.
 */
public interface SbeReader {
    /**
     * Reads a message.
     *
     * @param schema  of the message.
     * @param payload buffer that holds the message with its header, which must not change meanwhile.
     * @param offset  of the message header.
     * @param length  maximum length of the message in bytes, header included.
     * @param visitor receives the values.
     * @return false if no value was passed on, because the schema is unreadable or has no such message.
     */
    boolean read(SbeSchema schema, DirectBuffer payload, int offset, int length, FieldVisitor visitor);

    /** Returns the installed reader, or else one that reads nothing. */
    static SbeReader find() {
        return ServiceLoader.load(SbeReader.class, SbeReader.class.getClassLoader()).findFirst()
                .orElse((schema, payload, offset, length, visitor) -> false);
    }
}
