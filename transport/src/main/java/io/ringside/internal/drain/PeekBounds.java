package io.ringside.internal.drain;

/** Takes lanes into account that are read beside their drain, to find out up to when all of them were read. */
@FunctionalInterface
public interface PeekBounds {
    /**
     * Take a lane into account.
     *
     * @param boundTicks what this gave for the lane the time before, or a later time of an event of the lane that was
     *                   read since; the least value if there is neither
     * @param idle       whether every attempt of the lane has an outcome that was read
     * @param read       whether everything was read that the lane held
     * @return the lane cannot bring anything older than this
     */
    long observe(long boundTicks, boolean idle, boolean read);
}
