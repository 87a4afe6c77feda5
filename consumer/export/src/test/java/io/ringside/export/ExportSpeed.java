package io.ringside.export;

import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.Source;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Prints how long exports of a recording take, as ratios to reading it alone in the same run: {@code ExportSpeed
 * RECORDING ROUNDS}. Streams go nowhere, folders to the folder of temporary files.
 */
public final class ExportSpeed {
    private static long events;

    private ExportSpeed() {}

    public static void main(final String[] args) throws IOException {
        final Path recording = Path.of(args[0]);
        final int rounds = Integer.parseInt(args[1]);
        final ExportFormat[] formats = ExportFormat.values();
        final Map<ExportFormat, double[]> ratios = new EnumMap<>(ExportFormat.class);
        for (final ExportFormat format : formats) {
            ratios.put(format, new double[rounds]);
        }
        for (int round = 0; round < rounds; round++) {
            final long alone = read(recording);
            System.out.printf(Locale.ROOT, "reading alone: %.2f M events/s%n", events * 1e3 / alone);
            for (final ExportFormat format : formats) {
                final long begin = System.nanoTime();
                export(format, recording);
                ratios.get(format)[round] = (double) (System.nanoTime() - begin) / alone;
            }
        }
        for (final ExportFormat format : formats) {
            final double[] sorted = ratios.get(format).clone();
            Arrays.sort(sorted);
            System.out.printf(Locale.ROOT, "%s: median %.1f x, of %s%n", format, sorted[rounds / 2],
                    Arrays.toString(Arrays.stream(ratios.get(format)).map(r -> Math.round(10 * r) / 10.0)
                            .toArray()));
        }
    }

    private static long read(final Path recording) {
        final long begin = System.nanoTime();
        events = 0;
        try (EventReader reader = EventReader.open(Source.recording(recording))) {
            while (!reader.hasCaughtUp()) {
                reader.poll(ExportSpeed::count);
            }
            reader.deliverRest(ExportSpeed::count);
        }
        return System.nanoTime() - begin;
    }

    private static void count(final EventView event) {
        events++;
    }

    private static void export(final ExportFormat format, final Path recording) throws IOException {
        if (format != ExportFormat.CTF && format != ExportFormat.CSV) {
            ExportRun.of(new ExportContext(format, OutputStream.nullOutputStream())
                    .sources(Source.recording(recording)));
            return;
        }
        final Path folder = Files.createTempDirectory("export");
        ExportRun.of(format, recording, folder);
        try (Stream<Path> files = Files.walk(folder)) {
            final List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (final Path file : all) {
                Files.delete(file);
            }
        }
    }
}
