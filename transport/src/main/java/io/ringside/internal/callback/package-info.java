/**
 * Callbacks of providers, which report the combined enablements of sessions to the application whenever they change.
 * <p>
 * The control thread compares rows and posts their changes ({@link io.ringside.internal.callback.CallbackNotices}); it
 * never runs code of the application. Each registration has a queue that keeps only the newest state between two
 * capture requests, and a {@link io.ringside.internal.callback.CallbackRunner} that empties it, one call at a time, on
 * a thread of its own or, during registration, on the registering thread. The process page shows which callbacks have
 * not returned.
 */
@NullMarked
package io.ringside.internal.callback;

import org.jspecify.annotations.NullMarked;
