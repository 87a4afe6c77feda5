package io.ringside.cli;

import io.ringside.internal.layout.NamesDescriptor;
import io.ringside.internal.layout.ProcessPageDescriptor;
import io.ringside.internal.layout.SchemaFileDescriptor;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** The files of a trace directory, put together byte by byte as the layouts' pages have them. */
final class GoldenDirectory {
    static final long SESSION_ID = 7;
    static final int SLOT = 3;
    static final int LEDGER_HEADER = 256;
    static final int LANE_ENTRY = 640;

    private static final int VERSION = 1;
    private static final int LANES_PER_BATCH = 4;
    private static final int COMMAND_OFFSET = 128;
    private static final int SCHEMA_COUNT_OFFSET = 512;
    private static final int LOSSES_OFFSET = 9_216;
    private static final int LOSSES_LENGTH = 320;
    private static final int TALLIES_OFFSET = 64;
    private static final int TALLY_LENGTH = 32;
    private static final int SCHEMAS_OFFSET = 29_696;
    private static final int SCHEMA_ENTRY = 64;

    private final Map<String, byte[]> files = new TreeMap<>();

    /** The usual session. */
    GoldenDirectory session() {
        return session("");
    }

    /** The usual session, with more lines in its row. */
    GoldenDirectory session(final String more) {
        return row(SESSION_ID, "controller=" + "0".repeat(31) + "9\nflushes=0\ngeneration=1\nid=7\nname=golden\n"
                + "setting.laneBytes=65536\nsetting.lanes=4\n" + more
                + "slot=3\nstart.monotonicNs=0\nstart.wallNs=1700000000000000000\nstate=RUNNING\n");
    }

    GoldenDirectory row(final long id, final String text) {
        return put("rows/" + hex(id) + ".session", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Totals of ledgers that were removed. */
    GoldenDirectory folded(final String text) {
        return put(folder() + "folded", text.getBytes(StandardCharsets.UTF_8));
    }

    /** The page of a process, and the files of its schemas. */
    GoldenDirectory process(final GoldenProcess process) {
        process.schemas().forEach(this::schema);
        final GoldenBytes page = new GoldenBytes().ascii("RS-PROCS").i32(VERSION).i32(ProcessPageDescriptor.FILE_LENGTH)
                .i64(0, process.incarnation().most(), process.incarnation().least(), process.pid(),
                        GoldenRecording.WALL, 3, 4, 5, process.shiftNs(), 0, GoldenRecording.WALL, 0)
                .i32(9).upTo(COMMAND_OFFSET).ascii("acme.Main").upTo(SCHEMA_COUNT_OFFSET)
                .i32(process.schemas().size()).upTo(ProcessPageDescriptor.ackOffset(SLOT)).i64(SESSION_ID, 1).i32(1)
                .upTo(LOSSES_OFFSET + SLOT * LOSSES_LENGTH).i64(SESSION_ID).upTo(SCHEMAS_OFFSET);
        for (final byte[] schema : process.schemas()) {
            final int begin = page.length();
            GoldenProcess.putKey(page, schema);
            page.i64(1).upTo(begin + SCHEMA_ENTRY);
        }
        put(page(process), page.upTo(ProcessPageDescriptor.FILE_LENGTH).toArray());
        return put("processes/" + process.incarnation() + ".alive", new byte[0]);
    }

    GoldenDirectory schema(final byte[] encoded) {
        final GoldenBytes file = new GoldenBytes().i64(SchemaFileDescriptor.MAGIC).i32(1).i32(0).i64(0);
        GoldenProcess.putKey(file, encoded);
        final int events = events(encoded);
        file.i32(events).i32(encoded.length).upTo(LEDGER_HEADER).zeros(Long.BYTES * events).bytes(encoded).align(8)
                .setI32(12, file.length());
        return put(schemaFile(encoded), file.toArray());
    }

    private static int events(final byte[] encoded) {
        return (encoded[12] & 0xFF) | ((encoded[13] & 0xFF) << 8);
    }

    /** The file of the names that a process has published for the provider of a schema. */
    GoldenDirectory names(final GoldenProcess process, final byte[] schema, final byte[] entries) {
        final UUID provider = GoldenProcess.providerId(schema);
        final GoldenBytes file = new GoldenBytes().ascii("RS-NAMES").i32(VERSION)
                .i32(NamesDescriptor.HEADER_LENGTH + entries.length)
                .i64(0, provider.getMostSignificantBits(), provider.getLeastSignificantBits(),
                        process.incarnation().most(), process.incarnation().least())
                .upTo(NamesDescriptor.PUBLISHED_OFFSET).i64(entries.length).upTo(NamesDescriptor.HEADER_LENGTH)
                .bytes(entries);
        return put(namesFile(process, schema), file.toArray());
    }

    static String namesFile(final GoldenProcess process, final byte[] schema) {
        return "providers/" + GoldenProcess.providerId(schema) + "." + process.incarnation() + ".names";
    }

    /** Losses without a lane. */
    GoldenDirectory laneless(final GoldenProcess process, final int tally, final long... numbers) {
        final byte[] page = files.get("v1/" + page(process));
        final GoldenBytes bytes = new GoldenBytes().i64(numbers);
        System.arraycopy(bytes.toArray(), 0, page,
                LOSSES_OFFSET + SLOT * LOSSES_LENGTH + TALLIES_OFFSET + tally * TALLY_LENGTH, bytes.length());
        return this;
    }

    /** Ledger and rings of a process. */
    GoldenDirectory ledger(final GoldenProcess process, final GoldenLane... lanes) {
        final GoldenBytes ledger = new GoldenBytes().ascii("RS-LEDGR").i32(VERSION).i32(LEDGER_HEADER)
                .i64(process.incarnation().most(), process.incarnation().least(), SESSION_ID).i32(LANES_PER_BATCH)
                .i32(LANES_PER_BATCH).i64(GoldenLane.LANE_BYTES).i32(GoldenLane.BLOCK_BYTES).i32(LANES_PER_BATCH)
                .upTo(LEDGER_HEADER);
        final GoldenBytes ring = new GoldenBytes();
        for (int i = 0; i < LANES_PER_BATCH; i++) {
            final GoldenLane lane = i < lanes.length ? lanes[i] : new GoldenLane(i);
            ledger.bytes(lane.entry().byteArray());
            ring.bytes(lane.ring().byteArray());
        }
        put(ledgerFile(process), ledger.toArray());
        return put(ringFile(process), ring.toArray());
    }

    GoldenDirectory put(final String name, final byte[] content) {
        files.put("v1/" + name, content);
        return this;
    }

    static String page(final GoldenProcess process) {
        return "processes/" + process.incarnation() + ".page";
    }

    static String schemaFile(final byte[] encoded) {
        return "providers/" + GoldenProcess.providerId(encoded) + "." + hex(GoldenProcess.contentHash(encoded))
                + ".schema";
    }

    static String ledgerFile(final GoldenProcess process) {
        return folder() + process.incarnation() + ".ledger";
    }

    static String ringFile(final GoldenProcess process) {
        return folder() + process.incarnation() + ".0.ring";
    }

    private static String folder() {
        return "sessions/" + hex(SESSION_ID) + "/";
    }

    private static String hex(final long value) {
        return String.format("%016x", value);
    }

    Map<String, byte[]> files() {
        return files;
    }
}
