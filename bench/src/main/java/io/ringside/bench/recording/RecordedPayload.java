package io.ringside.bench.recording;

import io.ringside.internal.layout.FrameDescriptor;
import java.nio.ByteBuffer;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The payload of every event of a run, whichever recorder stores it: numbers of 64 bits, and before them, where a
 * baseline keeps it, the rest of an event.
 */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class RecordedPayload {
    /** Events of a call; they leave a lane room while half of it waits for its batch. */
    static final int EVENTS = 512;
    /** Bytes of a baseline before the payload: time and activity id, as a record of ours has them. */
    static final int HEADER_LENGTH = 24;

    /** Bytes of a payload. */
    @Param({"32", "128"})
    int recordedBytes;

    /** The payload. */
    UnsafeBuffer source;

    /** Makes it. */
    @Setup
    public void fill() {
        source = new UnsafeBuffer(ByteBuffer.allocateDirect(recordedBytes));
        for (int i = 0; i < numbers(); i++) {
            source.putLong(i * Long.BYTES, i + 1L);
        }
    }

    /** Numbers of a payload. */
    int numbers() {
        return recordedBytes / Long.BYTES;
    }

    /** Bytes of an event in a lane and in a recording. */
    int recordBytes() {
        return BitUtil.align(FrameDescriptor.RECORD_HEADER_LENGTH + recordedBytes, FrameDescriptor.ALIGNMENT);
    }

    /** The sum of a payload's numbers. */
    long sum() {
        return numbers() * (numbers() + 1L) / 2;
    }

    /** The common settings of recordings and files of benches. Stateless. */
    static final class Medium {
        /**
         * Most bytes of a file: then another is begun, so that the medium is never full, and its pages are those that
         * the file before had. Pages that the host of a virtual machine has yet to give cost several times as much.
         */
        static final long FILE_BYTES = 128L << 20;

        private Medium() {}
    }
}
