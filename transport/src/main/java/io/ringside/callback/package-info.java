/**
 * Callbacks of providers, which are notified when sessions enable or disable the provider, or request its state.
 * <p>
 * An application passes a {@link io.ringside.callback.ProviderCallback} to {@code Ringside.register}. It is called with
 * one {@link io.ringside.callback.ControlNotice} at a time, on a thread of its own.
 */
@NullMarked
package io.ringside.callback;

import org.jspecify.annotations.NullMarked;
