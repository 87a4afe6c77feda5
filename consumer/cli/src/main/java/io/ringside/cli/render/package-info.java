/**
 * Sessions, providers and counters in the formats of the program's output.
 * <p>
 * {@link io.ringside.cli.render.TextTable} and {@link io.ringside.text.JsonRow} are the two formats. Each class named
 * {@code …Lines} renders one kind of object in both. The package prints nothing; its callers print the lines.
 */
@NullMarked
package io.ringside.cli.render;

import org.jspecify.annotations.NullMarked;
