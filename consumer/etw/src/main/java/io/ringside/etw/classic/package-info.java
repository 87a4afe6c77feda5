/**
 * Classic providers, with ETW's model from the time before manifests: a control callback for the sessions that enable
 * the provider, a session handle that the provider keeps and writes to, and events that belong to classes.
 * <p>
 * {@link io.ringside.etw.classic.ClassicRegistration} is the registration, {@link
 * io.ringside.etw.classic.ClassicSession} the handle, and {@link io.ringside.etw.classic.RedirectProtection} a
 * ready-made callback. The runtime filters nothing: the provider alone decides which events it writes. Callbacks follow
 * the rules of {@link io.ringside.callback.ProviderCallback}. Any thread may write to a handle, and a write throws,
 * allocates, locks and makes system calls no more often than that of any other event. Events and messages are reusable,
 * by one thread at a time.
 */
@NullMarked
package io.ringside.etw.classic;

import org.jspecify.annotations.NullMarked;
