/**
 * The filters that select a provider's events for a session, down to single ids, names, processes and values of the
 * payload.
 * <p>
 * The package has pure functions and immutable values, safe to share by threads, but for
 * {@link io.ringside.filter.EnablementFilters.Builder}. Filters on the event alone end up in the event mask, those on
 * the process in the heap mask of each process, those on the payload in a condition that a write evaluates before the
 * attempt.
 */
@NullMarked
package io.ringside.filter;

import org.jspecify.annotations.NullMarked;
