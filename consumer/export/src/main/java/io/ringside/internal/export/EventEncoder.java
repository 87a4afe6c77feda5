package io.ringside.internal.export;

import io.ringside.export.CounterSample;
import io.ringside.export.ExportFormat;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.io.IOException;

/** Encoder of events and losses in one format. Used by one thread at a time. */
public interface EventEncoder extends AutoCloseable {
    /**
     * Write an event.
     *
     * @param event valid during the call
     * @throws IOException if the target cannot be written
     */
    void event(EventView event) throws IOException;

    /**
     * Write a gap, which says how many events were lost or overwritten.
     *
     * @param gap    valid during the call
     * @param timeNs time of the gap's place, for formats that need one: the gap's first time, or if that is unknown its
     *               last one, or the time of the record before it
     * @throws IOException if the target cannot be written
     */
    void gap(GapView gap, long timeNs) throws IOException;

    /**
     * Write a sample of a counter. Called only for formats that {@linkplain ExportFormat#hasCounters() have counters}.
     *
     * @param sample to write
     * @throws IOException if the target cannot be written
     */
    default void counter(final CounterSample sample) throws IOException {
        throw new UnsupportedOperationException("format has no counters: counter=" + sample.name());
    }

    /**
     * Write the format's trailer, and pass everything to the target.
     *
     * @throws IOException if the target cannot be written
     */
    void end() throws IOException;

    /**
     * Pass buffered records on to the target.
     *
     * @throws IOException if the target cannot be written
     */
    default void flush() throws IOException {
        // Most formats buffer nothing for long.
    }

    /** Pass on a request that is full. Called after each event and loss has been written. */
    default void flushFull() {
        // Most formats have no requests.
    }

    /** {@return number of records that a remote target has accepted} */
    default long sent() {
        return 0;
    }

    /** {@return number of written records that a remote target has not received or not acknowledged} */
    default long unsent() {
        return 0;
    }

    /** {@return number of records that the target has received and rejected} */
    default long rejected() {
        return 0;
    }

    /** {@return the reason why records were rejected, or the target's warning; empty if there is neither} */
    default String rejection() {
        return "";
    }

    /** {@return number of bytes sent to a remote target} */
    default long sentBytes() {
        return 0;
    }

    /** Release resources other than the target, whether or not the export was completed. */
    @Override
    default void close() {
        // Most formats have no such resources.
    }
}
