/**
 * Classic providers, with ETW's model of before manifests: a control callback that is told which session has enabled
 * the provider, a session handle that it keeps and writes to, and events that belong to classes.
 * <p>
 * {@link io.ringside.etw.classic.ClassicRegistration} is the registration,
 * {@link io.ringside.etw.classic.ClassicSession} the handle, and
 * {@link io.ringside.etw.classic.RedirectProtection} a callback that is ready to be used. The runtime filters
 * nothing: the provider alone decides what it writes. Callbacks come as those of
 * {@link io.ringside.callback.ProviderCallback} do; handles may be written to by any thread, and a write
 * throws, allocates, locks and calls the system as little as that of any other event. Events and messages are reused
 * from write to write and are for one thread at a time.
 */
@NullMarked
package io.ringside.etw.classic;

import org.jspecify.annotations.NullMarked;
