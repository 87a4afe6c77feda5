package io.ringside.cli;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.lane.LaneOutcome;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** Recordings of gaps by every cause, of threads, times, several lanes, processes, files and sessions. */
final class GoldenStreamCases {
    static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Golden")
            .event("first", EventDescriptor.of(1, Level.INFORMATION, 0x1), FieldSchema.of("n", FieldType.INT64))
            .event("large", EventDescriptor.of(2, Level.INFORMATION, 0x1), FieldSchema.of("n", FieldType.INT64),
                    FieldSchema.of("size", FieldType.UINT16), FieldSchema.of("zeros", FieldType.STRING).sizedBy("size"))
            .build();

    private static final UUID NO_ACTIVITY = new UUID(0, 0);

    private final List<GoldenCase> cases = new ArrayList<>();
    private final GoldenProcess process = GoldenProcess.of(SCHEMA);

    List<GoldenCase> all() {
        gaps();
        gapsByChunks();
        threads();
        times();
        sources();
        descriptions();
        kept();
        received();
        return cases;
    }

    static GoldenLane event(final GoldenLane lane, final long ticks, final long n) {
        return lane.event(ticks, 0, payload -> payload.i64(n));
    }

    private void gaps() {
        lane("gap-full", "events lost because the lane was full", lane -> {
            event(lane, 1_000, 1).lose(1_100, LaneOutcome.FULL, 2).lose(1_200, LaneOutcome.FULL, 1);
            return event(lane, 1_300, 2);
        });
        lane("gap-too-large", "events lost because they were too large",
                lane -> event(event(lane, 1_000, 1).lose(1_100, LaneOutcome.TOO_LARGE, 1), 1_300, 2));
        lane("gap-error", "events lost by an error",
                lane -> event(event(lane, 1_000, 1).lose(1_000, LaneOutcome.ERROR, 3), 1_300, 2));
        lane("gap-several-causes", "one gap of three causes", lane -> event(event(lane, 1_000, 1)
                .lose(1_100, LaneOutcome.FULL, 3).lose(1_200, LaneOutcome.TOO_LARGE, 1)
                .lose(1_300, LaneOutcome.ERROR, 2),
                1_400, 2));
        lane("gap-first", "a gap before the first event",
                lane -> event(lane.lose(1_100, LaneOutcome.FULL, 2), 1_300, 2));
        lane("gap-twice", "two gaps of one cause, each with what was lost in it",
                lane -> event(event(event(lane, 1_000, 1)
                        .lose(1_100, LaneOutcome.FULL, 2), 1_200, 2).lose(1_300, LaneOutcome.FULL, 5), 1_400, 3));
        chunks("gap-by-ledger", "losses that a chunk has because no event follows them", lane -> {
            final byte[] events = event(lane, 1_000, 1).take(process);
            return List.of(events, lane.lose(1_100, LaneOutcome.FULL, 3).takeLosses(process, 1_100, 1_100));
        });
        chunks("gap-by-ledger-first", "a gap of which a chunk of losses reports a part before its frame", lane -> {
            final byte[] events = event(lane, 1_000, 1).take(process);
            final byte[] losses = lane.lose(1_100, LaneOutcome.FULL, 3).takeLosses(process, 1_100, 1_100);
            return List.of(events, losses,
                    event(lane.lose(1_200, LaneOutcome.FULL, 4), 1_300, 2).take(process));
        });
    }

