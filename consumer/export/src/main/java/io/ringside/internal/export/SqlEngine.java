package io.ringside.internal.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * The part of exports that needs a database. A separate artifact provides it, as its size is many times that of all
 * others. Found as a service; stateless.
 */
public interface SqlEngine {
    /**
     * Write Parquet.
     *
     * @param folder that exists and is empty
     * @return an encoder; to be closed
     * @throws IOException       if the folder cannot be used
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if a library is missing
     */
    EventEncoder parquet(Path folder) throws IOException;

    /**
     * Find the engine.
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
