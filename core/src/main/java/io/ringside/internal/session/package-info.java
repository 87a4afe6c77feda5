/**
 * Decides which sessions want which event: the enablement of a provider by one session with its filters, the composite
 * of all of them, and the bitmap of the sessions that want one particular event.
 * <p>
 * The package has pure functions and immutable values, safe to share between threads. Levels and masks are normalised
 * when an enablement is made (level 0 means no limit, match-any 0 means all), so that all later steps, aggregation
 * included, follow one formula. The bitmap does not depend on filters by payload or process, and no filter narrows the
 * composite.
 */
@NullMarked
package io.ringside.internal.session;

import org.jspecify.annotations.NullMarked;
