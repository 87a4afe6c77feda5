package io.ringside.cli;

import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.layout.NamesDescriptor;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ValueMap;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Recordings and trace directories with names of values, and scales, that processes have published. */
final class GoldenNameCases {
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Names")
            .event("submitted", EventDescriptor.of(1, Level.INFORMATION, 1),
                    FieldSchema.of("symbol", FieldType.INT32).withValues(ValueMap.published("symbol")),
                    FieldSchema.of("venue", FieldType.UINT64).withValues(ValueMap.published("venue")),
                    FieldSchema.struct("leg", FieldSchema.of("symbol", FieldType.UINT16)
                            .withValues(ValueMap.published("symbol")).fixed(2)))
            .build();
    private static final byte[] NAMES = entries(to -> {
        entry(to, "symbol", 17, 500, "AAPL");
        entry(to, "symbol", 3, 600, "MSFT");
        entry(to, "venue", 17, 700, "XNAS");
        entry(to, "venue", -1, 800, "ALL");
    });

    private static final ProviderSchema PRICES = ProviderSchema.builder("Test.Scales")
            .event("priced", EventDescriptor.of(1, Level.INFORMATION, 1),
                    FieldSchema.of("symbol", FieldType.INT32).withValues(ValueMap.published("symbol")),
                    FieldSchema.of("price", FieldType.INT64).withScaleFrom("symbol").withUnit("USD"),
                    FieldSchema.of("digits", FieldType.UINT8),
                    FieldSchema.of("sizes", FieldType.UINT64).withScaleFrom("digits").prefixed(),
                    FieldSchema.struct("leg", FieldSchema.of("places", FieldType.INT8),
                            FieldSchema.of("ratio", FieldType.INT16).withScaleFrom("places")))
            .build();

    private final List<GoldenCase> cases = new ArrayList<>();
    private final GoldenProcess process = GoldenProcess.of(SCHEMA);
    private final byte[] schema = process.schemas().get(0);
    private final GoldenProcess prices = GoldenProcess.of(PRICES);
    private final byte[] encoded = prices.schemas().get(0);

    List<GoldenCase> all() {
        recordings();
        directories();
        damage();
        scales();
        return cases;
    }

    private void recordings() {
        final GoldenLane lane = events();
        add("names", "names of two tables, one of which is that of an element of an array in a struct",
                recording().names(process, schema, NAMES).batch(10_000, lane.take(process)));
        final GoldenLane later = events();
        add("names-later", "names that follow the events: the first of a value is also that of earlier events",
                recording().batch(10_000, later.take(process)).names(process, schema, NAMES));
        final GoldenLane none = events();
        add("names-none", "values whose names nobody has published",
                recording().batch(10_000, none.take(process)));
        final GoldenLane renamed = events();
        add("names-changed", "names that change: each applies from its time on",
                recording().names(process, schema, entries(to -> {
                    entry(to, "symbol", 17, 1_050, "FIRST");
                    entry(to, "symbol", 17, 1_100, "SECOND");
                    entry(to, "symbol", 17, 1_200, "\u20ac \"THIRD\"");
                })).batch(10_000, renamed.take(process)));
        final GoldenLane again = events();
        add("names-again", "names that the next file repeats, before one that is new",
                recording().names(process, schema, NAMES).file().begin(process).names(process, schema, NAMES)
                        .names(process, schema, entries(to -> entry(to, "symbol", 17, 1_150, "NEW")))
                        .batch(10_000, again.take(process)));
        final GoldenProcess other = GoldenProcess.of(2, SCHEMA);
        final GoldenLane one = events();
        final GoldenLane two = events();
        add("names-of-two-processes", "one value with another name in each of two processes",
                new GoldenRecording().begin(process, other)
                        .names(process, schema, NAMES)
                        .names(other, schema, entries(to -> entry(to, "symbol", 17, 0, "OTHER")))
                        .batch(10_000, one.take(process), two.take(other)));
    }

    private void directories() {
        cases.add(GoldenCase.directory("live-names", "names that a process has published",
                directory().names(process, schema, NAMES)));
        cases.add(GoldenCase.directory("live-names-missing", "a process whose names are not there", directory()));
    }

    private void damage() {
        final int second = entries(to -> entry(to, "symbol", 17, 0, "AAPL")).length;
        final Map<String, byte[]> damages = Map.of(
                "table-length-zero", changed(second, 0), "table-length-huge", changed(second, Integer.MAX_VALUE),
                "name-length-zero", changed(second + 4, 0), "name-length-negative", changed(second + 4, -1),
                "name-not-unicode", changed(second + NamesDescriptor.ENTRY_TEXTS_OFFSET + 5, -1),
                "cut", Arrays.copyOf(NAMES, NAMES.length - Long.BYTES));
        damages.keySet().stream().sorted().forEach(damage -> {
            final GoldenLane lane = events();
            add("names-damaged-" + damage, "an entry of names is damaged: those before it count (" + damage + ")",
                    recording().names(process, schema, damages.get(damage)).batch(10_000, lane.take(process)));
            cases.add(GoldenCase.directory("live-damage-names-" + damage,
                    "an entry of names is damaged: those before it count (" + damage + ")",
                    directory().names(process, schema, damages.get(damage))));
        });
        header("magic", 0, 1);
        header("version", 8, 2);
        header("features", 16, 1);
        header("provider", 24, 1);
        header("incarnation", 48, 9);
        header("published-negative", NamesDescriptor.PUBLISHED_OFFSET, -2);
        header("published-huge", NamesDescriptor.PUBLISHED_OFFSET, Long.MAX_VALUE & -8);
    }