    private void gapsByChunks() {
        chunks("gap-discarded", "events that the session's end discarded unread", lane -> {
            final byte[] events = event(lane, 1_000, 1).take(process);
            event(event(lane, 1_100, 2), 1_200, 3);
            return List.of(events, lane.skip(process, 1_100, 1_200, (to, count) -> to.discarded += count));
        });
        chunks("gap-overwritten", "events that a flight recorder has overwritten are not lost", lane -> {
            final byte[] events = event(lane, 1_000, 1).take(process);
            event(event(lane, 1_100, 2), 1_200, 3);
            final byte[] skipped = lane.skip(process, 0, 0, (to, count) -> to.overwritten += count);
            return List.of(events, skipped, event(lane, 1_300, 4).take(process));
        });
        chunks("gap-corrupt", "events in blocks that the recorder could not read", lane -> {
            final byte[] events = event(lane, 1_000, 1).take(process);
            event(event(lane, 1_100, 2), 1_200, 3);
            final byte[] skipped = lane.skip(process, 0, 0, (to, count) -> to.corrupt += count);
            return List.of(events, skipped, event(lane, 1_300, 4).take(process));
        });
        chunks("gap-abandoned", "an attempt that a writer left when it died", lane -> {
            final byte[] events = event(lane, 1_000, 1).take(process);
            return List.of(events, lane.change(process, 0, 0, to -> {
                to.abandoned++;
                to.nextNumber++;
            }));
        });
        chunks("gap-missing", "events that another drain took: they are not in the recording", lane -> {
            final byte[] events = event(lane, 1_000, 1).take(process);
            event(event(lane, 1_100, 2), 1_200, 3).takenElsewhere();
            return List.of(events, event(lane, 1_300, 4).take(process));
        });
        for (int cause = 2; cause <= 3; cause++) {
            final int code = cause;
            chunks(cause == 2 ? "gap-no-lane" : "gap-not-attached", "events of threads without a lane",
                    lane -> List.of(event(lane, 1_000, 1).take(process), laneless(code, 1_100, 1_200, 7, 7),
                            laneless(code, 0, 0, 2, 9), event(lane, 1_300, 2).take(process)));
        }
        final GoldenLane lane = GoldenLane.named(0);
        final GoldenRecording recording = new GoldenRecording().begin(process)
                .batch(1_500, event(lane, 1_000, 1).take(process));
        event(lane, 1_100, 2).takenElsewhere();
        add("gap-missing-by-checkpoint", "events of which only a checkpoint knows",
                recording.checkpoint(false, process, lane).batch(2_000, event(lane, 1_300, 3).take(process)));
    }

    private byte[] laneless(final int cause, final long first, final long last, final long number, final long total) {
        return GoldenLane.sized(GoldenLane.chunk(3, process.incarnation(), cause, 0, first, last, number, total));
    }

    private void threads() {
        lane("thread-change", "a lane that another thread takes over in the middle of a block",
                lane -> event(event(lane, 1_000, 1).owner(7, "other \u20ac"), 1_100, 2));
        lane("thread-change-unnamed", "a lane that a thread without a name takes over",
                lane -> event(event(lane, 1_000, 1).owner(7, null), 1_100, 2));
        lane("thread-back", "a lane that its thread gets back", lane -> event(event(event(lane, 1_000, 1).owner(7, "b"),
                1_100, 2).owner(100, "worker-0"), 1_200, 3));
        lane("thread-name-longest", "a name that is cut after a whole character",
                lane -> event(lane.owner(7, "\u20ac".repeat(60)), 1_100, 2));
        chunks("thread-name-in-chunk", "a chunk whose frames do not have the name of its thread",
                lane -> List.of(event(lane, 1_000, 1).take(process), event(lane, 1_100, 2).take(process)));
        chunks("thread-name-renamed", "a thread that is renamed: the name is that of its next block", lane -> {
            final byte[] first = event(lane, 1_000, 1).take(process);
            lane.owner(100, "renamed");
            return List.of(first, many(lane, 1_100, 40, 1_000).take(process));
        });
    }

    /** Events that fill some blocks. */
    static GoldenLane many(final GoldenLane lane, final long ticks, final int count, final int bytes) {
        for (int i = 0; i < count; i++) {
            final int n = i;
            lane.event(ticks + i, 1, payload -> payload.i64(n).i16(bytes).zeros(bytes));
        }
        return lane;
    }

