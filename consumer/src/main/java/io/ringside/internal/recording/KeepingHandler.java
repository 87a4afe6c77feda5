package io.ringside.internal.recording;

import org.agrona.DirectBuffer;

/** A handler that keeps records where they lie: it receives what holds them. */
interface KeepingHandler extends RecordingHandler {
    /**
     * What follows, up to the next call, lies in these bytes. To retain a record beyond its call, hold them.
     *
     * @param bytes of the excerpt that is read
     */
    void onExcerpt(ExcerptBytes bytes);

    /** A description of a session, a process or a schema comes next: what was read before is not to be given it. */
    default void settle() {
        // On the thread that reads, events are given what is known when they are handed out.
    }

    /**
     * Events that lie one behind the other: see {@link io.ringside.internal.lane.LaneSink#onRecords}.
     *
     * @param process       that wrote them
     * @param lane          index of the lane in the process's ledger
     * @param buffer        on bytes of the excerpt
     * @param offset        of the first record's header
     * @param lastOffset    of the last record's header
     * @param end           after the last record, aligned
     * @param ownerThreadId thread that wrote them
     */
    void onRecords(RecordedProcess process, int lane, DirectBuffer buffer, int offset, int lastOffset, int end,
            long ownerThreadId);
}
