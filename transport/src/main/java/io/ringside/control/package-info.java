/**
 * Control of sessions: start, enable, disable, query, stop, from any process at any time.
 * <p>
 * {@link io.ringside.control.Controller} is the entry; the steps of its operations are small classes of their
 * own. What a session's end and a query need from whoever can read lanes is
 * {@link io.ringside.internal.drain.SessionLedgers}. Operations may be called by any thread and run on it; nothing
 * of the user's runs under the control lock.
 */
@NullMarked
package io.ringside.control;

import org.jspecify.annotations.NullMarked;
