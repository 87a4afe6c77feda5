/**
 * The model of a session: its name, its settings, its state, and the totals of its ledger.
 * <p>
 * The package has immutable values, safe to share by threads; builders belong to one thread. The settings are in one
 * table ({@link io.ringside.session.SessionSettings.Key}) from which checks, parsing, text and documentation come.
 */
@NullMarked
package io.ringside.session;

import org.jspecify.annotations.NullMarked;
