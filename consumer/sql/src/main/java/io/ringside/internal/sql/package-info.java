/** Tables of events in DuckDB, written as Parquet or queried. The only package that uses DuckDB. */
@NullMarked
package io.ringside.internal.sql;

import org.jspecify.annotations.NullMarked;
