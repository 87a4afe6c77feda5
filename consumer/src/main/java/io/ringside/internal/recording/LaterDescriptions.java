package io.ringside.internal.recording;

import io.ringside.RingsideException;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.queue.QueueReader;
import io.ringside.internal.registry.ProcessIdentity;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.ExpandableDirectByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Descriptions in a recording that follow the events that need them. A recorder that cannot read a process's page or
 * schema records the events anyway, and writes the descriptions later. Not thread-safe.
 */
final class LaterDescriptions implements ExcerptVisitor {
    private final Map<Incarnation, Description> processes = new HashMap<>();

    /** Description of a process in an excerpt. */
    private record Description(@Nullable ProcessIdentity identity, List<SchemaFileName> schemas) {}

    /**
     * Read all descriptions from a file on.
     *
     * @param folder  folder of the recording
     * @param file    number of the first file to read
     * @param schemas receives the schemas and the names of values
     */
    void read(final Path folder, final int file, final ExcerptVisitor schemas) {
        final ExcerptDecoder decoder = new ExcerptDecoder();
        final ExpandableDirectByteBuffer excerpt = new ExpandableDirectByteBuffer();
        try (QueueReader reader = QueueReader.open(folder, ExcerptDescriptor.MARK)) {
            boolean more = file == QueueReader.NULL_FILE || reader.toFile(file);
            while (more && reader.next(excerpt)) {
                final int kind = ExcerptDecoder.kind(excerpt, reader.length());
                if (kind == ExcerptDescriptor.KIND_PROCESS) {
                    decode(decoder, excerpt, reader.length(), this);
                } else if (kind == ExcerptDescriptor.KIND_SCHEMA || kind == ExcerptDescriptor.KIND_NAMES) {
                    decode(decoder, excerpt, reader.length(), schemas);
                }
            }
        } catch (final RingsideException e) {
            // A reader of the recording will find and report the damage.
            return;
        }
    }

    /** Describe a process as far as the recording allows. */
    void describe(final RecordedProcess process) {
        final Description found = processes.get(process.incarnation());
        if (found != null) {
            process.describe(found.identity, found.schemas);
        }
    }

    @Override
    public void onProcess(final Incarnation incarnation, final @Nullable ProcessIdentity identity,
            final List<SchemaFileName> schemas) {
        processes.merge(incarnation, new Description(identity, schemas),
                (before, next) -> new Description(next.identity == null ? before.identity : next.identity,
                        next.schemas.size() < before.schemas.size() ? before.schemas : next.schemas));
    }

    private static void decode(final ExcerptDecoder decoder, final ExpandableDirectByteBuffer excerpt,
            final int length, final ExcerptVisitor visitor) {
        try {
            decoder.decode(excerpt, length, visitor);
        } catch (final RingsideException | IndexOutOfBoundsException e) {
            // The damage is reported when this excerpt is read in its turn.
            return;
        }
    }
}
