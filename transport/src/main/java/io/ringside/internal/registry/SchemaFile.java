package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.layout.FileHeader;
import io.ringside.internal.layout.SchemaFileDescriptor;
import io.ringside.internal.schema.SchemaDecoder;
import io.ringside.internal.schema.SchemaEncoder;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.schema.ProviderSchema;
import java.nio.file.Path;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.layout.SchemaFileDescriptor.CONTENT_HASH_OFFSET;
import static io.ringside.internal.layout.SchemaFileDescriptor.CONTENT_LENGTH_OFFSET;
import static io.ringside.internal.layout.SchemaFileDescriptor.EVENT_COUNT_OFFSET;
import static io.ringside.internal.layout.SchemaFileDescriptor.MAGIC;
import static io.ringside.internal.layout.SchemaFileDescriptor.MAX_FILE_LENGTH;
import static io.ringside.internal.layout.SchemaFileDescriptor.MIN_FILE_LENGTH;
import static io.ringside.internal.layout.SchemaFileDescriptor.PROVIDER_LEAST_OFFSET;
import static io.ringside.internal.layout.SchemaFileDescriptor.PROVIDER_MOST_OFFSET;
import static io.ringside.internal.layout.SchemaFileDescriptor.VERSION;

/**
 * A mapped schema file: the checked schema and its enable masks. The masks may be read by any thread until the file is
 * closed; they are stored by the holder of the control lock only.
 */
public final class SchemaFile implements AutoCloseable {
    private final MappedFile file;
    private final ProviderSchema schema;
    private final FlagWords words;

    private SchemaFile(final MappedFile file, final ProviderSchema schema) {
        this.file = file;
        this.schema = schema;
        this.words = new FlagWords(file.buffer(), schema);
    }

    /**
     * Make the file of a schema. When the file becomes visible, its enable masks reflect the enablements in force.
     *
     * @param path    path of the file, which must not exist yet
     * @param files   creates the file
     * @param schema  of the provider
     * @param inForce for the provider
     * @throws RingsideException if it cannot be created
     */
    public static void create(
            final Path path, final FileMaker files, final ProviderSchema schema, final ProviderEnablements inForce) {
        final byte[] content = SchemaEncoder.encode(schema);
        final int eventCount = schema.events().size();
        final int length = SchemaFileDescriptor.fileLength(eventCount, content.length);
        files.create(path, length, buffer -> {
            buffer.putLong(PROVIDER_MOST_OFFSET, schema.id().getMostSignificantBits());
            buffer.putLong(PROVIDER_LEAST_OFFSET, schema.id().getLeastSignificantBits());
            buffer.putLong(CONTENT_HASH_OFFSET, schema.contentHash());
            buffer.putInt(EVENT_COUNT_OFFSET, eventCount);
            buffer.putInt(CONTENT_LENGTH_OFFSET, content.length);
            buffer.putBytes(SchemaFileDescriptor.contentOffset(eventCount), content);
            new FlagWords(buffer, schema).store(inForce);
            FileHeader.publish(buffer, MAGIC, VERSION);
        }).close();
    }

    /**
     * Opens the file of a schema.
     *
     * @param folder of the schemas
     * @param name   name of the file, which its content has to match
     * @param access {@link Access#READ_WRITE} to store enable masks
     * @return the file
     * @throws RingsideException if it is absent, or its content does not match its name
     */
    public static SchemaFile open(final Path folder, final SchemaFileName name, final Access access) {
        final Path path = folder.resolve(name.toString());
        final MappedFile file = ExistingFile.map(path, access, MIN_FILE_LENGTH, MAX_FILE_LENGTH);
        try {
            FileHeader.check(path, file.buffer(), MAGIC, VERSION);
            return new SchemaFile(file, checkedSchema(path, file.buffer(), name));
        } catch (final RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** Returns the schema, as a copy on the heap. */
    public ProviderSchema schema() {
        return schema;
    }

    /** Returns the enable masks of the provider and its events. */
    public FlagWords words() {
        return words;
    }

    /** Returns the whole mapped file, for writers: {@link SchemaFileDescriptor#eventWordOffset(int)}. */
    public UnsafeBuffer buffer() {
        return file.buffer();
    }

    public Path path() {
        return file.path();
    }

    /** Returns whether the mapped file still exists under its name. */
    public boolean stands() {
        return file.stands();
    }

    /** Unmap the file. No writer may read an enable mask any more. */
    @Override
    public void close() {
        file.close();
    }

    private static ProviderSchema checkedSchema(final Path path, final UnsafeBuffer buffer, final SchemaFileName name) {
        final UUID providerId = new UUID(buffer.getLong(PROVIDER_MOST_OFFSET), buffer.getLong(PROVIDER_LEAST_OFFSET));
        final int eventCount = buffer.getInt(EVENT_COUNT_OFFSET);
        final int contentLength = buffer.getInt(CONTENT_LENGTH_OFFSET);
        final int capacity = buffer.capacity();
        if (eventCount < 0 || eventCount > capacity / Long.BYTES || contentLength < 0 || contentLength > capacity
                || SchemaFileDescriptor.fileLength(eventCount, contentLength) != capacity) {
            throw damaged(path, "lengths do not fit the file");
        }
        if (!providerId.equals(name.providerId()) || buffer.getLong(CONTENT_HASH_OFFSET) != name.contentHash()) {
            throw damaged(path, "provider or hash are not those of the name");
        }
        final ProviderSchema schema;
        try {
            schema = SchemaDecoder.decode(buffer, SchemaFileDescriptor.contentOffset(eventCount), contentLength);
        } catch (final RingsideException e) {
            throw new RingsideException(ErrorCode.CORRUPT,
                    "schema cannot be decoded: path=" + path + ": end its providers, then remove it", e);
        }
        if (!schema.id().equals(providerId) || schema.contentHash() != name.contentHash()
                || schema.events().size() != eventCount) {
            throw damaged(path, "content is not what the header says");
        }
        return schema;
    }

    private static RingsideException damaged(final Path path, final String reason) {
        return new RingsideException(ErrorCode.CORRUPT, "schema file is damaged: path=" + path + ", reason=" + reason
                + ": end its providers, then remove it");
    }
}
