/**
 * Callbacks of providers: what sessions together want of a provider, reported to its application whenever
 * that changes.
 * <p>
 * The control thread compares rows and posts what has become of them
 * ({@link io.ringside.internal.callback.CallbackNotices}); it never runs code of the application. Each registration
 * has a queue that keeps no more than the newest state between two requests of captures, and a
 * {@link io.ringside.internal.callback.CallbackRunner} that empties it, one call at a time, on a thread of its own or,
 * while it is being registered, on the thread that registers. The process page says which callbacks have not returned.
 */
@NullMarked
package io.ringside.internal.callback;

import org.jspecify.annotations.NullMarked;
