package io.ringside.cli;

import io.ringside.internal.lane.LaneOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Damaged recordings. The one that is damaged has two files: each has a session, a schema, a process, a checkpoint, two
 * batches of two lanes, and a checkpoint.
 */
final class GoldenDamageCases {
    private static final int SESSION = 0;
    private static final int SCHEMA = 1;
    private static final int PROCESS = 2;
    private static final int BATCH = 4;
    private static final int SECOND = 5;
    private static final int LAST_OF_FILE = 6;
    private static final int FILE = 7;
    private static final String[] NAMES = {
        "session", "schema", "process", "checkpoint", "batch", "second-batch", "last-of-file"};
    /** Of the first chunk in a batch. */
    private static final int CHUNK = 40;
    private static final int FROM = CHUNK + 64;
    private static final int TO = CHUNK + 192;
    private static final int FRAMES = CHUNK + 320;
    private static final int LANES = 112;
    private static final int BLOCK_HEADER = 64;
    /** With the zeros after the name. */
    private static final int OWNER_FRAME = 64;

    private final List<GoldenCase> cases = new ArrayList<>();
    private final GoldenProcess process = GoldenProcess.of(GoldenStreamCases.SCHEMA);
    private final Map<String, byte[]> whole = whole();

    List<GoldenCase> all() {
        cases.add(GoldenCase.recording("damage-none", "the recording of the cases of damage, whole", whole));
        words();
        headers();
        checksums();
        cuts();
        missing();
        descriptions();
        batches();
        chunks();
        frames();
        items();
        checkpoints();
        kept();
        return cases;
    }

    private Map<String, byte[]> whole() {
        final GoldenLane first = GoldenLane.named(0);
        final GoldenLane second = GoldenLane.named(1);
        final GoldenRecording recording = new GoldenRecording().begin(process).checkpoint(false, process, first,
                second);
        event(event(first, 1_000, 1), 1_100, 2);
        event(second, 1_050, 3);
        recording.batch(1_500, first.take(process), second.take(process));
        event(first.lose(1_600, LaneOutcome.FULL, 2), 1_700, 4);
        event(second, 1_800, 5);
        recording.batch(1_900, first.take(process), second.take(process)).checkpoint(false, process, first, second)
                .file().begin(process).checkpoint(false, process, first, second);
        event(first, 2_000, 6);
        event(second, 2_100, 7);
        recording.batch(2_200, first.take(process), second.take(process));
        event(first, 2_300, 8);
        event(event(second, 2_400, 9), 2_500, 10);
        return recording.batch(2_600, first.take(process), second.take(process))
                .checkpoint(true, process, first, second)
                .files();
    }

    private static GoldenLane event(final GoldenLane lane, final long ticks, final long n) {
        return GoldenStreamCases.event(lane, ticks, n);
    }

    private void words() {
        for (final int index : new int[]{SCHEMA, BATCH, SECOND, LAST_OF_FILE, FILE + BATCH}) {
            final String excerpt = name(index);
            damage("word-zero-" + excerpt, "the queue's word before the excerpt is zero", d -> d.word(index, 0));
            damage("word-ones-" + excerpt, "all bits of the queue's word are set", d -> d.word(index, -1));
            damage("word-unfinished-" + excerpt, "the queue's word says that the excerpt is unfinished",
                    d -> d.word(index, 0x8000_0000 | d.word(index)));
            if (index != LAST_OF_FILE) {
                damage("word-own-" + excerpt, "the queue's word says that the document is its own",
                        d -> d.word(index, 0x4000_0000 | d.word(index)));
            }
            damage("word-longer-" + excerpt, "the queue's word has a length that is 4 too long",
                    d -> d.word(index, d.word(index) + 4));
            damage("word-shorter-" + excerpt, "the queue's word has a length that is 8 too short",
                    d -> d.word(index, d.word(index) - 8));
            damage("word-beyond-" + excerpt, "the queue's word has a length beyond the file",
                    d -> d.word(index, 0x0FFF_FFF0));
        }
    }

    private static String name(final int index) {
        return index < FILE ? NAMES[index] : NAMES[index - FILE] + "-of-second-file";
    }

