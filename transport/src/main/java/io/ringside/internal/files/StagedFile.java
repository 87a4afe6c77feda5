package io.ringside.internal.files;

import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A complete file without its final name. Closing removes it, unless it has been published. Not thread-safe. */
public final class StagedFile implements AutoCloseable {
    private final Path temporary;
    private final Path target;
    private @Nullable MappedFile mapping;
    private boolean published;

    StagedFile(final Path temporary, final Path target, final @Nullable MappedFile mapping) {
        this.temporary = temporary;
        this.target = target;
        this.mapping = mapping;
    }

    /**
     * Gives the file its name, replacing any file of that name.
     *
     * @throws RingsideException if the file system refuses; the old file then remains
     */
    public void publish() {
        try {
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException e) {
            throw RingsideException.ofFile("give a file its name", target, e);
        }
        published = true;
        if (KillPoint.ARMED) {
            KillPoint.FILE_RENAMED.reached();
        }
    }

    /** Returns the mapping through which the file was filled. The caller has to close it. */
    Optional<MappedFile> takeMapping() {
        final Optional<MappedFile> taken = Optional.ofNullable(mapping);
        mapping = null;
        return taken;
    }

    /** Remove the file if it has not been published. */
    @Override
    public void close() {
        if (mapping != null) {
            mapping.close();
            mapping = null;
        }
        if (!published) {
            ExistingFile.remove(temporary);
        }
    }
}
