package io.ringside.cli;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.internal.counterset.CounterSetEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Trace directories with files of performance counters. */
final class GoldenCounterCases {
    private static final int SET = 192;
    private static final int SLOT = 64;
    private static final int NAME_ROOM = 64;
    private static final int SLOTS = 4;
    private static final long OPEN = 1;
    private static final long CLOSED = 2;
    private static final CounterSetSchema SERVICE = CounterSetSchema.of("Service", CounterSetSchema.Kind.MULTIPLE,
            List.of(CounterSchema.of(1, "open", CounterType.RAWCOUNT).withUnit("files").withDescription("now"),
                    CounterSchema.of(2, "total", CounterType.LARGE_RAWCOUNT),
                    CounterSchema.of(3, "mask", CounterType.LARGE_RAWCOUNT_HEX)));
    private static final CounterSetSchema ENGINE = CounterSetSchema.of("Engine", CounterSetSchema.Kind.SINGLE,
            List.of(CounterSchema.of(1, "depth", CounterType.LARGE_RAWCOUNT)));

    private final List<GoldenCase> cases = new ArrayList<>();
    private final GoldenProcess process = GoldenProcess.of(GoldenStreamCases.SCHEMA);

    List<GoldenCase> all() {
        whole("single", "a set with one instance, which has no name",
                directory -> put(directory, process, 0, 0, file(process, 0, 0, ENGINE, OPEN, slot(1, "", 42))));
        whole("instances", "a set with instances, of which one has a name that is not ASCII",
                directory -> put(directory, process, 1, 0, file(process, 1, 0, SERVICE, OPEN, slot(1, "web", 1, 2, 3),
                        slot(2, "\u20ac 1", -1, Long.MIN_VALUE, -1))));
        whole("slot-free", "a slot whose instance has disappeared", directory -> put(directory, process, 0, 0,
                file(process, 0, 0, SERVICE, OPEN, slot(1, "web", 1, 2, 3), slot(0, "gone", 4, 5, 6),
                        slot(3, "db", 7, 8, 9))));
        whole("closed", "a set that was closed", directory -> put(directory, process, 0, 0,
                file(process, 0, 0, SERVICE, CLOSED, slot(1, "web", 1, 2, 3))));
        whole("segments", "a set of two files", directory -> put(put(directory, process, 0, 0,
                file(process, 0, 0, SERVICE, OPEN, slot(1, "web", 1, 2, 3))), process, 0, 1,
                file(process, 0, 1, SERVICE, OPEN, slot(2, "db", 4, 5, 6))));
        final GoldenProcess other = GoldenProcess.of(2, GoldenStreamCases.SCHEMA);
        whole("processes", "sets of two processes", directory -> put(put(directory.process(other), process, 0, 0,
                file(process, 0, 0, SERVICE, OPEN, slot(1, "web", 1, 2, 3))), other, 0, 0,
                file(other, 0, 0, SERVICE, OPEN, slot(1, "db", 4, 5, 6))));
        whole("none", "no counters", directory -> directory);
        damaged("magic", "another magic number", bytes -> bytes.put(0, (byte) 'X'));
        damaged("version", "another version", bytes -> bytes.putInt(8, 2));
        damaged("file-length", "another length", bytes -> bytes.putInt(12, 64));
        damaged("features", "a feature that is unknown", bytes -> bytes.putLong(16, 1));
        damaged("incarnation", "counters of another process", bytes -> bytes.putLong(32, 9));
        damaged("set", "counters of another set", bytes -> bytes.putInt(48, 9));
        damaged("values", "another number of values", bytes -> bytes.putInt(56, 2));
        damaged("name-room", "a room for names that is no multiple of 64", bytes -> bytes.putInt(60, 65));
        damaged("slots", "more slots than the file has", bytes -> bytes.putInt(64, 1_000));
        damaged("content-length", "a set that extends beyond the file", bytes -> bytes.putInt(68, 1 << 20));
        damaged("content", "a set of an unknown kind", bytes -> bytes.putInt(SET + 4 + 7 + 4 + 16, 9));
        whole("damaged-cut", "a file that was cut", directory -> put(directory, process, 0, 0,
                Arrays.copyOf(file(process, 0, 0, SERVICE, OPEN, slot(1, "web", 1, 2, 3)), 300)));
        return cases;
    }

    private void damaged(final String name, final String about, final Consumer<ByteBuffer> change) {
        final byte[] file = file(process, 0, 0, SERVICE, OPEN, slot(1, "web", 1, 2, 3));
        change.accept(ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN));
        whole("damaged-" + name, about, directory -> put(directory, process, 0, 0, file));
    }

    private void whole(final String name, final String about, final UnaryOperator<GoldenDirectory> write) {
        cases.add(new GoldenCase("counters-" + name, about, write.apply(new GoldenDirectory().process(process)).files(),
                List.of("counters"), ""));
    }

    private static GoldenDirectory put(final GoldenDirectory directory, final GoldenProcess of, final int set,
            final int segment, final byte[] file) {
        return directory.put("counters/" + of.incarnation() + "." + set + "." + segment + ".counters", file);
    }

    private static byte[] file(final GoldenProcess of, final int set, final int segment, final CounterSetSchema schema,
            final long state, final byte[]... slots) {
        final byte[] content = CounterSetEncoder.encode(schema);
        final int values = schema.counters().size();
        final GoldenBytes file = new GoldenBytes().ascii("RS-COUNT").i32(1).i32(0).i64(0, of.incarnation().most(),
                of.incarnation().least(), of.pid()).i32(set).i32(segment).i32(values).i32(NAME_ROOM).i32(SLOTS)
                .i32(content.length).i32(0).upTo(128).i64(slots.length, state).upTo(SET).bytes(content).align(SLOT);
        for (final byte[] slot : slots) {
            file.bytes(slot);
        }
        final int length = new GoldenBytes().upTo(SLOT + Long.BYTES * values).align(SLOT).length() + NAME_ROOM;
        return file.zeros((SLOTS - slots.length) * length).setI32(12, file.length()).toArray();
    }

    private static byte[] slot(final long generation, final String name, final long... values) {
        final byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        return new GoldenBytes().i64(generation, 80 + generation, GoldenRecording.WALL).i32(utf8.length).upTo(SLOT)
                .i64(values).align(SLOT).bytes(utf8).upTo(SLOT + SLOT + NAME_ROOM).toArray();
    }
}
