/**
 * Reading events, live and recorded.
 * <p>
 * An {@link io.ringside.reader.EventReader} reads {@linkplain io.ringside.reader.Source sources}: live sessions and
 * recordings. It passes each event to an {@link io.ringside.reader.EventHandler} as an {@link
 * io.ringside.reader.EventView}, and each loss as a {@link io.ringside.reader.GapView} at its position, merged by time
 * by default. A reader, its handler and the views belong to one thread, whose idle strategy is the caller's choice.
 */
@NullMarked
package io.ringside.reader;

import org.jspecify.annotations.NullMarked;
