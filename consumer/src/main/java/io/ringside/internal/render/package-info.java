/**
 * Events, gaps, sessions, providers and counters as text, JSON and CSV.
 * <p>
 * {@link io.ringside.internal.render.JsonRow} and {@link io.ringside.internal.render.TextTable} are the two forms.
 * Each class named {@code …Lines} renders one kind of thing in both. The package prints nothing: its callers decide
 * where a line goes. Classes that reuse a buffer are for one thread; the others are stateless.
 */
@NullMarked
package io.ringside.internal.render;

import org.jspecify.annotations.NullMarked;
