package io.ringside.internal.callback;

import io.ringside.session.Enablement;
import io.ringside.write.WriteOptions;

/**
 * A session's request that the provider log its state. Immutable.
 *
 * @param requester session that makes the request
 * @param wanted    enablement that selects the state to be logged
 */
record Capture(WriteOptions.Target requester, Enablement wanted) {}