    private void headers() {
        damage("header-magic", "an excerpt with another magic number", d -> d.flip(BATCH, 0));
        for (final int version : new int[]{0, 2, 8}) {
            damage("header-version-" + version, "an excerpt says that it has version " + version,
                    d -> d.i32(BATCH, 4, version).sealed(BATCH));
        }
        for (final int kind : new int[]{0, 1, 3, 6}) {
            damage("header-kind-" + kind, "a batch that says that its kind is " + kind,
                    d -> d.i32(BATCH, 8, kind).sealed(BATCH));
        }
        damage("header-length", "an excerpt whose own length is not that of its document",
                d -> d.i32(BATCH, 12, d.i32(BATCH, 12) - 8).sealed(BATCH));
        damage("header-length-negative", "an excerpt whose own length is negative",
                d -> d.i32(BATCH, 12, -8).sealed(BATCH));
    }

    private void checksums() {
        for (int i = SESSION; i <= LAST_OF_FILE; i++) {
            final int index = i;
            damage("checksum-" + name(index), "a bit of the checksum has changed",
                    d -> d.flip(index, d.excerpt(index).length() - 8));
            damage("content-" + name(index), "a bit of the content has changed", d -> d.flip(index, 24));
        }
        damage("checksum-high", "the checksum has bits above the lowest 32",
                d -> d.flip(BATCH, d.excerpt(BATCH).length() - 1));
        damage("checksum-two", "two batches, one after the other, are changed",
                d -> d.flip(BATCH, 24).flip(SECOND, 24));
        damage("checksum-all-batches", "all batches are changed", d -> {
            d.flip(BATCH, 24).flip(SECOND, 24);
            d.flip(FILE + BATCH, 24).flip(FILE + SECOND, 24);
        });
    }

    private void cuts() {
        final GoldenDamage base = new GoldenDamage(whole);
        for (int i = 1; i < FILE; i++) {
            final int index = FILE + i;
            damage("cut-before-" + NAMES[i], "the last file ends before an excerpt",
                    d -> d.cut(d.file(1), d.excerpt(index).at() - 4));
        }
        damage("cut-in-word", "the last file ends within the queue's word",
                d -> d.cut(d.file(1), d.excerpt(FILE + BATCH).at() - 2));
        for (final int length : new int[]{0, 3, 4, 12, 16, 100}) {
            damage("cut-in-excerpt-" + length, "the last file ends " + length + " bytes after the begin of an excerpt",
                    d -> d.cut(d.file(1), d.excerpt(FILE + BATCH).at() + length));
        }
        damage("cut-in-checksum", "the last file ends within the checksum of its last batch", d -> d.cut(d.file(1),
                d.excerpt(FILE + SECOND).at() + base.excerpt(FILE + SECOND).length() - 4));
        damage("cut-first-file", "the first file ends within a batch",
                d -> d.cut(d.file(0), d.excerpt(SECOND).at() + 60));
        damage("cut-first-file-early", "the first file ends within its session",
                d -> d.cut(d.file(0), d.excerpt(SESSION).at() + 30));
        damage("cut-last-file-empty", "the last file is empty, as a recorder leaves it that is killed",
                d -> d.cut(d.file(1), 0));
        damage("cut-first-file-empty", "the first file is empty", d -> d.cut(d.file(0), 0));
    }

    private void missing() {
        damage("missing-first-file", "the first file is missing, as in a circular recording", d -> d.remove(d.file(0)));
        damage("missing-last-file", "the last file is missing", d -> d.remove(d.file(1)));
        final GoldenLane lane = GoldenLane.named(0);
        final GoldenRecording three = new GoldenRecording();
        for (int i = 0; i < 3; i++) {
            three.begin(process).checkpoint(false, process, lane).batch(1_000 * i + 1_500,
                    event(lane, 1_000 * i + 1_000, i).take(process));
            if (i < 2) {
                three.file();
            }
        }
        final Map<String, byte[]> files = three.files();
        cases.add(GoldenCase.recording("damage-none-three-files", "a recording of three files, whole", files));
        final GoldenDamage damage = new GoldenDamage(files);
        cases.add(GoldenCase.recording("damage-missing-middle-file", "the file between two others is missing",
                damage.remove(damage.file(1)).files()));
        final GoldenDamage zeros = new GoldenDamage(files);
        cases.add(GoldenCase.recording("damage-zero-middle-file", "the file between two others has only zeros",
                zeros.zero(zeros.file(1), 0).files()));
        final GoldenDamage tail = new GoldenDamage(files);
        final GoldenDamage.Excerpt last = tail.excerpt(tail.count() / 3 - 1);
        cases.add(GoldenCase.recording("damage-zero-end-of-file", "a file before others ends in zeros",
                tail.zero(last.file(), last.at() - Integer.BYTES).files()));
    }

