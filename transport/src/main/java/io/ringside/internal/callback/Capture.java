package io.ringside.internal.callback;

import io.ringside.session.Enablement;
import io.ringside.write.SessionIdentity;

/**
 * A session's request that the provider log its state. Immutable.
 *
 * @param requester that asks
 * @param wanted    what is to be logged
 */
record Capture(SessionIdentity requester, Enablement wanted) {}
