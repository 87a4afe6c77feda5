package io.ringside.cli.emit;

import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.internal.files.TraceDirectory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** The demo's provider, where the session does not come in time. */
class DemoProcessTest {
    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldWriteNothingWhenItIsStoppedBeforeASessionWantsIt() throws Exception {
        final ByteArrayOutputStream reports = new ByteArrayOutputStream();
        final String words = ParentLink.GO + "\n" + ParentLink.STOP + "\n";

        DemoProcess.provide(TraceDirectory.open(folder), new ParentLink(new ByteArrayInputStream(words.getBytes(UTF_8)),
                new PrintStream(reports, true, UTF_8), () -> {}));

        final List<String> lines = reports.toString(UTF_8).lines().toList();
        assertThat(lines).last().isEqualTo(DemoReport.of(DemoReport.Kind.FINAL, "", 0, 0, 0).toString());
    }
}
