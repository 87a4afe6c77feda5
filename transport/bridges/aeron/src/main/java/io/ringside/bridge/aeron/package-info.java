/** Counters of Aeron media drivers as counter sets. */
@NullMarked
package io.ringside.bridge.aeron;

import org.jspecify.annotations.NullMarked;
