/**
 * What all of transport shares: the one exception of trace directories and of control, and its categories.
 */
@NullMarked
package io.ringside.transport;

import org.jspecify.annotations.NullMarked;
