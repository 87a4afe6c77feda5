package io.ringside.internal.merge;

import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.lane.LaneWriter;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.reader.SourceSettings;
import io.ringside.internal.registry.ClockPair;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A hand-made session whose clock goes by itself nowhere, and consumers of it. */
final class MergeFixture implements EventHandler, AutoCloseable {
    static final long WINDOW_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int PAYLOAD_BYTES = 32;
    private static final long REFERENCE = FrameDescriptor.reference(0, 0);

    final HandMadeSession session;
    final AtomicLong nowNs = new AtomicLong(TimeUnit.SECONDS.toNanos(1));
    /** What came out: an event as its value, a late one with a star; a gap as its count in brackets. */
    final List<String> out = new ArrayList<>();
    final List<Throwable> errors = new ArrayList<>();

    MergeFixture(final Path folder) {
        this(folder, HandMadeSession.START);
    }

    MergeFixture(final Path folder, final ClockPair start) {
        session = HandMadeSession.start(folder.resolve("trace"), start);
    }

    ReaderContext context() {
        return new ReaderContext().clock(nowNs::get).libraryThread(Runnable::run).lockTimeoutNs(0)
                .errorHandler(errors::add);
    }

    Source source() {
        return SourceSettings.session("hand-made").directory(session.directory().path()).errorHandler(errors::add);
    }

    EventReader open() {
        return EventReader.open(context(), source());
    }

    void write(final HandMadeProvider provider, final int lane, final long timeNs, final long value) {
        provider.attempt(lane);
        finish(provider, lane, timeNs, value);
    }

    /** Give an attempt its outcome; returns whether it had room. */
    static boolean finish(final HandMadeProvider provider, final int lane, final long timeNs, final long value) {
        final LaneWriter writer = provider.lane(lane);
        final int index = writer.reserve(PAYLOAD_BYTES);
        if (index < 0) {
            writer.lose(index, timeNs);
            return false;
        }
        writer.ring().putLong(index + FrameDescriptor.RECORD_HEADER_LENGTH, value);
        writer.publish(index, REFERENCE, PAYLOAD_BYTES, timeNs, 0, 0);
        return true;
    }

    static void lose(final HandMadeProvider provider, final int lane, final long timeNs) {
        final LaneWriter writer = provider.lane(lane);
        writer.attempt();
        writer.lose(writer.reserve(writer.maxPayloadBytes() + 1), timeNs);
    }

    static long valueOf(final EventView event) {
        return event.buffer().getLong(event.payloadOffset());
    }

    void advance(final long ns) {
        nowNs.addAndGet(ns);
    }

    /** Let time pass without end, and everything come out. */
    void runToTheEnd(final EventReader consumer) {
        runToTheEnd(consumer, this);
    }

    void runToTheEnd(final EventReader consumer, final EventHandler handler) {
        int quiet = 0;
        while (quiet < 3 && !consumer.isDone()) {
            advance(TimeUnit.SECONDS.toNanos(1));
            quiet = consumer.poll(handler) == 0 ? quiet + 1 : 0;
        }
    }

    @Override
    public void onEvent(final EventView event) {
        out.add(valueOf(event) + (event.isLate() ? "*" : ""));
    }

    @Override
    public void onGap(final GapView gap) {
        out.add("(" + gap.total() + ")");
    }

    @Override
    public void close() {
        session.close();
    }
}
