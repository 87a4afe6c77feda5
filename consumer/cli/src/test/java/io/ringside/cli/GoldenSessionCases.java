package io.ringside.cli;

import io.ringside.internal.lane.LaneOutcome;
import io.ringside.internal.layout.LedgerDescriptor;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.session.SessionSettings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Trace directories: lanes, ledgers, rows, and what is damaged of them. */
final class GoldenSessionCases {
    private static final int ENTRY = GoldenDirectory.LEDGER_HEADER;
    private static final int SLOT_ONE = ENTRY + 384 + 128;
    /** With the zeros after the name. */
    private static final int OWNER_FRAME = 64;
    private static final int RECORD = 64 + OWNER_FRAME;

    private final List<GoldenCase> cases = new ArrayList<>();
    private final GoldenProcess process = GoldenProcess.of(GoldenStreamCases.SCHEMA);

    List<GoldenCase> all() {
        lanes();
        threads();
        flightRecorders();
        ledgers();
        rows();
        ledgerDamage();
        laneDamage();
        fileDamage();
        return cases;
    }

    private static GoldenLane event(final GoldenLane lane, final long ticks, final long n) {
        return GoldenStreamCases.event(lane, ticks, n);
    }

    private static GoldenLane many(final GoldenLane lane, final long ticks, final int count, final int bytes) {
        return GoldenStreamCases.many(lane, ticks, count, bytes);
    }

    private void lanes() {
        lane("events", "events that nobody has taken", lane -> event(event(lane, 1_000, 1), 1_100, 2));
        lane("empty", "a lane without events", lane -> lane);
        lane("taken", "events of which a drain has taken the first", lane -> {
            event(lane, 1_000, 1).take(process);
            return event(lane.drained(), 1_100, 2);
        });
        lane("all-taken", "events that a drain has taken", lane -> {
            event(lane, 1_000, 1).take(process);
            return lane.drained();
        });
        lane("head-lags", "a head that lags behind the checkpoint", lane -> {
            event(lane, 1_000, 1).take(process);
            event(lane.drained(), 1_100, 2);
            lane.entry().putLong(LedgerDescriptor.LANE_HEAD_OFFSET, 0);
            return lane;
        });
        lane("gap", "losses between events", lane -> event(event(lane, 1_000, 1)
                .lose(1_100, LaneOutcome.FULL, 2).lose(1_200, LaneOutcome.TOO_LARGE, 1), 1_300, 2));
        lane("gap-at-end", "losses after the last event, of which only the ledger knows",
                lane -> event(lane, 1_000, 1).lose(1_100, LaneOutcome.FULL, 2).lose(1_200, LaneOutcome.ERROR, 1));
        lane("gap-reported", "losses that a drain has reported", lane -> {
            event(lane, 1_000, 1).take(process);
            lane.lose(1_100, LaneOutcome.FULL, 2).takeLosses(process, 1_100, 1_100);
            return event(lane.drained().lose(1_200, LaneOutcome.FULL, 3), 1_300, 2);
        });
        lane("blocks", "several blocks, with pads", lane -> many(lane, 1_000, 60, 700));
        lane("wrapped", "a lane that was filled, drained and filled again", lane -> {
            many(lane, 1_000, 12, 4_000).take(process);
            return many(lane.drained(), 2_000, 12, 4_000);
        });
        lane("full", "a lane that has run full", lane -> many(lane, 1_000, 20, 4_000));
    }

    private void threads() {
        lane("thread-change", "another thread in the middle of a block",
                lane -> event(event(lane, 1_000, 1).owner(7, "other"), 1_100, 2));
        lane("thread-name-by-ledger", "a thread whose name only the ledger has", lane -> {
            event(lane, 1_000, 1).take(process);
            return event(lane.drained(), 1_100, 2);
        });
        lane("thread-unnamed", "a thread whose name is unknown", lane -> event(lane.owner(7, null), 1_000, 1));
        lane("thread-free", "a lane whose thread has ended", lane -> {
            event(lane, 1_000, 1).entry().putLong(0, 0);
            return lane;
        });
        lane("discarded", "events that were given up unread", lane -> {
            event(lane, 1_000, 1).skip(process, 0, 0, (to, count) -> to.discarded += count);
            return event(lane.drained(), 1_100, 2);
        });
        lane("corrupt", "events that a drain could not read", lane -> {
            event(lane, 1_000, 1).skip(process, 0, 0, (to, count) -> to.corrupt += count);
            return event(lane.drained(), 1_100, 2);
        });
    }

