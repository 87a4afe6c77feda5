package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;

/** A library that a carrier needs, and that users have to add. Stateless. */
public final class CarrierLibrary {
    private static final String PROGRAM = "ringside.jar";

    private CarrierLibrary() {}

    /**
     * Require a library.
     *
     * @param user  class that needs it
     * @param type  name of a class that it has
     * @param what  for which it is needed
     * @param jar   name of its file
     * @param where address of the folder of the file
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

    /** Returns the place of a library that a class needs: the program's jar names it as its neighbour. */
    public static String place(final Class<?> user) {
        try {
            final Path own = Path.of(user.getProtectionDomain().getCodeSource().getLocation().toURI());
            return PROGRAM.equals(String.valueOf(own.getFileName())) ? "beside " + own : "on the class path";
        } catch (final URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            return "on the class path";
        }
    }
}
