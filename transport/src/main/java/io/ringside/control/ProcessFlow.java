package io.ringside.control;

import io.ringside.internal.registry.ProcessIdentity;
import io.ringside.session.LossCounts;

/**
 * What has gone from one process to one session until now. For rates, not for books: the numbers are read one after the
 * other beside those who write them, so they need not balance. Immutable.
 *
 * @param process      that writes
 * @param alive        whether it lives
 * @param wanted       events that the session wanted of it
 * @param delivered    events that were taken
 * @param lost         events that were lost, by cause
 * @param writtenBytes bytes of rings that were written, headers included
 * @param unreadBytes  bytes of rings that are yet to be taken
 * @param ringFill     share of the fullest lane that is yet to be taken, 0 to 1
 */
public record ProcessFlow(
        ProcessIdentity process,
        boolean alive,
        long wanted,
        long delivered,
        LossCounts lost,
        long writtenBytes,
        long unreadBytes,
        double ringFill) {}
