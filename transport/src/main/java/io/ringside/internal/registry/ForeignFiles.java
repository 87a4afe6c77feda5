package io.ringside.internal.registry;

import io.ringside.internal.counter.RequestFolders;
import io.ringside.internal.files.FileNames.CounterFileName;
import io.ringside.internal.files.FileNames.EnablementFileName;
import io.ringside.internal.files.FileNames.NamesFileName;
import io.ringside.internal.files.FileNames.ProcessFileName;
import io.ringside.internal.files.FileNames.ProcessFileName.Kind;
import io.ringside.internal.files.FileNames.RequestFolderName;
import io.ringside.internal.files.FileNames.SchemaFileName;
import io.ringside.internal.files.FileNames.SessionFileName;
import io.ringside.internal.files.FileNames.SessionFolderName;
import io.ringside.internal.files.FileNames.TemporaryFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.TraceDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Finds files and folders whose names are not Ringside's; they are only shown to people. Stateless. */
public final class ForeignFiles {
    private static final Pattern LAYOUT_FOLDER = Pattern.compile("v[1-9][0-9]{0,5}");
    private static final Set<String> BASE_NAMES = Set.of("control", "control.lock", "rows", "providers", "processes",
            "sessions", "counters");

    private ForeignFiles() {}

    /**
     * Search a directory.
     *
     * @param directory to search
     * @return foreign files and folders, those of each folder in the order of their names
     * @throws io.ringside.RingsideException if a folder cannot be read
     */
    public static List<Path> in(final TraceDirectory directory) {
        final List<Path> foreign = new ArrayList<>();
        add(foreign, directory.path(),
                name -> LAYOUT_FOLDER.matcher(name).matches() || name.equals(TraceDirectory.AUTOSTART_FOLDER));
        add(foreign, directory.base(), BASE_NAMES::contains);
        add(foreign, directory.rows(),
                name -> SessionFileName.parse(name) != null || EnablementFileName.parse(name) != null);
        add(foreign, directory.providers(),
                name -> SchemaFileName.parse(name) != null || NamesFileName.parse(name) != null);
        add(foreign, directory.processes(), ForeignFiles::isOfProcess);
        add(foreign, directory.counters(),
                name -> CounterFileName.parse(name) != null || RequestFolderName.parse(name) != null);
        RequestFolders.providers(directory)
                .forEach(provider -> add(foreign, directory.requests(provider), RequestFolders::isOurs));
        add(foreign, directory.sessions(), name -> SessionFolderName.parse(name) != null);
        for (final String name : FolderListing.namesIn(directory.sessions())) {
            if (SessionFolderName.parse(name) != null) {
                add(foreign, directory.sessions().resolve(name), SessionFolders::isOurs);
            }
        }
        return foreign;
    }

    /**
     * Returns the folders of other releases' layouts beside this layout. Each has its own sessions and processes.
     *
     * @param directory to search
     * @return names of their folders
     */
    public static List<String> otherLayouts(final TraceDirectory directory) {
        return FolderListing.namesIn(directory.path()).stream()
                .filter(name -> LAYOUT_FOLDER.matcher(name).matches() && !name.equals(TraceDirectory.LAYOUT_FOLDER))
                .toList();
    }

    private static boolean isOfProcess(final String name) {
        final ProcessFileName file = ProcessFileName.parse(name);
        return file != null && file.kind() != Kind.LEDGER;
    }

    private static void add(final List<Path> foreign, final Path folder, final Predicate<String> isOurs) {
        for (final String name : FolderListing.namesIn(folder)) {
            if (!isOurs.test(name) && TemporaryFileName.parse(name) == null) {
                foreign.add(folder.resolve(name));
            }
        }
    }
}
