/**
 * Timelines: all events of one order, request or activity, in the order of their times.
 */
@NullMarked
package io.ringside.timeline;

import org.jspecify.annotations.NullMarked;
