package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;

/** Checks for libraries that carriers need and users have to add. Stateless. */
public final class CarrierLibrary {
    private static final String PROGRAM = "ringside.jar";

    private CarrierLibrary() {}

    /**
     * Requires a library.
     *
     * @param user  class that needs the library
     * @param type  name of a class in the library
     * @param what  feature that needs the library, for the message
     * @param jar   file name of the library
     * @param where URL of the folder with the file
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if it is missing
     */
    public static void require(final Class<?> user, final String type, final String what, final String jar,
            final String where) {
        try {
            Class.forName(type, false, user.getClassLoader());
        } catch (final ClassNotFoundException | LinkageError e) {
            throw new RingsideException(ErrorCode.NOT_FOUND, what + " needs a library that is missing: library=" + jar
                    + ": download it from " + where + jar + " and put it " + place(user), e);
        }
    }

    /** Returns where to put a library: beside the program's jar, whose manifest names it, or on the class path. */
    public static String place(final Class<?> user) {
        try {
            final Path own = Path.of(user.getProtectionDomain().getCodeSource().getLocation().toURI());
            return PROGRAM.equals(String.valueOf(own.getFileName())) ? "beside " + own : "on the class path";
        } catch (final URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            return "on the class path";
        }
    }
}
