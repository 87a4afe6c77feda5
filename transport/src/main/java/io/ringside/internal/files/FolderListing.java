package io.ringside.internal.files;

import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Lists the names in a folder. Stateless. */
public final class FolderListing {
    private FolderListing() {}

    /**
     * List a folder. The parsers of names decide which ones are valid.
     *
     * @param folder folder to list
     * @return names without path, in their natural order; empty if there is no such folder
     * @throws RingsideException if it cannot be read
     */
    public static List<String> namesIn(final Path folder) {
        final List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            for (final Path path : stream) {
                names.add(String.valueOf(path.getFileName()));
            }
        } catch (final NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (final DirectoryIteratorException e) {
            throw RingsideException.ofFile("list a folder", folder, new IOException(e));
        } catch (final IOException e) {
            throw RingsideException.ofFile("list a folder", folder, e);
        }
        Collections.sort(names);
        return names;
    }
}