    private void times() {
        lanes("time-merged", "events of two lanes in the order of their times", lanes -> {
            for (int i = 0; i < 6; i++) {
                event(lanes.get(i % 2), 1_000 + 10 * i, i);
            }
        });
        lanes("time-equal", "events of one time in three lanes", lanes -> {
            for (int i = 0; i < 6; i++) {
                event(lanes.get(i % 3), 1_000, i);
            }
        });
        lane("time-back", "a time that the caller gave lies before that of the event before: it is late",
                lane -> event(event(event(lane, 1_000, 1), 500, 2), 1_100, 3));
        lane("time-zero", "ticks of zero and below, before the session's start",
                lane -> event(event(event(lane, -5, 1), 0, 2), 1, 3));
        lane("time-far", "a time far ahead", lane -> event(event(lane, 1_000, 1), 1L << 61, 2));
        final GoldenLane late = GoldenLane.named(0);
        final GoldenLane other = GoldenLane.named(1);
        add("time-late", "an event that comes in a later batch than a newer one", new GoldenRecording().begin(process)
                .batch(2_000, event(event(other, 1_000, 1), 1_900, 2).take(process))
                .batch(3_000, event(late, 1_500, 3).take(process), event(other, 2_500, 4).take(process)));
        final GoldenProcess shifted = process.shifted(5_000);
        final GoldenLane lane = GoldenLane.named(0);
        add("time-shift", "a process whose time namespace shifts its clock, beside a session that has another shift",
                new GoldenRecording().session(7, 300).schema(shifted.schemas().get(0)).process(shifted)
                        .batch(10_000, event(lane, 6_000, 1).take(shifted)));
        final GoldenLane third = GoldenLane.named(0);
        add("time-session-ticks", "a session whose clock did not start at zero", new GoldenRecording()
                .session(7, GoldenRecording.WALL, 123_456_789, 0).schema(process.schemas().get(0)).process(process)
                .batch(223_456_789, event(third, 123_456_790, 1).take(process)));
    }