    private void header(final String what, final int offset, final long word) {
        final GoldenDirectory directory = directory().names(process, schema, NAMES);
        final byte[] file = directory.files().get("v1/" + GoldenDirectory.namesFile(process, schema));
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putLong(offset, word);
        cases.add(GoldenCase.directory("live-damage-names-" + what,
                "a file of names is damaged: numbers are shown (" + what + ")", directory));
    }

    private void scales() {
        final byte[] entries = entries(to -> {
            scale(to, "symbol", 17, 500, 4);
            entry(to, "symbol", 17, 600, "AAPL");
            scale(to, "symbol", 3, 700, 0);
            scale(to, "symbol", 17, 1_100, 2);
            scale(to, "symbol", -1, 1_150, 18);
        });
        add("scales", "scales of decimals that a process has published: each applies from its time on",
                priced().names(prices, encoded, entries).batch(10_000, priced(17).take(prices)));
        add("scales-later", "scales that follow the events: the first of a value is also that of earlier events",
                priced().batch(10_000, priced(3).take(prices)).names(prices, encoded, entries));
        add("scales-none", "decimals whose scales nobody has published",
                priced().batch(10_000, priced(17).take(prices)));
        final GoldenDirectory directory = new GoldenDirectory().session().process(prices)
                .ledger(prices, priced(-1)).names(prices, encoded, entries);
        cases.add(GoldenCase.directory("live-scales", "scales that a process has published", directory));
        final int second = entries(to -> scale(to, "symbol", 17, 500, 4)).length;
        final Map<String, Integer> damages = Map.of("scale-huge", 20 << Short.SIZE, "scale-negative",
                -1 << Short.SIZE, "scale-with-name", 4 | 5 << Short.SIZE);
        damages.keySet().stream().sorted().forEach(damage -> {
            final byte[] damaged = entries.clone();
            ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN).putInt(second + 4, damages.get(damage));
            add("scales-damaged-" + damage, "an entry of a scale is damaged: those before it count (" + damage + ")",
                    priced().names(prices, encoded, damaged).batch(10_000, priced(17).take(prices)));
        });
    }

    /** Of all types, and with scales in the event. */
    private static GoldenLane priced(final int symbol) {
        final GoldenLane lane = GoldenLane.named(0);
        for (int i = 0; i < 4; i++) {
            final int digits = new int[]{3, 0, 19, -1}[i];
            final int places = i - 1;
            lane.event(1_000 + 100L * i, 0, payload -> payload.i32(symbol).i64(5_853_300).i8(digits).i16(2)
                    .i64(-1).i64(Long.MIN_VALUE).i8(places).i16(-5));
        }
        return lane;
    }

    private GoldenRecording priced() {
        return new GoldenRecording().begin(prices);
    }

    private static void scale(final GoldenBytes to, final String table, final long value, final long ticks,
            final int scale) {
        to.i32(table.length()).i16(0).i16(scale + 1).i64(value, ticks).bytes(table.getBytes(StandardCharsets.UTF_8))
                .align(8);
    }

    private static byte[] changed(final int offset, final int value) {
        final byte[] bytes = NAMES.clone();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(offset / 4 * 4, value);
        return bytes;
    }

    private static byte[] entries(final Consumer<GoldenBytes> content) {
        final GoldenBytes bytes = new GoldenBytes();
        content.accept(bytes);
        return bytes.toArray();
    }

    private static void entry(final GoldenBytes to, final String table, final long value, final long ticks,
            final String name) {
        final byte[] texts = (table + name).getBytes(StandardCharsets.UTF_8);
        to.i32(table.length()).i32(texts.length - table.length()).i64(value, ticks).bytes(texts).align(8);
    }

    private static GoldenLane events() {
        final GoldenLane lane = GoldenLane.named(0);
        lane.event(1_000, 0, payload -> payload.i32(17).i64(17).i16(3).i16(17));
        lane.event(1_100, 0, payload -> payload.i32(17).i64(-1).i16(4).i16(3));
        return lane.event(1_200, 0, payload -> payload.i32(17).i64(5).i16(17).i16(65_535));
    }

    private GoldenRecording recording() {
        return new GoldenRecording().begin(process);
    }

    private GoldenDirectory directory() {
        return new GoldenDirectory().session().process(process).ledger(process, events());
    }

    private void add(final String name, final String about, final GoldenRecording recording) {
        cases.add(GoldenCase.recording(name, about, recording.files()));
    }
}
