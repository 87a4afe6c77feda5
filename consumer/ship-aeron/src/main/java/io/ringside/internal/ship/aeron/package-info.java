/**
 * Aeron and its Archive as carrier of recordings. A recording's records are in one recording of the Archive, each with
 * its position, and a status after some of them, so that what the Archive has recorded says where its sender continues.
 * Where a receiver continues is in its own folder. A sender and a receiver are for one thread each.
 */
@NullMarked
package io.ringside.internal.ship.aeron;

import org.jspecify.annotations.NullMarked;