    private void sources() {
        lane("lane-blocks", "a lane of several blocks, with pads between them",
                lane -> many(lane, 1_000, 60, 700));
        chunks("lane-wrapped", "a lane that was filled twice", lane -> {
            final List<byte[]> chunks = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                chunks.add(many(lane, 1_000 + 100 * i, 8, 4_000).take(process));
                lane.drained();
            }
            return chunks;
        });
        chunks("lane-filled", "a lane that runs full, and goes on", lane -> {
            final byte[] full = many(lane, 1_000, 20, 4_000).take(process);
            lane.drained();
            return List.of(full, event(lane, 2_000, 100).take(process));
        });
        final GoldenProcess second = GoldenProcess.of(2, SCHEMA);
        final GoldenLane one = GoldenLane.named(0);
        final GoldenLane two = GoldenLane.named(0);
        add("processes-two", "lanes of two processes that have the same number", new GoldenRecording()
                .begin(process, second)
                .batch(10_000, event(one, 1_000, 1).take(process), event(two, 1_001, 2).take(second)));
        final GoldenLane a = GoldenLane.named(0);
        add("files-two", "a recording of two files", new GoldenRecording().begin(process).checkpoint(false, process, a)
                .batch(1_500, event(a, 1_000, 1).take(process)).file().begin(process).checkpoint(false, process, a)
                .batch(2_500, event(a, 2_000, 2).take(process)).checkpoint(true, process, a));
        final GoldenLane ended = GoldenLane.named(0);
        add("files-ended", "a recording that ended well twice, and was continued in its file and in another one",
                new GoldenRecording().begin(process).checkpoint(false, process, ended)
                        .batch(1_500, event(ended, 1_000, 1).take(process)).end()
                        .batch(2_500, event(ended, 2_000, 2).take(process)).checkpoint(false, process, ended).end()
                        .file().begin(process).checkpoint(false, process, ended)
                        .batch(3_500, event(ended, 3_000, 3).take(process)).checkpoint(true, process, ended).end());
        final GoldenLane b = GoldenLane.named(0);
        final GoldenLane c = GoldenLane.named(0);
        add("sessions-two", "an appended recording: another session, whose lanes begin anew", new GoldenRecording()
                .begin(process).batch(1_500, event(b, 1_000, 1).take(process)).checkpoint(true, process, b).file()
                .session(8, GoldenRecording.WALL + 1_000_000, 0, 0).schema(process.schemas().get(0)).process(process)
                .batch(1_500, event(c, 1_000, 2).take(process)).checkpoint(true, process, c));
        add("empty", "a recording without events", new GoldenRecording().begin(process)
                .checkpoint(true, process, GoldenLane.named(0)));
        add("empty-session", "a recording that has a session only", new GoldenRecording().session(7, 0));
    }

    /** Recordings with a receipt beside them. */
    private void received() {
        final Consumer<GoldenLane> nothing = lane -> {};
        final Consumer<GoldenLane> two = lane -> event(event(lane, 1_100, 2), 1_200, 3).takenElsewhere();
        received("received", "a received recording of which nothing is missing", counts(2, 0, 0), nothing);
        received("received-lost-process", "three events of a process of which nothing was received", counts(5, 0, 3),
                nothing);
        received("received-lost-in-lane", "events that a later chunk of their lane misses, as the receipt does",
                counts(4, 0, 2), two);
        received("received-lost-both", "events that a later chunk of their lane misses, and others", counts(7, 0, 5),
                two);
        received("received-before", "events that were shipped before the receiver began are not missing",
                counts(9, 7, 0), nothing);
        received("received-lost-before", "of what the receipt counts as lost, some was shipped before",
                counts(9, 6, 4), nothing);
        received("received-older", "a receipt that is older than the recording", counts(4, 0, 3), nothing);
        received("received-text", "a receipt with a count that is no number",
                counts(5, 0, 3).replace("before=0", "before=none"), nothing);
        received("received-cut", "a receipt without its last lines",
                counts(5, 0, 3).replaceAll("(?s)lost=.*", ""), nothing);
        received("received-long", "a receipt that is longer than 8,192 bytes", counts(5, 0, 3) + "#".repeat(8_192),
                nothing);
    }

    private static String counts(final long events, final long before, final long lost) {
        return "ringside-received 1\nsource=topic\nhost=\nsequence=3\nfile=1\ncopyFile=1\ncopyEnd=2\nevents=" + events
                + "\nbefore=" + before + "\nreceived=" + (events - before - lost) + "\nlost=" + lost
                + "\nbytes=4\nsentNs=5\ndescribing=0\nrolling=0\nrepeated=0\n";
    }

    /** Two batches with an event each. */
    private void received(final String name, final String about, final String receipt,
            final Consumer<GoldenLane> between) {
        final GoldenLane lane = GoldenLane.named(0);
        final GoldenRecording recording = new GoldenRecording().begin(process)
                .batchOf(1, 1_050, event(lane, 1_000, 1).take(process));
        between.accept(lane);
        final Map<String, byte[]> files = new TreeMap<>();
        recording.batchOf(1, 1_500, event(lane, 1_300, 4).take(process)).checkpoint(true, process, lane).files()
                .forEach((file, bytes) -> files.put(GoldenCase.RECORDING + "/" + file, bytes));
        files.put(GoldenCase.RECORDING + ".receipt", receipt.getBytes(StandardCharsets.UTF_8));
        cases.add(GoldenCase.recording(name, about, files));
    }

    private void descriptions() {
        final byte[] schema = process.schemas().get(0);
        describe("described-later", "a schema and a process that are described after the events that need them",
                (recording, lane) -> recording.session(7, 0).batch(10_000, lane.take(process)).schema(schema)
                        .process(process));
        describe("schema-missing", "a provider whose schema is missing: its id, and the payload in hex",
                (recording, lane) -> recording.session(7, 0).process(process).batch(10_000, lane.take(process)));
        describe("process-missing", "a process that nothing describes",
                (recording, lane) -> recording.session(7, 0).schema(schema).batch(10_000, lane.take(process)));
        describe("process-unknown", "a process whose page the recorder could not read",
                (recording, lane) -> recording.session(7, 0).unknownProcess(process).batch(10_000, lane.take(process)));
        describe("process-known-later", "a process whose page the recorder could read later",
                (recording, lane) -> recording.session(7, 0).unknownProcess(process).batch(10_000, lane.take(process))
                        .schema(schema).process(process));
        final GoldenProcess more = GoldenProcess.of(SCHEMA,
                GoldenEventCases.schema(FieldSchema.of("m", FieldType.UINT8)));
        describe("process-grown", "a process whose table of schemas has grown",
                (recording, lane) -> recording.session(7, 0)
                        .schema(schema).process(process).batch(1_500, lane.take(process)).schema(more.schemas().get(1))
                        .process(more).batch(2_500, lane.record(2_000, FrameDescriptor.reference(1, 0), NO_ACTIVITY,
                                payload -> payload.i8(-1)).take(process)));
        describe("schema-index-beyond", "an event whose schema is beyond the process's table",
                (recording, lane) -> recording.begin(process).batch(10_000,
                        lane.record(2_000, FrameDescriptor.reference(9, 0), NO_ACTIVITY, payload -> payload.i8(1))
                                .take(process)));
    }

    private void kept() {
        final byte[] name = "kept".getBytes(StandardCharsets.UTF_8);
        add("kept", "kept records: a name, events, a gap, and some that were filtered", relogged(
                kept(0, 9, 2, content -> {
                    entry(content, 3, new GoldenBytes().bytes(name));
                    entry(content, 1, record(1_000, 1));
                    entry(content, 2, new GoldenBytes().i64(5, 1_050, 1_060, 1, 1, 0, 1, 0, 0, 1));
                    return entry(content, 1, record(1_100, 2));
                })));
        add("kept-missing", "kept records of which a chunk is missing", relogged(
                kept(0, 1, 0, content -> entry(content, 1, record(1_000, 1))),
                kept(4, 5, 0, content -> entry(content, 1, record(1_100, 2)))));
        add("kept-nothing", "kept records that were all filtered", relogged(kept(0, 9, 9, content -> content)));
    }

    private GoldenRecording relogged(final byte[]... chunks) {
        return new GoldenRecording().rewritten().begin(process).batch(10_000, chunks);
    }

    byte[] kept(final long number, final long total, final long filtered,
            final Function<GoldenBytes, GoldenBytes> entries) {
        final byte[] content = entries.apply(new GoldenBytes()).toArray();
        return GoldenLane.sized(GoldenLane.chunk(4, process.incarnation(), 0, content.length, 0, 0, number, total)
                .i64(filtered).bytes(content));
    }

    static GoldenBytes entry(final GoldenBytes to, final int kind, final GoldenBytes content) {
        return to.i32(content.length()).i32(kind).i64(55).bytes(content.toArray()).align(8);
    }

    static GoldenBytes record(final long ticks, final long n) {
        return new GoldenBytes().i64(FrameDescriptor.word(FrameDescriptor.reference(0, 0), 40, 0), ticks, 0, 0, n);
    }

    private void describe(final String name, final String about,
            final BiFunction<GoldenRecording, GoldenLane, GoldenRecording> write) {
        final GoldenLane lane = event(GoldenLane.named(0), 1_000, 1);
        add(name, about, write.apply(new GoldenRecording(), lane));
    }

    private void lane(final String name, final String about, final Function<GoldenLane, GoldenLane> write) {
        chunks(name, about, lane -> List.of(write.apply(lane).take(process)));
    }

    private void lanes(final String name, final String about, final Consumer<List<GoldenLane>> write) {
        final List<GoldenLane> lanes = List.of(GoldenLane.named(0), GoldenLane.named(1), GoldenLane.named(2));
        write.accept(lanes);
        add(name, about, new GoldenRecording().begin(process).batch(10_000,
                lanes.stream().map(lane -> lane.take(process)).toArray(byte[][]::new)));
    }

    /** A batch for each chunk. */
    private void chunks(final String name, final String about, final Function<GoldenLane, List<byte[]>> write) {
        final GoldenLane lane = GoldenLane.named(0);
        final GoldenRecording recording = new GoldenRecording().begin(process).checkpoint(false, process, lane);
        write.apply(lane).forEach(chunk -> recording.batch(500, chunk));
        add(name, about, recording.checkpoint(true, process, lane));
    }

    private void add(final String name, final String about, final GoldenRecording recording) {
        cases.add(GoldenCase.recording(name, about, recording.files()));
    }
}
