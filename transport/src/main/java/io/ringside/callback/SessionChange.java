package io.ringside.callback;

import io.ringside.session.Enablement;
import io.ringside.write.SessionIdentity;
import org.jspecify.annotations.Nullable;

/**
 * The change of one session since the last notice of a state. Immutable.
 *
 * @param session     that wants something else now
 * @param sessionName of it
 * @param before      what it wanted, null if nothing
 * @param after       what it wants now, null if nothing; equal to the former if it enabled the provider once more
 */
public record SessionChange(
        SessionIdentity session, String sessionName, @Nullable Enablement before, @Nullable Enablement after) {}
