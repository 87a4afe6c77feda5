/**
 * The model of a session: its name, its settings, its state, and the totals of its ledger.
 * <p>
 * All values are immutable and safe to share between threads; builders are not thread-safe. Checks, parsing, text and
 * documentation of the settings are derived from one table ({@link io.ringside.session.SessionSetting}).
 */
@NullMarked
package io.ringside.session;

import org.jspecify.annotations.NullMarked;
