package io.ringside.export;

import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.Source;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Prints how long exports of a recording take, as ratios to reading it alone in the same run: {@code ExportSpeed
 * RECORDING ROUNDS [FORMAT…]}. Streams go nowhere, folders to the folder of temporary files. The recording is one of
 * {@code ringside emit --csv}, for whose events there are {@linkplain BareExports bare programs} beside three formats.
 */
public final class ExportSpeed {
    private static final Set<ExportFormat> BARE = EnumSet.of(ExportFormat.PERFETTO, ExportFormat.CTF,
            ExportFormat.JSONL);

    private static long events;

    private ExportSpeed() {}

    public static void main(final String[] args) throws IOException {
        final Path recording = Path.of(args[0]);
        final int rounds = Integer.parseInt(args[1]);
        // Parquet needs another artifact, OTLP a collector.
        final List<ExportFormat> formats = args.length > 2
                ? Stream.of(args).skip(2).map(ExportFormat::valueOf).toList()
                : Stream.of(ExportFormat.values())
                        .filter(format -> format != ExportFormat.PARQUET && format != ExportFormat.OTLP).toList();
        final Map<String, double[]> ratios = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            final long begin = System.nanoTime();
            events = 0;
            read(recording, event -> events++);
            final double alone = System.nanoTime() - begin;
            System.out.printf(Locale.ROOT, "reading alone: %.2f M events/s%n", events * 1e3 / alone);
            for (final ExportFormat format : formats) {
                ratios.computeIfAbsent(format.name(), name -> new double[rounds])[round] = export(format, recording)
                        / alone;
                if (BARE.contains(format)) {
                    ratios.computeIfAbsent(format + " bare", name -> new double[rounds])[round] = exportBare(format,
                            recording) / alone;
                }
            }
        }
        ratios.forEach((name, all) -> {
            final double[] sorted = all.clone();
            Arrays.sort(sorted);
            System.out.printf(Locale.ROOT, "%s: median %.1f x, of %s%n", name, sorted[rounds / 2],
                    Arrays.toString(Arrays.stream(all).map(ratio -> Math.round(10 * ratio) / 10.0).toArray()));
        });
    }

    private static void read(final Path recording, final EventHandler handler) {
        try (EventReader reader = EventReader.open(Source.recording(recording))) {
            reader.readAvailable(handler);
        }
    }

    private static long exportBare(final ExportFormat format, final Path recording) throws IOException {
        final Path file = Files.createTempFile("export", "");
        final long begin = System.nanoTime();
        try (OutputStream out = format == ExportFormat.CTF
                ? Files.newOutputStream(file)
                : OutputStream.nullOutputStream()) {
            final BareExports.Bare bare = BareExports.of(format, out);
            read(recording, bare);
            bare.end();
        }
        final long ns = System.nanoTime() - begin;
        Files.delete(file);
        return ns;
    }

    private static long export(final ExportFormat format, final Path recording) throws IOException {
        final boolean isFolder = format == ExportFormat.CTF || format == ExportFormat.CSV;
        final Path folder = Files.createTempDirectory("export");
        final long begin = System.nanoTime();
        if (isFolder) {
            ExportRun.of(format, recording, folder);
        } else {
            ExportRun.of(new ExportContext(format, OutputStream.nullOutputStream()), Source.recording(recording));
        }
        final long ns = System.nanoTime() - begin;
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        return ns;
    }
}
