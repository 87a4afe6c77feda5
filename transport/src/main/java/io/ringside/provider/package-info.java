/**
 * The API with which an application traces: connect, register providers, write their events.
 * <p>
 * {@link io.ringside.provider.Ringside} is the runtime of one process in one trace directory, with one control thread;
 * {@link io.ringside.provider.ProviderRegistration} supplies the handles of a provider's events. The enablements of
 * sessions are passed to a {@link io.ringside.callback.ProviderCallback}. Nothing here throws if tracing is impossible:
 * a registration is then inert and reports the reason.
 */
@NullMarked
package io.ringside.provider;

import org.jspecify.annotations.NullMarked;