    private void descriptions() {
        forged("session-lane-bytes-zero", "a session with lanes of no bytes", SESSION, d -> d.i32(SESSION, 68, 0));
        forged("session-lane-bytes-odd", "a session with lanes of an odd length", SESSION,
                d -> d.i32(SESSION, 68, 65_537));
        forged("session-name-negative", "a session whose name has a negative length", SESSION,
                d -> d.i32(SESSION, 76, -1));
        forged("session-name-long", "a session whose name extends beyond it", SESSION, d -> d.i32(SESSION, 76, 1_000));
        forged("schema-bytes-negative", "a schema of a negative length", SCHEMA, d -> d.i32(SCHEMA, 40, -1));
        forged("schema-bytes-long", "a schema that extends beyond its excerpt", SCHEMA,
                d -> d.i32(SCHEMA, 40, 100_000));
        forged("process-known", "a process that is neither known nor unknown", PROCESS, d -> d.i32(PROCESS, 32, 2));
        forged("process-schemas-negative", "a process with a negative number of schemas", PROCESS,
                d -> d.i32(PROCESS, 36, -1));
        forged("process-schemas-many", "a process with more schemas than its excerpt has room for", PROCESS,
                d -> d.i32(PROCESS, 36, 1_000));
        forged("process-command-long", "a process whose command extends beyond its excerpt", PROCESS,
                d -> d.i32(PROCESS, 112, 5_000));
        forged("process-command-negative", "a process whose command has a negative length", PROCESS,
                d -> d.i32(PROCESS, 112, -1));
    }

    private void batches() {
        forged("batch-chunks-fewer", "a batch with more chunks than it says", BATCH, d -> d.i64(BATCH, 32, 1));
        forged("batch-chunks-more", "a batch with fewer chunks than it says", BATCH, d -> d.i64(BATCH, 32, 3));
        forged("batch-chunks-negative", "a batch with a negative number of chunks", BATCH, d -> d.i64(BATCH, 32, -1));
        forged("batch-chunks-huge", "a batch with more chunks than a number of 32 bits has", BATCH,
                d -> d.i64(BATCH, 32, 1L << 40));
        forged("batch-watermark-low", "a watermark before everything", BATCH,
                d -> d.i64(BATCH, 16, Long.MIN_VALUE / 2));
        forged("batch-watermark-high", "a watermark after everything", BATCH,
                d -> d.i64(BATCH, 16, Long.MAX_VALUE / 4));
    }

    private void chunks() {
        chunk("length-zero", "a chunk of no length", d -> d.i32(BATCH, CHUNK, 0));
        chunk("length-odd", "a chunk whose length is no multiple of 8",
                d -> d.i32(BATCH, CHUNK, d.i32(BATCH, CHUNK) - 4));
        chunk("length-long", "a chunk that extends beyond its batch", d -> d.i32(BATCH, CHUNK, 1 << 20));
        chunk("length-negative", "a chunk of a negative length", d -> d.i32(BATCH, CHUNK, -8));
        chunk("kind-zero", "a chunk of kind 0", d -> d.i32(BATCH, CHUNK + 4, 0));
        chunk("kind-unknown", "a chunk of an unknown kind", d -> d.i32(BATCH, CHUNK + 4, 9));
        chunk("lane-negative", "a chunk of a negative lane", d -> d.i32(BATCH, CHUNK + 24, -1));
        chunk("lane-beyond", "a chunk of lane 1,024", d -> d.i32(BATCH, CHUNK + 24, 1_024));
        chunk("bytes-negative", "frames of a negative length", d -> d.i32(BATCH, CHUNK + 28, -1));
        chunk("bytes-long", "frames that extend beyond their chunk", d -> d.i32(BATCH, CHUNK + 28, 1 << 20));
        chunk("bytes-short", "fewer frames than the positions say",
                d -> d.i32(BATCH, CHUNK + 28, d.i32(BATCH, CHUNK + 28) - 8));
        chunk("bytes-none", "no frames, as the recorder could not read them", d -> d.i32(BATCH, CHUNK + 28, 0));
        chunk("name-long", "a name longer than names are", d -> d.i64(BATCH, CHUNK + 56, 1_000));
        chunk("from-sum", "a checkpoint before the frames that does not add up", d -> d.i64(BATCH, FROM + 16, 5));
        chunk("to-sum", "a checkpoint after the frames that does not add up", d -> d.i64(BATCH, TO + 16, 5));
        chunk("to-negative", "a checkpoint with a negative count", d -> d.i64(BATCH, TO + 24, -1));
        chunk("to-back", "a checkpoint whose position goes back", d -> d.i64(BATCH, FROM, 1 << 20));
        chunk("to-more", "a checkpoint after the frames that counts more events than they have",
                d -> d.i64(BATCH, TO + 8, d.i64(BATCH, TO + 8) + 3).i64(BATCH, TO + 16, d.i64(BATCH, TO + 16) + 3));
    }

