/**
 * Control of sessions from any process at any time: start, enable, disable, query, flush, stop.
 * <p>
 * {@link io.ringside.control.Controller} is the entry point. Its results are immutable values. Operations run on the
 * thread that calls them, and no user code runs under the control lock.
 */
@NullMarked
package io.ringside.control;

import org.jspecify.annotations.NullMarked;
