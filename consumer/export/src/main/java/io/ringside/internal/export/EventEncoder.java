package io.ringside.internal.export;

import io.ringside.export.CounterSample;
import io.ringside.export.ExportFormat;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.io.IOException;

/** Writes events and losses in a format. For one thread. */
public interface EventEncoder extends AutoCloseable {
    /**
     * Write an event.
     *
     * @param event valid during the call
     * @throws IOException if the target cannot be written
     */
    void event(EventView event) throws IOException;

    /**
     * Write what has become of events that are not there.
     *
     * @param gap    valid during the call
     * @param timeNs of its place: its first time, or if that is unknown its last one, or that of what comes before it;
     *               for formats that need a time
     * @throws IOException if the target cannot be written
     */
    void gap(GapView gap, long timeNs) throws IOException;

    /**
     * Write a sample of a counter. Only of formats that {@linkplain ExportFormat#hasCounters() have them}.
     *
     * @param sample to write
     * @throws IOException if the target cannot be written
     */
    default void counter(final CounterSample sample) throws IOException {
        throw new UnsupportedOperationException("format has no counters: counter=" + sample.name());
    }

    /**
     * Write what follows the last event, and hand everything to the target.
     *
     * @throws IOException if the target cannot be written
     */
    void end() throws IOException;

    /**
     * Hand on what was written until now, if it waits for more.
     *
     * @throws IOException if the target cannot be written
     */
    default void flush() throws IOException {
        // Most hand on what a target can take.
    }

    /** Hand on a request that is full; called after each event and loss, which is written by then. */
    default void flushFull() {
        // Most have no requests.
    }

    /** {@return records that another place than a file or a stream has taken} */
    default long sent() {
        return 0;
    }

    /** {@return records that were written, and that this place has not got, or not said that it has} */
    default long unsent() {
        return 0;
    }

    /** {@return records that the target has taken and rejected} */
    default long rejected() {
        return 0;
    }

    /** {@return why records were rejected, or what the target warns of; empty if neither} */
    default String rejection() {
        return "";
    }

    /** {@return bytes that went to another place than a file or a stream} */
    default long sentBytes() {
        return 0;
    }

    /** Give up what is open besides the target, whether or not the export came to its end. */
    @Override
    default void close() {
        // Most have nothing.
    }
}