    private void frames() {
        final int owner = FRAMES + BLOCK_HEADER;
        final int record = owner + OWNER_FRAME;
        chunk("block-magic", "a block header with another magic number", d -> d.flip(BATCH, FRAMES));
        chunk("block-length", "a block header with another length", d -> d.i32(BATCH, FRAMES + 4, 72));
        chunk("block-number", "a block header of another lap", d -> d.i64(BATCH, FRAMES + 8, 4));
        chunk("block-first-number", "a block header that begins with a later attempt",
                d -> d.i64(BATCH, FRAMES + 16, 1));
        chunk("block-first-number-back", "a block header that begins with a negative attempt",
                d -> d.i64(BATCH, FRAMES + 16, -1));
        chunk("block-losses", "a block header with losses that do not fit its number",
                d -> d.i64(BATCH, FRAMES + 24, 5));
        chunk("owner-short", "an owner frame that is shorter than its fields", d -> d.i32(BATCH, owner, 8));
        chunk("owner-long", "an owner frame whose name is longer than names are", d -> d.i32(BATCH, owner, 16 + 105));
        chunk("record-length-zero", "a record of no length", d -> d.i32(BATCH, record, 0));
        chunk("record-length-short", "a record that is shorter than its header", d -> d.i32(BATCH, record, 24));
        chunk("record-length-long", "a record that extends beyond its frames", d -> d.i32(BATCH, record, 4_000));
        chunk("record-check", "a record whose number is not the next one", d -> d.flip(BATCH, record + 3));
        chunk("record-event", "a record of an event that its schema does not have", d -> d.i32(BATCH, record + 4, 9));
        chunk("record-schema", "a record of a schema that its process does not have",
                d -> d.i32(BATCH, record + 4, 9 << 16));
        chunk("record-bits", "a record with bits that must be zero", d -> d.i32(BATCH, record + 4, 1 << 31));
        chunk("record-kind", "a frame of an unknown kind", d -> d.i32(BATCH, record + 4, 4_095 << 16 | 9));
        chunk("record-items", "a record that says that it has items, and has none",
                d -> d.i32(BATCH, record + 4, 1 << 28));
        chunk("record-payload", "a changed payload whose checksum was forged: nobody can see it",
                d -> d.flip(BATCH, record + 32));
        gap("length", "a gap frame of another length", 0, 56);
        gap("first-number", "a gap frame that begins after the next attempt", 8, 9);
        gap("next-number", "a gap frame that ends before it begins", 16, 0);
        gap("next-number-far", "a gap frame whose losses are fewer than its attempts", 16, 50);
        gap("losses", "a gap frame with more losses than attempts", 24, 7);
        gap("losses-negative", "a gap frame with negative losses", 24, -1);
    }

    /** The second batch of the first lane begins with the gap, after a record that the first batch has. */
    private void gap(final String name, final String about, final int offset, final long value) {
        forged("gap-" + name, about, SECOND, d -> {
            if (offset == 0) {
                d.i32(SECOND, FRAMES, (int) value);
            } else {
                d.i64(SECOND, FRAMES + offset, value);
            }
        });
    }