    private void flightRecorders() {
        final GoldenLane flight = new GoldenLane(0, SessionSettings.Overflow.DROP_OLDEST).owner(100, "worker-0");
        many(flight, 1_000, 40, 4_000);
        add("flight-recorder", "a flight recorder that has overwritten its oldest events", new GoldenDirectory()
                .session("setting.overflow=drop-oldest\n").process(process).ledger(process, flight));
        final GoldenLane lost = new GoldenLane(0, SessionSettings.Overflow.DROP_OLDEST).owner(100, "worker-0");
        many(lost.lose(900, LaneOutcome.TOO_LARGE, 2), 1_000, 40, 4_000);
        add("flight-recorder-losses", "a flight recorder that has overwritten losses, too", new GoldenDirectory()
                .session("setting.overflow=drop-oldest\n").process(process).ledger(process, lost));
        final GoldenLane first = GoldenLane.named(0);
        final GoldenLane second = GoldenLane.named(1);
        for (int i = 0; i < 6; i++) {
            event(i % 2 == 0 ? first : second, 1_000 + 10 * i, i);
        }
        add("lanes-two", "events of two lanes in the order of their times", new GoldenDirectory().session()
                .process(process).ledger(process, first, second));
    }

    private void ledgers() {
        add("rate",
                "events that samples and limits have left out, in a ledger and in totals of ledgers that were removed",
                new GoldenDirectory().session()
                        .folded("delivered=10\nincarnations=" + "0".repeat(31) + "8\nlost.abandoned=0\nlost.corrupt=0\n"
                                + "lost.discarded=0\nlost.error=0\nlost.full=0\nlost.noLane=0\nlost.notAttached=0\n"
                                + "lost.tooLarge=0\noverLimit=7\noverwritten=0\nsampledOut=40\nwanted=10\n")
                        .process(process).ledger(process,
                                event(GoldenLane.named(0).leaveOut(99, 3), 1_000, 1)
                                        .items(1_100, 0, content -> content
                                                .i64(GoldenEventCases.item(16, 24, false), 100, 3).i64(2))));
        final GoldenProcess other = GoldenProcess.of(2, GoldenEventCases.schema(FieldSchema.of("m", FieldType.UINT8)));
        final GoldenLane second = GoldenLane.named(0).event(1_050, 0, payload -> payload.i8(-1));
        add("processes-two", "two processes with a schema each", new GoldenDirectory().session().process(process)
                .process(other).ledger(process, event(event(GoldenLane.named(0), 1_000, 1), 1_100, 2))
                .ledger(other, second));
        add("laneless", "losses of threads without a lane, in two tallies", new GoldenDirectory().session()
                .process(process).laneless(process, 0, 3, 0, 1_000, 1_100).laneless(process, 7, 4, 2, 900, 1_050)
                .ledger(process, event(GoldenLane.named(0), 1_000, 1)));
        add("folded", "totals of ledgers that were removed", new GoldenDirectory().session()
                .folded("delivered=10\nincarnations=" + "0".repeat(31) + "8\nlost.abandoned=1\nlost.corrupt=0\n"
                        + "lost.discarded=0\nlost.error=0\nlost.full=4\nlost.noLane=0\nlost.notAttached=0\n"
                        + "lost.tooLarge=0\noverLimit=0\noverwritten=0\nsampledOut=0\nwanted=15\n")
                .process(process).ledger(process, event(GoldenLane.named(0), 1_000, 1)));
        add("no-process", "a session that no process has attached to", new GoldenDirectory().session());
    }

