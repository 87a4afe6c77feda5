package io.ringside.internal.recording;

import io.ringside.internal.files.Incarnation;

/**
 * Identity of a lane. Immutable.
 *
 * @param process process of the lane
 * @param index   index in the process's ledger
 */
record LaneKey(Incarnation process, int index) {}
