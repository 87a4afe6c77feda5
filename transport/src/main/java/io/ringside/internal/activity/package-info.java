/** Storage of the current activity of a thread, for the writers that put it into every event. */
@NullMarked
package io.ringside.internal.activity;

import org.jspecify.annotations.NullMarked;
