package io.ringside.consumer.recording;

import io.ringside.transport.directory.Incarnation;

/**
 * Which lane. Immutable.
 *
 * @param process of the lane
 * @param index   in the process's ledger
 */
record LaneKey(Incarnation process, int index) {}
