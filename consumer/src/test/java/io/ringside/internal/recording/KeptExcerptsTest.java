package io.ringside.internal.recording;

import io.ringside.internal.files.Incarnation;
import io.ringside.internal.lane.LaneGap;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.merge.TimeOrder;
import io.ringside.session.LossCause;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Records wait where they were read, and take no more memory than they are worth. */
class KeptExcerptsTest {
    private static final int RECORD_LENGTH = 64;
    private static final int RECORDS = 4096;
    private static final int EXCERPTS = 200;
    private static final int VALUE_OFFSET = FrameDescriptor.RECORD_HEADER_LENGTH;
    /** Bytes of excerpts of which hardly anything waits, and those of the one that is read. */
    private static final long UNUSED_BYTES_MAX = (1 << 20) + 2 * RECORDS * RECORD_LENGTH;

    private final RecordedProcess process = new RecordedProcess(new Incarnation(1, 2), null, name -> null,
            of -> {});
    private final ExcerptBytes.Pool excerpts = new ExcerptBytes.Pool();
    private final TimeOrder lanes = new TimeOrder();
    private final List<Long> early = new ArrayList<>();
    private final List<Long> waited = new ArrayList<>();
    private int throwAt;
    private int batches;
    private final RecordingMerge merge = new RecordingMerge(lanes, new Target(),
            each -> each.times(0, null, Long.MAX_VALUE));

    @Test
    void shouldUseExcerptsAgainOfWhichOnlyOneRecordWaits() {
        final List<Long> expectedEarly = new ArrayList<>();
        final List<Long> expectedWaited = new ArrayList<>();
        for (int round = 0; round < EXCERPTS; round++) {
            final ExcerptBytes excerpt = excerpts.next();
            final ExpandableDirectByteBuffer buffer = excerpt.buffer();
            // The last record of each excerpt is of a lane whose time comes at the end of all.
            for (int record = 0; record < RECORDS; record++) {
                final long value = (long) round * RECORDS + record;
                final boolean waits = record == RECORDS - 1;
                put(buffer, record * RECORD_LENGTH, waits ? Long.MAX_VALUE / 2 + round : value, value);
                (waits ? expectedWaited : expectedEarly).add(value);
            }
            final int last = (RECORDS - 1) * RECORD_LENGTH;
            read(excerpt, 0, 0, last);
            read(excerpt, 1, last, last + RECORD_LENGTH);
            merge.onExcerpt(RECORDS * RECORD_LENGTH, RECORDS, null);
            lanes.poll(Long.MAX_VALUE / 4, Integer.MAX_VALUE);

            assertThat(excerpts.heldBytes()).as("round=%d", round).isLessThanOrEqualTo(UNUSED_BYTES_MAX);
        }
        assertThat(early).isEqualTo(expectedEarly);
        assertThat(waited).isEmpty();
        assertThat(merge.isOverfull()).isFalse();

        lanes.poll(Long.MAX_VALUE, Integer.MAX_VALUE);

        assertThat(waited).isEqualTo(expectedWaited);
        assertThat(excerpts.heldBytes()).isZero();
    }

    @Test
    void shouldHandOutEachEventOnceToAHandlerThatThrows() {
        final List<Long> expectedEarly = new ArrayList<>();
        final List<Long> expectedWaited = new ArrayList<>();
        final ExcerptBytes excerpt = excerpts.next();
        // Two lanes whose events take turns, some at a time.
        for (int record = 0; record < RECORDS; record++) {
            final int place = record % 2 * RECORDS / 2 + record / 2;
            put(excerpt.buffer(), place * RECORD_LENGTH, record / 10 * 10 + record % 2, record);
            (record % 2 == 0 ? expectedEarly : expectedWaited).add((long) record);
        }
        final int middle = RECORDS / 2 * RECORD_LENGTH;
        read(excerpt, 0, 0, middle);
        read(excerpt, 1, middle, 2 * middle);
        merge.onExcerpt(RECORDS * RECORD_LENGTH, RECORDS, null);
        throwAt = 7;
        int thrown = 0;
        while (!lanes.isEmpty()) {
            try {
                lanes.poll(Long.MAX_VALUE, 1 + thrown % 20);
            } catch (final IllegalStateException e) {
                thrown++;
            }
        }

        assertThat(early).isEqualTo(expectedEarly);
        assertThat(waited).isEqualTo(expectedWaited);
        assertThat(thrown).isEqualTo(RECORDS / throwAt);
        assertThat(excerpts.heldBytes()).isZero();
        assertThat(batches).isEqualTo(1);
    }

    private void read(final ExcerptBytes excerpt, final int lane, final int offset, final int end) {
        final RecordedBatch batch = merge.nextBatch();
        batch.prepare(process, lane, excerpt);
        batch.begin(new UnsafeBuffer(excerpt.buffer(), 0, end));
        batch.onRecords(excerpt.buffer(), offset, end - RECORD_LENGTH, end, lane + 7);
        assertThat(batch.complete()).isTrue();
        merge.onFrames(batch);
    }

    private static void put(final ExpandableDirectByteBuffer buffer, final int offset, final long time,
            final long value) {
        buffer.putLong(offset + FrameDescriptor.WORD_OFFSET, RECORD_LENGTH);
        buffer.putLong(offset + FrameDescriptor.TIME_OFFSET, time);
        buffer.putLong(offset + VALUE_OFFSET, value);
    }

    private final class Target implements RecordingHandler {
        @Override
        public void onSession(final RecordedSession session) {
            throw new AssertionError("no session was handed out");
        }

        @Override
        public void onEvent(final RecordedProcess of, final int lane, final DirectBuffer buffer, final int offset,
                final int length, final long ownerThreadId) {
            assertThat(length).isEqualTo(RECORD_LENGTH);
            assertThat(ownerThreadId).isEqualTo(lane + 7);
            (lane == 0 ? early : waited).add(buffer.getLong(offset + VALUE_OFFSET));
            if (throwAt > 0 && (early.size() + waited.size()) % throwAt == 0) {
                throw new IllegalStateException("handler has had enough");
            }
        }

        @Override
        public void onExcerpt(final int bytes, final long events, final ExcerptPlace place) {
            batches++;
        }

        @Override
        public void onGap(final RecordedProcess of, final int lane, final LaneGap gap, final long ownerThreadId) {
            throw new AssertionError("nothing was lost");
        }

        @Override
        public void onLanelessLoss(final RecordedProcess of, final LossCause cause, final long count,
                final long firstTimeTicks, final long lastTimeTicks) {
            throw new AssertionError("nothing was lost");
        }

        @Override
        public void onFiltered(final RecordedProcess of, final int lane, final long count) {
            throw new AssertionError("nothing was left out");
        }

        @Override
        public void onProblem(final String problem) {
            throw new AssertionError(problem);
        }
    }
}
