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
 * The schema files of a directory. Reading is possible at any time; whatever changes files or words is for the holder
 * of the control lock. Thread-safe.
 */
public final class SchemaStore {
    private final TraceDirectory directory;
    private final FileMaker files;

    /**
     * The schemas of a directory.
     *
     * @param directory with the schemas
     * @param files     to make new ones with
     */
    public SchemaStore(final TraceDirectory directory, final FileMaker files) {
        this.directory = directory;
        this.files = files;
    }

    /** The names of all schema files, other files left out. */
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
     * @throws RingsideException if it is absent, or not what its name says
     */
    public SchemaFile open(final SchemaFileName name, final Access access) {
        return SchemaFile.open(directory.providers(), name, access);
    }

    /** The names of all files of published names, other files left out. */
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
     * The names that a process publishes for a provider.
     *
     * @param providerId   of the provider
     * @param incarnation  of the process
     * @param clock        that times the next search for a missing file
     * @param errorHandler receives once what is damaged
     * @return the names, without any as long as there is no file
     */
    public NamesView published(final UUID providerId, final Incarnation incarnation, final NanoClock clock,
            final ErrorHandler errorHandler) {
        return new NamesView(directory.names(providerId, incarnation), providerId, incarnation, clock, errorHandler);
    }

    /**
     * Open a schema for reading its words, and make its file before if it is absent. Under the control lock.
     *
     * @param schema  of the provider
     * @param inForce for the provider
     * @return the file, to be closed
     * @throws RingsideException if it cannot be made, or is not what its name says
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
     * The same for a schema whose file this process had: what is in its place and is no schema is removed. Under
     * the control lock.
     *
     * @param schema  of the provider
     * @param inForce for the provider
     * @return the file, to be closed
     * @throws RingsideException if it cannot be made
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
     * Derives the enable masks from the rows. Bits of rows that cannot be read stay as they are. Under the control
     * lock.
     *
     * @param rows       the truth, of a schema: all that is about its provider
     * @param providerId of which the words are stored, null for all providers
     * @return files that could not be opened, with the reason: their words are as before
     */
    public List<String> recompute(
            final Function<ProviderSchema, RowSnapshot> rows, final @Nullable UUID providerId) {
        final List<String> problems = new ArrayList<>();
        for (final SchemaFileName name : names()) {
            if (providerId == null || name.providerId().equals(providerId)) {
                recompute(name, rows, problems);
            }
        }
        // A process that is notified of the change from here on finds the words.
        VarHandle.fullFence();
        if (KillPoint.ARMED) {
            KillPoint.WORDS_STORED.reached();
        }
        return problems;
    }

    /**
     * Remove an unused schema. Under the control lock.
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
