/** Storage of the current activity of a thread, which writers put into every event. */
@NullMarked
package io.ringside.internal.activity;

import org.jspecify.annotations.NullMarked;
