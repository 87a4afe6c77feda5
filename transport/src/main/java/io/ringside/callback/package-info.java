/**
 * Callbacks of providers: what a provider is notified of when sessions enable or disable it, or ask for its state.
 * <p>
 * An application passes a {@link io.ringside.callback.ProviderCallback} to {@code Ringside.register}. It is called with
 * one {@link io.ringside.callback.ControlNotice} at a time, on a thread of its own.
 */
@NullMarked
package io.ringside.callback;

import org.jspecify.annotations.NullMarked;
