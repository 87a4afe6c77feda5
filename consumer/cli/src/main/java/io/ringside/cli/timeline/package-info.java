/**
 * The command timeline: all events of a key, in the order of their times.
 */
@NullMarked
package io.ringside.cli.timeline;

import org.jspecify.annotations.NullMarked;
