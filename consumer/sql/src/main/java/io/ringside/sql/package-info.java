/** SQL over events: {@link io.ringside.sql.SqlTables} receives the events of a reader, and answers queries. */
@NullMarked
package io.ringside.sql;

import org.jspecify.annotations.NullMarked;
