/**
 * Kafka as carrier of recordings. The records of a recording are in one partition of a topic. The shipping status, and
 * the descriptions of events, are in a compacted topic beside it, written by the same transactions. The position of a
 * receiver is in its own folder. A sender and a receiver are each used by one thread at a time.
 */
@NullMarked
package io.ringside.internal.ship.kafka;

import org.jspecify.annotations.NullMarked;
