package io.ringside.bridge.aeron;

import io.aeron.AeronCounters;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.status.CountersReader;

/** Positions of one stream, each of which is a counter of the driver. Not thread-safe. */
final class AeronStream {
    /** Offset of the session id in the key of a position; stream id and channel follow. */
    private static final int SESSION_OFFSET = 8;
    private static final int STREAM_OFFSET = 12;
    private static final int CHANNEL_LENGTH_OFFSET = 16;
    private static final int CHANNEL_OFFSET = 20;

    private final String name;
    private final int id;
    private long published;
    private long limit;
    private long sent;
    private long senderLimit;
    private long highWaterMark;
    private long received;
    private long consumed;
    private int subscribers;

    private AeronStream(final String name, final int id) {
        this.name = name;
        this.id = id;
    }

    /** Returns all streams that have a position. */
    static Collection<AeronStream> of(final CountersReader counters) {
        final Map<String, AeronStream> streams = new LinkedHashMap<>();
        counters.forEach((id, type, key, label) -> {
            if (isPosition(type)) {
                streams.computeIfAbsent(nameOf(key), name -> new AeronStream(name, id)).add(type,
                        counters.getCounterValue(id));
            }
        });
        return streams.values();
    }

    private static boolean isPosition(final int type) {
        return switch (type) {
            case AeronCounters.DRIVER_PUBLISHER_POS_TYPE_ID, AeronCounters.DRIVER_PUBLISHER_LIMIT_TYPE_ID,
                    AeronCounters.DRIVER_SENDER_POSITION_TYPE_ID, AeronCounters.DRIVER_SENDER_LIMIT_TYPE_ID,
                    AeronCounters.DRIVER_RECEIVER_HWM_TYPE_ID, AeronCounters.DRIVER_RECEIVER_POS_TYPE_ID,
                    AeronCounters.DRIVER_SUBSCRIBER_POSITION_TYPE_ID ->
                true;
            default -> false;
        };
    }

    private static String nameOf(final DirectBuffer key) {
        final int length = Math.max(0, Math.min(key.getInt(CHANNEL_LENGTH_OFFSET), key.capacity() - CHANNEL_OFFSET));
        return key.getInt(SESSION_OFFSET) + " " + key.getInt(STREAM_OFFSET) + " "
                + key.getStringWithoutLengthAscii(CHANNEL_OFFSET, length);
    }

    private void add(final int type, final long position) {
        switch (type) {
            case AeronCounters.DRIVER_PUBLISHER_POS_TYPE_ID -> published = Math.max(published, position);
            case AeronCounters.DRIVER_PUBLISHER_LIMIT_TYPE_ID -> limit = Math.max(limit, position);
            case AeronCounters.DRIVER_SENDER_POSITION_TYPE_ID -> sent = Math.max(sent, position);
            case AeronCounters.DRIVER_SENDER_LIMIT_TYPE_ID -> senderLimit = Math.max(senderLimit, position);
            case AeronCounters.DRIVER_RECEIVER_HWM_TYPE_ID -> highWaterMark = Math.max(highWaterMark, position);
            case AeronCounters.DRIVER_RECEIVER_POS_TYPE_ID -> received = Math.max(received, position);
            default -> {
                consumed = subscribers == 0 ? position : Math.min(consumed, position);
                subscribers++;
            }
        }
    }

    /** Returns session, stream and channel. */
    String name() {
        return name;
    }

    /** Returns the id of the stream's first counter, which belongs to no other stream. */
    int id() {
        return id;
    }

    /** Returns published bytes; as below, since the stream's beginning, and 0 if the driver has no such position. */
    long published() {
        return published;
    }

    long limit() {
        return limit;
    }

    long window() {
        return Math.max(0, limit - published);
    }

    long sent() {
        return sent;
    }

    long senderLimit() {
        return senderLimit;
    }

    long highWaterMark() {
        return highWaterMark;
    }

    long received() {
        return received;
    }

    long consumed() {
        return consumed;
    }

    long subscribers() {
        return subscribers;
    }

    /** Returns the backlog. Within a host there is no receiver position: everything published has arrived. */
    long backlog() {
        return subscribers == 0 ? 0 : Math.max(0, Math.max(received, published) - consumed);
    }
}
