/** Where the current activity of a thread is kept, for the writers that put it into every event. */
@NullMarked
package io.ringside.internal.activity;

import org.jspecify.annotations.NullMarked;
