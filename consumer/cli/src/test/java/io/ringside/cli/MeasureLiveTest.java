package io.ringside.cli;

import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A live session is measured before the eyes of its user. */
@Timeout(120)
class MeasureLiveTest {
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Orders")
            .event("submitted", EventDescriptor.of(1, 4, 0x1), FieldSchema.of("size", FieldType.INT64))
            .event("executed", EventDescriptor.of(2, 4, 0x1), FieldSchema.of("size", FieldType.INT64))
            .build();
    private static final int[] SUBMITTED = {8, 16, 0};
    private static final int[] EXECUTED = {4, 4, 4};

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    @Test
    void shouldDrawTheTableAgainWithTheCourseOfEachGroup() {
        ProgramRun.of(folder.resolve("trace"), "start", "trading");
        ProgramRun.of(folder.resolve("trace"), "enable", "trading", "Orders");
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                .registerTimeoutNs(TimeUnit.MINUTES.toNanos(1)))) {
            final Drawings terminal = new Drawings(ringside);
            terminal.writeEvents(0);

            final int exitCode = CommandTree.run(new Console(terminal, new ByteArrayOutputStream(), false, true, false),
                    terminal.interruption, "--dir", folder.resolve("trace").toString(), "measure", "trading",
                    "--follow",
                    "--by", "event");

            assertThat(exitCode).isEqualTo(ExitCode.INTERRUPTED);
            final List<String> drawn = terminal.drawn;
            // Each drawing goes back over the lines of the one before.
            assertThat(drawn.get(0)).contains("LATELY", "\u2588").doesNotContain("\u001B[3A");
            assertThat(drawn.get(1)).contains("\u001B[3A");
            assertThat(drawn.get(2)).contains("\u001B[3A");
            assertThat(row(drawn.get(0), "submitted")).matches("submitted +8 .* \u2588");
            assertThat(row(drawn.get(1), "submitted")).matches("submitted +24 .* \u2584\u2588");
            assertThat(row(drawn.get(2), "submitted")).matches("submitted +24 .* \u2584\u2588\u2581");
            assertThat(row(drawn.get(2), "executed")).matches("executed +12 .* \u2588\u2588\u2588");
            // The end has all figures, and no course.
            assertThat(drawn.get(3)).contains("\u001B[3A").doesNotContain("LATELY");
            assertThat(row(drawn.get(3), "executed")).matches("executed +12 .*");
        }
    }

    private static String row(final String drawing, final String event) {
        return drawing.lines().filter(line -> line.contains(event)).findFirst().orElseThrow()
                .replaceAll("\\u001B\\[[?\\d]*[A-Zlh]", "");
    }

    /** A terminal whose user writes events when a table was drawn, and has seen enough after some. */
    private static final class Drawings extends ByteArrayOutputStream {
        private final Interruption interruption = new Interruption();
        private final List<String> drawn = new ArrayList<>();
        private final ProviderRegistration orders;

        Drawings(final Ringside ringside) {
            this.orders = ringside.register(SCHEMA);
        }

        void writeEvents(final int turn) {
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
            for (int i = 0; i < SUBMITTED[turn]; i++) {
                orders.event("submitted").write(payload, 0, Long.BYTES);
            }
            for (int i = 0; i < EXECUTED[turn]; i++) {
                orders.event("executed").write(payload, 0, Long.BYTES);
            }
        }

        @Override
        public synchronized void write(final byte[] bytes, final int offset, final int length) {
            drawn.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
            if (drawn.size() < SUBMITTED.length) {
                writeEvents(drawn.size());
            } else {
                interruption.request();
            }
        }
    }
}
