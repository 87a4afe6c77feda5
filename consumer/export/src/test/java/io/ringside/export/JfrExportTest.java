package io.ringside.export;

import io.ringside.reader.ExportFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What the JDKs' own programs and JMC's parser read in exports as recordings of the flight recorder. */
class JfrExportTest {
    @TempDir
    private Path folder;

    @Test
    void shouldLetTheJdkReadEverything() throws IOException {
        final Path file = folder.resolve("all.jfr");
        try (ExportFixture trace = new ExportFixture(folder).writeAll()) {
            ExportRun.of(ExportFormat.JFR, trace.record(), file);
        }
        for (final String jdk : List.of("/usr/lib/jvm/java-17-openjdk-amd64", "/usr/lib/jvm/temurin-25-jdk-amd64")) {
            System.out.println(ForeignProgram.run(folder, List.of(jdk + "/bin/jfr", "summary", file.toString())));
            System.out.println(ForeignProgram.run(folder, List.of(jdk + "/bin/jfr", "print", file.toString())));
        }
        for (final RecordedEvent event : RecordingFile.readAllEvents(file)) {
            System.out.println(event.getEventType().getName() + " " + event.getStartTime());
        }
    }
}