    private void items() {
        final long[][] words = {
            {0, GoldenEventCases.item(3, 0, false)}, {1, GoldenEventCases.item(3, 7, false)},
            {2, GoldenEventCases.item(3, 24, false)}, {3, GoldenEventCases.item(3, 4_000, false)},
            {4, GoldenEventCases.item(3, 16, true)}, {5, GoldenEventCases.item(99, 17, true)}};
        final String[] names = {"none", "short", "known", "long", "followed", "unknown-followed"};
        for (final long[] word : words) {
            final GoldenLane lane = GoldenLane.named(0);
            event(lane, 1_000, 1).items(1_100, 0, content -> content.i64(word[1], 5, 6));
            cases.add(GoldenCase.recording("damage-item-" + names[(int) word[0]],
                    "an item whose length or successor does not fit its record (" + names[(int) word[0]] + ")",
                    new GoldenRecording().begin(process).batch(1_500, event(lane, 1_200, 3).take(process))
                            .batch(2_500, event(lane, 2_000, 4).take(process)).checkpoint(true, process, lane)
                            .files()));
        }
    }

    private void checkpoints() {
        forged("checkpoint-lanes-negative", "a checkpoint with a negative number of lanes", LAST_OF_FILE,
                d -> d.i32(LAST_OF_FILE, 32, -1));
        forged("checkpoint-lanes-many", "a checkpoint with more lanes than its excerpt has room for", LAST_OF_FILE,
                d -> d.i32(LAST_OF_FILE, 32, 1_000));
        forged("checkpoint-lane-index", "a checkpoint of a lane that cannot be", LAST_OF_FILE,
                d -> d.i32(LAST_OF_FILE, LANES + 16, 5_000));
        forged("checkpoint-lane-sum", "a checkpoint of a lane that does not add up", LAST_OF_FILE,
                d -> d.i64(LAST_OF_FILE, LANES + 24 + 16, 77));
        forged("checkpoint-lane-ahead", "a checkpoint that counts events that no batch has", LAST_OF_FILE, d -> d
                .i64(LAST_OF_FILE, LANES + 24 + 8, d.i64(LAST_OF_FILE, LANES + 24 + 8) + 4)
                .i64(LAST_OF_FILE, LANES + 24 + 16, d.i64(LAST_OF_FILE, LANES + 24 + 16) + 4));
    }

    private void kept() {
        final GoldenStreamCases streams = new GoldenStreamCases();
        final byte[] chunk = streams.kept(0, 3, 1, content -> GoldenStreamCases.entry(
                GoldenStreamCases.entry(content, 1, GoldenStreamCases.record(1_000, 1)), 1,
                GoldenStreamCases.record(1_100, 2)));
        final Map<String, byte[]> files = new GoldenRecording().rewritten().begin(process).batch(1_500, chunk).files();
        final int batch = 3;
        final int entry = CHUNK + 72;
        kept(files, "entry-length", "an entry that extends beyond its chunk", d -> d.i32(batch, entry, 4_000));
        kept(files, "entry-negative", "an entry of a negative length", d -> d.i32(batch, entry, -8));
        kept(files, "entry-kind", "an entry of an unknown kind", d -> d.i32(batch, entry + 4, 9));
        kept(files, "total-less", "a chunk that ends before it begins", d -> d.i64(batch, CHUNK + 48, 9));
        kept(files, "total-more", "a chunk with fewer entries than it says", d -> d.i64(batch, CHUNK + 56, 8));
        kept(files, "bytes-long", "entries that extend beyond their chunk", d -> d.i32(batch, CHUNK + 28, 4_000));
        kept(files, "filtered-negative", "a negative number of filtered events", d -> d.i64(batch, CHUNK + 64, -1));
    }

    private void kept(final Map<String, byte[]> files, final String name, final String about,
            final Consumer<GoldenDamage> change) {
        final GoldenDamage damage = new GoldenDamage(files);
        change.accept(damage);
        cases.add(GoldenCase.recording("damage-kept-" + name, about, damage.sealed(3).files()));
    }

    private void chunk(final String name, final String about, final Consumer<GoldenDamage> change) {
        forged((name.startsWith("block") || name.startsWith("owner") || name.startsWith("record") ? "" : "chunk-")
                + name,
                about, BATCH, change);
    }

    /** With a checksum that is right. */
    private void forged(final String name, final String about, final int index, final Consumer<GoldenDamage> change) {
        damage(name, about, d -> {
            change.accept(d);
            d.sealed(index);
        });
    }

    private void damage(final String name, final String about, final Consumer<GoldenDamage> change) {
        final GoldenDamage damage = new GoldenDamage(whole);
        change.accept(damage);
        cases.add(GoldenCase.recording("damage-" + name, about, damage.files()));
    }
}
