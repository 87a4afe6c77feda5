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
 * State with the payload of every event of a run, for all recorders: 64-bit numbers, with the other parts of an event
 * before them in baselines that store them.
 */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class RecordedPayload {
    /** Number of events in a call, so small that the lane has space while half of it waits for its batch. */
    static final int EVENTS = 512;
    /** Bytes of a baseline before the payload: time and activity id, as in our records. */
    static final int HEADER_LENGTH = 24;

    /** Length of a payload in bytes. */
    @Param({"32", "128"})
    int recordedBytes;

    UnsafeBuffer source;

    @Setup
    public void fill() {
        source = new UnsafeBuffer(ByteBuffer.allocateDirect(recordedBytes));
        for (int i = 0; i < numbers(); i++) {
            source.putLong(i * Long.BYTES, i + 1L);
        }
    }

    /** Returns the number of numbers in a payload. */
    int numbers() {
        return recordedBytes / Long.BYTES;
    }

    /** Returns the length of an event in a lane and in a recording, in bytes. */
    int recordBytes() {
        return BitUtil.align(FrameDescriptor.RECORD_HEADER_LENGTH + recordedBytes, FrameDescriptor.ALIGNMENT);
    }

    /** Returns the sum of a payload's numbers. */
    long sum() {
        return numbers() * (numbers() + 1L) / 2;
    }

    /** Common settings for the recordings and files of benches. Stateless. */
    static final class Medium {
        /**
         * Maximum length of a file. Then a new file begins, so that the medium never becomes full and pages of the
         * previous file are reused: new pages from the host of a virtual machine cost several times as much.
         */
        static final long FILE_BYTES = 128L << 20;

        private Medium() {}
    }
}
