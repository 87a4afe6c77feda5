package io.ringside.proof;

/**
 * A lane, as a drain tells it.
 *
 * @param pid   of the process that owns it
 * @param index in that process
 */
record Lane(long pid, int index) {}
