package io.ringside.internal.counter;

import io.ringside.RingsideException;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.FileNames.RequestFileName;
import io.ringside.internal.files.FileNames.RequestFolderName;
import io.ringside.internal.files.FileNames.TemporaryFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.TraceDirectory;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The folders in which processes receive requests for counters. Stateless. */
public final class RequestFolders {
    private RequestFolders() {}

    /**
     * Find the processes that have a folder.
     *
     * @param directory to scan
     * @return incarnations of these processes
     */
    public static List<Incarnation> providers(final TraceDirectory directory) {
        final List<Incarnation> providers = new ArrayList<>();
        for (final String name : FolderListing.namesIn(directory.counters())) {
            final RequestFolderName parsed = RequestFolderName.parse(name);
            if (parsed != null
                    && Files.isDirectory(directory.requests(parsed.provider()), LinkOption.NOFOLLOW_LINKS)) {
                providers.add(parsed.provider());
            }
        }
        return providers;
    }

    /**
     * Returns whether a file in such a folder has a name of Ringside's.
     *
     * @param name of the file
     */
    public static boolean isOurs(final String name) {
        return RequestFileName.parse(name) != null;
    }

    /**
     * Remove the folder of a process that does not answer any more. Foreign files stay, and so does a folder that has
     * some; the same holds for files that are added meanwhile.
     *
     * @param directory with the folder
     * @param provider  process to which the folder belongs
     * @throws RingsideException if a file of Ringside's cannot be removed
     */
    public static void remove(final TraceDirectory directory, final Incarnation provider) {
        final Path folder = directory.requests(provider);
        for (final String name : FolderListing.namesIn(folder)) {
            final Path path = folder.resolve(name);
            if ((isOurs(name) || TemporaryFileName.parse(name) != null)
                    && !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                ExistingFile.remove(path);
            }
        }
        try {
            Files.deleteIfExists(folder);
        } catch (final DirectoryNotEmptyException e) {
            // A file is left that is foreign, or of a reader that gets no answer: it may be gone next time.
            return;
        } catch (final IOException e) {
            throw RingsideException.ofFile("remove a folder", folder, e);
        }
    }
}
