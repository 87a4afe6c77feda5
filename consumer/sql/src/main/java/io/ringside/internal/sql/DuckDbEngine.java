package io.ringside.internal.sql;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.export.EventEncoder;
import io.ringside.internal.export.SqlEngine;
import io.ringside.internal.ship.CarrierLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** SQL engine that uses DuckDB, whose jar may be missing. Stateless. */
public final class DuckDbEngine implements SqlEngine {
    /** Jar of the version with which these classes were built. */
    static final String JAR = "duckdb_jdbc-1.4.1.0.jar";
    private static final String URL = "https://repo1.maven.org/maven2/org/duckdb/duckdb_jdbc/1.4.1.0/" + JAR;
    private static final String SPILL_FOLDER = ".spill";

    /** Called by the service loader. */
    public DuckDbEngine() {
        // DuckDB is not loaded before it is needed.
    }

    @Override
    public EventEncoder parquet(final Path folder) throws IOException {
        requireLibrary();
        return new ParquetEncoder(new EventTables(folder.resolve(SPILL_FOLDER)), folder);
    }

    /**
     * Create tables whose events can be moved to temporary files.
     *
     * @return the tables, which the caller closes
     * @throws RingsideException with {@link ErrorCode#NOT_FOUND} if a library is missing
     */
    public static EventTables open() {
        requireLibrary();
        try {
            return new EventTables(Files.createTempDirectory("ringside-sql-"));
        } catch (final IOException e) {
            throw new RingsideException(ErrorCode.FILE_SYSTEM, "temporary files cannot be made: reason="
                    + e.getMessage(), e);
        }
    }

    private static void requireLibrary() {
        try {
            // Unpacks and loads the native library.
            Class.forName("org.duckdb.DuckDBNative");
        } catch (final ClassNotFoundException e) {
            throw new RingsideException(ErrorCode.NOT_FOUND, "Parquet and SQL need a library that is missing: library="
                    + JAR + ": download it from " + URL + " and put it " + CarrierLibrary.place(DuckDbEngine.class), e);
        } catch (final LinkageError e) {
            throw new RingsideException(ErrorCode.UNEXPECTED, "DuckDB's native library cannot be loaded: reason="
                    + (e.getCause() == null ? e : e.getCause()) + ", java.io.tmpdir="
                    + System.getProperty("java.io.tmpdir")
                    + ": name a folder from which programs may run, with -Djava.io.tmpdir", e);
        }
    }
}
