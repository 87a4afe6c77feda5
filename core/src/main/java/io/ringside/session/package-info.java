/**
 * What a session is: its name, its settings, its state, and the totals of its ledger.
 * <p>
 * Immutable values, safe to share by threads; builders belong to one thread. The settings are in one table
 * ({@link io.ringside.session.SessionSetting}) from which checks, parsing, text and documentation come.
 */
@NullMarked
package io.ringside.session;

import org.jspecify.annotations.NullMarked;
