/**
 * The filters that select a provider's events for a session, down to single ids, names, processes and values of the
 * payload.
 * <p>
 * All functions are pure and all values immutable, and so safe to share between threads, except for {@link
 * io.ringside.filter.EnablementFilters.Builder}. Filters on the event alone become part of the event mask, filters on
 * the process part of the heap mask of each process, and filters on the payload a condition that a write evaluates
 * before the attempt.
 */
@NullMarked
package io.ringside.filter;

import org.jspecify.annotations.NullMarked;
