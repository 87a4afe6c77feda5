package io.ringside.internal.registry;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.FileNames.NamesFileName;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.KillPoint;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.schema.ProviderSchema;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The schema files of a directory. Reading is possible at any time; only the holder of the control lock may change
 * files or enable masks. Thread-safe.
 */
public final class SchemaStore {
    private final TraceDirectory directory;
    private final FileMaker files;

    /**
     * The schemas of a directory.
     *
     * @param directory with the schemas
     * @param files     creates new files
     */
    public SchemaStore(final TraceDirectory directory, final FileMaker files) {
        this.directory = directory;
        this.files = files;
    }

    /** Returns the names of all schema files, without other files. */
    public List<SchemaFileName> names() {
        final List<SchemaFileName> names = new ArrayList<>();
        for (final String name : FolderListing.namesIn(directory.providers())) {
            final SchemaFileName schema = SchemaFileName.parse(name);
            if (schema != null) {
                names.add(schema);
            }
        }
        return names;
    }

    /**
     * Opens a schema.
     *
     * @param name   of the file
     * @param access {@link Access#READ_WRITE} to store enable masks
     * @return the file, to be closed
     * @throws RingsideException if it is absent, or its content does not match its name
     */
    public SchemaFile open(final SchemaFileName name, final Access access) {
        return SchemaFile.open(directory.providers(), name, access);
    }

    /** Returns the names of all files of published names, without other files. */
    public List<NamesFileName> namesFiles() {
        final List<NamesFileName> files = new ArrayList<>();
        for (final String name : FolderListing.namesIn(directory.providers())) {
            final NamesFileName file = NamesFileName.parse(name);
            if (file != null) {
                files.add(file);
            }
        }
        return files;
    }

    /**
     * Returns the names that a process publishes for a provider.
     *
     * @param providerId   id of the provider
     * @param incarnation  incarnation of the process
     * @param clock        clock for the next search for a missing file
     * @param errorHandler receives a damaged file once
     * @return the names, empty as long as there is no file
     */
    public NamesView published(final UUID providerId, final Incarnation incarnation, final NanoClock clock,
            final ErrorHandler errorHandler) {
        return new NamesView(directory.names(providerId, incarnation), providerId, incarnation, clock, errorHandler);
    }

    /**
     * Open a schema for reading its enable masks, after making its file if it is absent. Requires the control lock.
     *
     * @param schema  of the provider
     * @param inForce for the provider
     * @return the file, to be closed
     * @throws RingsideException if it cannot be made, or its content does not match its name
     */
    public SchemaFile openOrCreate(final ProviderSchema schema, final ProviderEnablements inForce) {
        final SchemaFileName name = new SchemaFileName(schema.id(), schema.contentHash());
        final Path path = directory.schema(name.providerId(), name.contentHash());
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            SchemaFile.create(path, files, schema, inForce);
        }
        return open(name, Access.READ_ONLY);
    }

    /**
     * Open a schema whose file this process had already; a file in its place that is not a schema is removed. Requires
     * the control lock.
     *
     * @param schema  of the provider
     * @param inForce for the provider
     * @return the file, to be closed
     * @throws RingsideException if it cannot be created
     */
    public SchemaFile restore(final ProviderSchema schema, final ProviderEnablements inForce) {
        try {
            return openOrCreate(schema, inForce);
        } catch (final RingsideException e) {
            if (e.code() != ErrorCode.LAYOUT && e.code() != ErrorCode.CORRUPT) {
                throw e;
            }
            remove(new SchemaFileName(schema.id(), schema.contentHash()));
            return openOrCreate(schema, inForce);
        }
    }

    /**
     * Derives the enable masks from the rows. Bits that stem from rows that cannot be read stay as they are. Requires
     * the control lock.
     *
     * @param rows       returns the rows that apply to the provider of a schema
     * @param providerId provider whose enable masks are derived, null for all providers
     * @return files that could not be opened, with the reason; their enable masks are unchanged
     */
    public List<String> recompute(
            final Function<ProviderSchema, RowSnapshot> rows, final @Nullable UUID providerId) {
        final List<String> problems = new ArrayList<>();
        for (final SchemaFileName name : names()) {
            if (providerId == null || name.providerId().equals(providerId)) {
                recompute(name, rows, problems);
            }
        }
        // A process that is notified of the change after this point reads the new masks.
        VarHandle.fullFence();
        if (KillPoint.ARMED) {
            KillPoint.WORDS_STORED.reached();
        }
        return problems;
    }

    /**
     * Remove an unused schema. Requires the control lock.
     *
     * @param name of the file
     */
    public void remove(final SchemaFileName name) {
        ExistingFile.remove(directory.providers().resolve(name.toString()));
    }

    private void recompute(
            final SchemaFileName name, final Function<ProviderSchema, RowSnapshot> rows,
            final List<String> problems) {
        try (SchemaFile file = open(name, Access.READ_WRITE)) {
            final RowSnapshot now = rows.apply(file.schema());
            file.words().store(now.inForce(file.schema()), now.unknownSlots(file.schema()));
        } catch (final RingsideException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
    }
}
