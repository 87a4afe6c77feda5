/**
 * Sessions, providers and counters as the program shows them.
 * <p>
 * {@link io.ringside.cli.render.TextTable} and {@link io.ringside.text.JsonRow} are the two forms. Each class named
 * {@code …Lines} renders one kind of thing in both. The package prints nothing: its callers decide where a line goes.
 */
@NullMarked
package io.ringside.cli.render;

import org.jspecify.annotations.NullMarked;
