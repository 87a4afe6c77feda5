package io.ringside.internal.export;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tables of events: one for each kind, in a schema with the name of its provider, and {@code losses}. Filled first, and
 * queried after {@link #end}. For one thread, unless a method says otherwise.
 */
public interface SqlTables extends EventEncoder {
    /**
     * Run a query.
     *
     * @param sql  one or several statements; the last may have a result
     * @param rows receives the result, if there is one
     * @throws RingsideException with {@link ErrorCode#INVALID_ARGUMENT} if it fails
     */
    void query(String sql, RowSink rows);

    /** Let the query that runs now fail. By any thread. */
    void cancel();

    /** Receives the result of a query. */
    interface RowSink {
        /**
         * The result begins.
         *
         * @param columns their names
         */
        void begin(List<String> columns);

        /**
         * The next row.
         *
         * @param values for each column a {@link Boolean}, {@link Number}, {@link String}, a list or map of these, or
         *               null; valid after the call
         */
        void row(List<@Nullable Object> values);
    }
}
