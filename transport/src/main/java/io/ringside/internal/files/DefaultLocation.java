package io.ringside.internal.files;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.setting.OperatorSettings;
import io.ringside.internal.setting.Setting;
import io.ringside.internal.setting.SettingDomain;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The location of the trace directory if the application does not name one. Stateless. */
public final class DefaultLocation {
    /** The trace directory. */
    public static final Setting DIRECTORY = new Setting("directory", new SettingDomain.Paths(),
            "`/dev/shm/ringside-USER` on Linux, else `ringside-USER` in `java.io.tmpdir`", "ringside.dir",
            "trace directory");

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private DefaultLocation() {}

    /** Returns the directory that the operator has set; null if none is set. */
    static @Nullable String named() {
        return new OperatorSettings().text(DIRECTORY);
    }

    static Path resolve() {
        return resolve(named(), SHARED_MEMORY, System.getProperty("java.io.tmpdir"), System.getProperty("user.name"));
    }

    static Path resolve(
            final @Nullable String named, final Path sharedMemory, final String temporary, final String user) {
        if (named != null) {
            try {
                return Path.of(named);
            } catch (final InvalidPathException e) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "trace directory cannot be named in this"
                        + " locale: path=" + named + ", encoding=" + System.getProperty("sun.jnu.encoding")
                        + ": start the JVM in a UTF-8 locale, for example LC_ALL=C.UTF-8", e);
            }
        }
        // The name of a user may contain characters that are invalid in a path.
        final String folder = "ringside-" + user.replaceAll("[^A-Za-z0-9._-]", "_");
        return Files.isDirectory(sharedMemory) ? sharedMemory.resolve(folder) : Path.of(temporary, folder);
    }
}
