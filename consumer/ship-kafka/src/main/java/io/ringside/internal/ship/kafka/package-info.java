/**
 * Kafka as carrier of recordings. A recording's records are in one partition of a topic; how far it has been shipped,
 * and what describes its events, is in a compacted topic beside it, written by the same transactions. Where a receiver
 * continues is in its own folder. A sender and a receiver are for one thread each.
 */
@NullMarked
package io.ringside.internal.ship.kafka;

import org.jspecify.annotations.NullMarked;
