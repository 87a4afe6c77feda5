package io.ringside.cli.option;

import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.internal.agent.AutostartFile;
import io.ringside.session.SessionSettings;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.TypeConversionException;

/**
 * A session as a person has saved it: its settings, and its enablements of providers, some of them by wildcards. The
 * file has the form of one for a session that starts automatically. Immutable.
 *
 * @param path     of the file
 * @param settings of a session; its name is that of the file unless the file gives another
 * @param requests in the order of their labels
 */
public record Profile(Path path, SessionSettings settings, List<EnableRequest> requests) {
    private static final String INVALID = "file has an invalid value: ";

    /** Copy the list. */
    public Profile {
        requests = List.copyOf(requests);
    }

    /**
     * Read a profile.
     *
     * @param typed path of a file, or name of a profile in the user's configuration
     * @throws TypeConversionException with file, line and key if it is wrong
     */
    static Profile parse(final String typed) {
        final SavedFile file = SavedFile.find(typed, AutostartFile.ENDING);
        final String name = String.valueOf(file.path().getFileName());
        try {
            final AutostartFile content = AutostartFile.parse(name.endsWith(AutostartFile.ENDING)
                    ? name.substring(0, name.length() - AutostartFile.ENDING.length())
                    : name, file.bytes());
            return new Profile(file.path(), content.settings(), content.requests());
        } catch (final RingsideException e) {
            final String problem = String.valueOf(e.getMessage());
            throw new TypeConversionException(problem.startsWith(INVALID)
                    ? INVALID + "file=" + file.path() + ", " + problem.substring(INVALID.length())
                    : "profile cannot be used: file=" + file.path() + ", reason=" + problem);
        }
    }
}