    private void rows() {
        final GoldenDirectory several = new GoldenDirectory();
        for (int id = 1; id <= 3; id++) {
            several.row(id, row(id, "session-" + id, id - 1, id == 3 ? "STOPPING" : "RUNNING", ""));
        }
        sessions("rows-several", "sessions in the order of their ids, of which one is stopping", several);
        sessions("rows-escapes", "a name and a setting with characters that rows escape", new GoldenDirectory().row(1,
                row(1, "a\\\\b\\:c\\=d e\\u20AC\u20ac", 0, "RUNNING", "setting.description=\\ two\\  words\n")));
        sessions("rows-unknown-key", "a row with a key of a later version", new GoldenDirectory().row(1,
                row(1, "golden", 0, "RUNNING", "").replace("name=", "later.key=1\nname=")));
        sessions("rows-other-files", "files in the folder that are no sessions", new GoldenDirectory()
                .row(1, row(1, "golden", 0, "RUNNING", "")).put("rows/README", new byte[]{1})
                .put("rows/.tmp.0000000000000001.session", new byte[]{1}));
        sessions("rows-none", "a trace directory without sessions",
                new GoldenDirectory().put("rows/README", new byte[0]));
    }

    private static String row(final int id, final String name, final int slot, final String state, final String more) {
        return "controller=" + "0".repeat(31) + "9\nflushes=0\ngeneration=1\nid=" + id + "\nname=" + name + "\n" + more
                + "setting.laneBytes=65536\nslot=" + slot + "\nstart.monotonicNs=" + 5 * id
                + "\nstart.wallNs=1700000000000000000\nstate=" + state + "\n";
    }

    private void ledgerDamage() {
        ledger("magic", "a ledger with another magic number", bytes -> bytes.put(0, (byte) 'X'));
        ledger("version", "a ledger of another version", bytes -> bytes.putInt(8, 2));
        ledger("header-length", "a ledger with another length of its header", bytes -> bytes.putInt(12, 128));
        ledger("session", "a ledger of another session", bytes -> bytes.putLong(32, 8));
        ledger("lane-limit-zero", "a ledger without room for lanes", bytes -> bytes.putInt(40, 0));
        ledger("lane-limit-many", "a ledger that is too short for its lanes", bytes -> bytes.putInt(40, 64));
        ledger("batch-lanes", "a ledger with another number of lanes in a ring file", bytes -> bytes.putInt(44, 8));
        ledger("lane-bytes", "a ledger with lanes of another length", bytes -> bytes.putLong(48, 1 << 17));
        ledger("block-bytes", "a ledger with blocks of another length", bytes -> bytes.putInt(56, 4_096));
        ledger("lane-count-negative", "a ledger with a negative number of lanes", bytes -> bytes.putInt(60, -1));
        ledger("lane-count-many", "a ledger with more lanes than it has room for", bytes -> bytes.putInt(60, 1_000));
        ledger("lane-missing", "a lane that does not exist yet", bytes -> bytes.putLong(ENTRY + 264, 0));
        ledger("tail-ahead", "a tail farther ahead than a lane is long", bytes -> bytes.putLong(ENTRY + 136, 1 << 20));
        ledger("tail-negative", "a negative tail", bytes -> bytes.putLong(ENTRY + 136, -8));
        ledger("tail-odd", "a tail that is no multiple of 8", bytes -> bytes.putLong(ENTRY + 136, RECORD + 36));
        ledger("checkpoint-sum", "a checkpoint that does not add up", bytes -> bytes.putLong(SLOT_ONE + 16, 5));
        ledger("checkpoint-negative", "a checkpoint with a negative position", bytes -> bytes.putLong(SLOT_ONE, -8));
        ledger("name-long", "a name that is longer than names are", bytes -> bytes.putLong(ENTRY + 8, 0x1C8));
        ledger("name-changing", "a name that was being stored when its process died",
                bytes -> bytes.putLong(ENTRY + 8, 0x1FF));
    }

    private void laneDamage() {
        ring("block-magic", "a block header with another magic number", bytes -> bytes.put(0, (byte) 'X'));
        ring("block-number", "a block header of another lap", bytes -> bytes.putLong(8, 4));
        ring("block-first-number", "a block header that begins with a later attempt", bytes -> bytes.putLong(16, 1));
        ring("owner-short", "an owner frame that is shorter than its fields", bytes -> bytes.putInt(64, 8));
        ring("record-length-zero", "a record of no length", bytes -> bytes.putInt(RECORD, 0));
        ring("record-length-long", "a record that extends beyond its block", bytes -> bytes.putInt(RECORD, 20_000));
        ring("record-check", "a record whose number is not the next one",
                bytes -> bytes.put(RECORD + 3, (byte) 9));
        ring("record-event", "a record of an event that its schema does not have",
                bytes -> bytes.putInt(RECORD + 4, 9));
        ring("record-bits", "a record with bits that must be zero", bytes -> bytes.putInt(RECORD + 4, 1 << 31));
        ring("all-zero", "a ring whose bytes are all zero", bytes -> bytes.put(0, new byte[bytes.capacity()]));
    }

