package io.ringside.internal.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * Part of exports that needs a database. A separate artifact provides it, because the database is many times larger
 * than all other artifacts. Found as a service; stateless.
 */
public interface SqlEngine {
    /**
     * Create an encoder for Parquet.
     *
     * @param folder existing, empty folder
     * @return an encoder, which the caller closes
     * @throws IOException       if the folder cannot be used
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if a library is missing
     */
    EventEncoder parquet(Path folder) throws IOException;

    /**
     * Find the engine on the class path or module path.
     *
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if its artifact is missing
     */
    static SqlEngine find() {
        return ServiceLoader.load(SqlEngine.class, SqlEngine.class.getClassLoader()).findFirst()
                .orElseThrow(() -> new RingsideException(ErrorCode.NOT_FOUND,
                        "Parquet and SQL need an artifact that is missing: artifact=io.ringside:ringside-sql: "
                                + "add it and its dependency to the class path"));
    }
}
