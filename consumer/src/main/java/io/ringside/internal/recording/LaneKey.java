package io.ringside.internal.recording;

import io.ringside.internal.files.Incarnation;

/**
 * Which lane. Immutable.
 *
 * @param process of the lane
 * @param index   in the process's ledger
 */
record LaneKey(Incarnation process, int index) {}