    private void fileDamage() {
        files("ledger-cut", "a ledger that was cut",
                directory -> cut(directory, GoldenDirectory.ledgerFile(process), 700));
        files("ledger-empty", "an empty ledger", directory -> cut(directory, GoldenDirectory.ledgerFile(process), 0));
        files("ring-cut", "a ring that was cut", directory -> cut(directory, GoldenDirectory.ringFile(process), 4_096));
        files("ring-missing", "a ring that is missing",
                directory -> remove(directory, GoldenDirectory.ringFile(process)));
        files("page-missing", "a process whose page is missing: its provider is unknown",
                directory -> remove(directory, GoldenDirectory.page(process)));
        files("page-cut", "a process whose page was cut",
                directory -> cut(directory, GoldenDirectory.page(process), 4_096));
        files("page-magic", "a page with another magic number",
                directory -> change(directory, GoldenDirectory.page(process),
                        bytes -> bytes.put(0, (byte) 'X')));
        files("page-version", "a page of another version", directory -> change(directory, GoldenDirectory.page(process),
                bytes -> bytes.putInt(8, 2)));
        files("page-schemas", "a page that has more schemas than there are", directory -> change(directory,
                GoldenDirectory.page(process), bytes -> bytes.putInt(512, 5_000)));
        final String schema = GoldenDirectory.schemaFile(process.schemas().get(0));
        files("schema-missing", "a schema file that is missing", directory -> remove(directory, schema));
        files("schema-cut", "a schema file that was cut", directory -> cut(directory, schema, 260));
        files("schema-magic", "a schema file with another magic number", directory -> change(directory, schema,
                bytes -> bytes.put(0, (byte) 'X')));
        files("schema-events", "a schema file with a huge number of events", directory -> change(directory, schema,
                bytes -> bytes.putInt(48, 1 << 30)));
        files("schema-length", "a schema file whose content extends beyond it", directory -> change(directory, schema,
                bytes -> bytes.putInt(52, 1 << 20)));
    }

    private void ledger(final String name, final String about, final Consumer<ByteBuffer> change) {
        files("ledger-" + name, about, directory -> change(directory, GoldenDirectory.ledgerFile(process), change));
    }

    private void ring(final String name, final String about, final Consumer<ByteBuffer> change) {
        files("ring-" + name, about, directory -> change(directory, GoldenDirectory.ringFile(process), change));
    }

    private void files(final String name, final String about, final Consumer<GoldenDirectory> change) {
        final GoldenLane first = event(event(event(GoldenLane.named(0), 1_000, 1), 1_100, 2), 1_200, 3);
        final GoldenLane second = event(GoldenLane.named(1), 1_050, 4);
        final GoldenDirectory directory = new GoldenDirectory().session().process(process).ledger(process, first,
                second);
        change.accept(directory);
        cases.add(new GoldenCase("live-damage-" + name, about, directory.files(), List.of("peek"), ""));
    }

    private static void change(final GoldenDirectory directory, final String file, final Consumer<ByteBuffer> change) {
        change.accept(ByteBuffer.wrap(directory.files().get("v1/" + file)).order(ByteOrder.LITTLE_ENDIAN));
    }

    private static void cut(final GoldenDirectory directory, final String file, final int length) {
        directory.put(file, Arrays.copyOf(directory.files().get("v1/" + file), length));
    }

    private static void remove(final GoldenDirectory directory, final String file) {
        directory.files().remove("v1/" + file);
    }

    private void lane(final String name, final String about, final UnaryOperator<GoldenLane> write) {
        final GoldenLane lane = write.apply(GoldenLane.named(0));
        add(name, about, new GoldenDirectory().session().process(process).ledger(process, lane));
    }

    private void add(final String name, final String about, final GoldenDirectory directory) {
        cases.add(GoldenCase.directory("live-" + name, about, directory));
    }

    private void sessions(final String name, final String about, final GoldenDirectory directory) {
        cases.add(new GoldenCase("live-" + name, about, directory.files(), List.of("sessions"), ""));
    }
}
