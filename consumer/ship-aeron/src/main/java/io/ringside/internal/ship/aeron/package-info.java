/**
 * Aeron and its Archive as carrier of recordings. The records of a recording, with their positions, are in one
 * recording of the Archive, together with a status after every few records. So the recorded data shows where the sender
 * continues. The position of a receiver is in its own folder. A sender and a receiver are each used by one thread at a
 * time.
 */
@NullMarked
package io.ringside.internal.ship.aeron;

import org.jspecify.annotations.NullMarked;
