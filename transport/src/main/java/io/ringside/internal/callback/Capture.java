package io.ringside.internal.callback;

import io.ringside.session.Enablement;
import io.ringside.write.WriteOptions;

/**
 * A session's request that the provider log its state. Immutable.
 *
 * @param requester that asks
 * @param wanted    what is to be logged
 */
record Capture(WriteOptions.Target requester, Enablement wanted) {}
