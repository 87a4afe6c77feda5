package io.ringside.export;

import io.ringside.internal.files.ChildJvm;
import io.ringside.reader.ExportFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Exports of a recording that is larger than the heap of the process that writes them. */
@Tag("proof")
class LargeExportTest {
    /** Parquet is an artifact of its own. */
    private static final List<ExportFormat> FORMATS = Arrays.stream(ExportFormat.values())
            .filter(format -> format != ExportFormat.PARQUET && format != ExportFormat.OTLP).toList();
    private static final int EVENTS = 100_000;
    private static final int HEAP_MB = 40;

    @TempDir
    private Path folder;

    /** Writes the recording in each format. */
    public static void main(final String[] args) {
        for (final ExportFormat format : FORMATS) {
            ExportRun.of(format, Path.of(args[0]), path(Path.of(args[1]), format));
        }
        System.out.println("done");
    }

    @Test
    void shouldWriteAllFormatsWithAHeapThatIsSmallerThanEachOfThem() throws IOException {
        TraceProcessor.require();
        ForeignProgram.require("babeltrace2", "babeltrace2", "--version");
        ForeignProgram.require("python3", "python3", "--version");
        final long[] number = {0};
        final String text = "x".repeat(400);
        final Path recording;
        try (ExportFixture trace = new ExportFixture(folder)) {
            recording = trace.recordMany(EVENTS, each -> each.note(0, 1_000 + number[0]++, text));
        }
        try (ChildJvm child = ChildJvm.start(List.of("-Xmx" + HEAP_MB + "m", "-XX:+UseSerialGC"),
                LargeExportTest.class, recording.toString(), folder.toString())) {
            assertThat(child.readLine()).isEqualTo("done");
        }
        for (final ExportFormat format : FORMATS) {
            assertThat(bytes(path(format))).as(format.name()).isGreaterThan((long) HEAP_MB << 20);
        }
        for (final ExportFormat format : List.of(ExportFormat.PERFETTO, ExportFormat.CHROME)) {
            assertThat(TraceProcessor.query(folder, path(format), "select count(*) from slice where name = 'order'"))
                    .containsExactly("[[\"" + EVENTS + "\"]]");
        }
        assertThat(run("babeltrace2", "-c", "sink.utils.counter", "-p", "step=+0", path(ExportFormat.CTF).toString()))
                .contains(" " + EVENTS + " Event messages");
        assertThat(run(Path.of(System.getProperty("java.home"), "bin", "jfr").toString(), "summary",
                path(ExportFormat.JFR).toString()).replaceAll(" +", " "))
                .contains(" Acme.Orders.order " + EVENTS + " ");
        assertThat(run("python3", "-c", "import json, sys\nprint(sum(json.loads(line)['event'] == 'order' "
                + "for line in open(sys.argv[1], encoding='utf-8')))", path(ExportFormat.JSONL).toString()))
                .isEqualTo(EVENTS + "\n");
        assertThat(run("python3", "-c", "import csv, glob, sys\nprint(sum(sum(1 for row in csv.reader(open(f, "
                + "encoding='utf-8', newline=''))) - 1 for f in glob.glob(sys.argv[1] + '/*order*.csv')))",
                path(ExportFormat.CSV).toString())).isEqualTo(EVENTS + "\n");
    }

    private Path path(final ExportFormat format) {
        return path(folder, format);
    }

    /** The JDK reads no file with another ending. */
    private static Path path(final Path folder, final ExportFormat format) {
        return folder.resolve(format == ExportFormat.JFR ? "all.jfr" : format.name());
    }

    private String run(final String... command) throws IOException {
        return ForeignProgram.run(folder, List.of(command));
    }

    private static long bytes(final Path target) throws IOException {
        try (Stream<Path> files = Files.walk(target)) {
            return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
        }
    }
}
