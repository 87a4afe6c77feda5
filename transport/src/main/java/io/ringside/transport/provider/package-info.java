/**
 * What an application uses to trace: connect, register providers, write their events.
 * <p>
 * {@link io.ringside.transport.provider.Ringside} is the runtime of one process in one trace directory, with one
 * control thread; {@link io.ringside.transport.provider.ProviderRegistration} holds the handles of a provider's events.
 * What sessions want of a provider can be told to a {@link io.ringside.transport.callback.ProviderCallback}.
 * Nothing here throws because tracing is impossible: a registration then is inert and says why.
 */
@NullMarked
package io.ringside.transport.provider;

import org.jspecify.annotations.NullMarked;
