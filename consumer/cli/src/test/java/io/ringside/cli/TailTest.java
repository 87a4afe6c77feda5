package io.ringside.cli;

import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.files.SharedMemoryFactory;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.ringside.cli.JsonNumbers.number;
import static org.assertj.core.api.Assertions.assertThat;

/** What tail prints of a provider within the test. */
class TailTest {
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Orders")
            .keyword("orders", 0x4)
            .task("matching", 3)
            .event("submitted", EventDescriptor.of(7, 2, 0, Level.WARNING, 3, 1, 0x4),
                    FieldSchema.of("orderId", FieldType.INT64), FieldSchema.of("trader", FieldType.STRING))
            .build();
    private static final int TOO_LARGE_BYTES = 20_000;

    @TempDir(factory = SharedMemoryFactory.class)
    private Path folder;

    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[TOO_LARGE_BYTES]);
    private Ringside ringside;
    private ProviderRegistration registration;
    private ProviderEvent submitted;

    @BeforeEach
    void enableProvider() {
        run("start", "trading", "--lane-size", "64k");
        run("enable", "trading", "Test.Orders");
        ringside = Ringside.connect(new RingsideContext().directory(folder.resolve("trace"))
                .registerTimeoutNs(TimeUnit.MINUTES.toNanos(1)));
        registration = ringside.register(SCHEMA);
        submitted = registration.event("submitted");
        ringside.takeLanes();
    }

    @AfterEach
    void disconnect() {
        ringside.close();
    }

    @Test
    void shouldShowEveryFactWhenAnEventIsJson() {
        final long beforeNs = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() - 1);
        write(17, "A \"quoted\" name");
        final List<String> lines = run("tail", "trading", "--format", "json").out();
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0))
                .endsWith(",\"provider\":\"Test.Orders\",\"event\":\"submitted\",\"id\":7,\"version\":2,"
                        + "\"level\":3,\"keyword\":\"0x4\",\"opcode\":1,\"task\":3,\"pid\":"
                        + ProcessHandle.current().pid()
                        + ",\"tid\":" + Thread.currentThread().getId() + ",\"thread\":\"main\",\"activityId\":null,"
                        + "\"fields\":{\"orderId\":17,\"trader\":\"A \\\"quoted\\\" name\"}}");
        assertThat(number(lines.get(0), "time"))
                .isBetween(beforeNs, TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() + 1));
    }

    @Test
    void shouldStayInALineWhenAnEventIsText() {
        write(17, "two\nlines");
        assertThat(run("tail", "trading").out()).singleElement().asString()
                .matches(
                        "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}\\S+  " + ProcessHandle.current().pid() + "/"
                                + Thread.currentThread().getId()
                                + "  Test\\.Orders submitted  WARNING  orderId=17 trader=\"two\\\\nlines\"");
    }

    @Test
    void shouldShowARowForEachCauseWhenAGapHasSeveral() {
        final int attempts = 3_000;
        for (int i = 0; i < attempts; i++) {
            write(i, "x");
        }
        for (int i = 0; i < 5; i++) {
            submitted.write(payload, 0, TOO_LARGE_BYTES);
        }
        final List<String> lines = run("tail", "trading", "--format", "json").out();
        final int events = lines.size() - 2;
        assertThat(lines.subList(0, events)).allMatch(line -> line.startsWith("{\"time\":"));
        assertThat(lines.get(events)).startsWith("{\"lost\":" + (attempts - events) + ",\"cause\":\"full\",\"from\":");
        assertThat(lines.get(events + 1)).startsWith("{\"lost\":5,\"cause\":\"tooLarge\",\"from\":");
        assertThat(number(lines.get(events + 1), "pid")).isEqualTo(ProcessHandle.current().pid());
    }

    @Test
    void shouldShowAGapBetweenTheEventsAroundItWhenTheLaneGetsRoomAgain() {
        for (int i = 0; i < 3_000; i++) {
            write(i, "x");
        }
        run("tail", "trading", "--limit", "900");
        write(-1, "after");
        final List<String> lines = run("tail", "trading").out();
        assertThat(lines).last().asString().endsWith("orderId=-1 trader=after");
        assertThat(lines.get(lines.size() - 2))
                .matches(".*  ---- [\\d,]+ lost \\(full\\) until \\d{4}-\\d\\d-\\d\\dT.*");
        assertThat(lines.subList(0, lines.size() - 2)).noneMatch(line -> line.contains("lost"));
    }

    @Test
    void shouldShowActivitiesWhenAnEventHasThem() {
        final WriteOptions options = new WriteOptions().activity(1, 2).related(3, 4);
        submitted.write(options, payload, 0, Long.BYTES + Short.BYTES);
        assertThat(run("tail", "trading", "--format", "json").out()).singleElement().asString()
                .contains(",\"activityId\":\"00000000-0000-0001-0000-000000000002\","
                        + "\"relatedActivityId\":\"00000000-0000-0003-0000-000000000004\",\"fields\":{");
        submitted.write(options, payload, 0, Long.BYTES + Short.BYTES);
        assertThat(run("tail", "trading").out()).singleElement().asString()
                .endsWith("  activityId=00000000-0000-0001-0000-000000000002"
                        + "  relatedActivityId=00000000-0000-0003-0000-000000000004");
        submitted.write(options, payload, 0, Long.BYTES + Short.BYTES);
        assertThat(run("tail", "trading", "--csv").out()).last().asString()
                .contains(",\"00000000-0000-0001-0000-000000000002\",")
                .contains(",\"\",\"00000000-0000-0003-0000-000000000004\",\"main\",\"");
    }

    @Test
    void shouldShowTheTextWhenAnEventIsAString() {
        registration.writeString(Level.ERROR, 0x4, "line\nfeed");
        assertThat(run("tail", "trading", "--format", "json").out()).singleElement().asString()
                .contains("\"provider\":\"Test.Orders\",\"event\":null,\"id\":0,\"version\":0,\"level\":2,"
                        + "\"keyword\":\"0x4\",")
                .endsWith(",\"activityId\":null,\"string\":\"line\\nfeed\"}");
        registration.writeString(Level.ERROR, 0x4, "text");
        assertThat(run("tail", "trading").out()).singleElement().asString().endsWith("Test.Orders -  ERROR  text");
    }

    @Test
    void shouldShowTheStackWhenTheSessionAskedForIt() {
        run("enable", "trading", "Test.Orders", "--stack");
        write(17, "x");
        assertThat(run("tail", "trading", "--format", "json").out()).singleElement().asString()
                .contains(",\"activityId\":null,\"stack\":[\"" + TailTest.class.getName() + ".write(TailTest.java:");
        write(17, "x");
        assertThat(run("tail", "trading").out()).element(1).asString()
                .startsWith("    at " + TailTest.class.getName() + ".write(TailTest.java:");
    }

    @Test
    void shouldShowThePayloadWhenTheSchemaIsGone() throws IOException {
        write(0x0102, "");
        try (Stream<Path> schemas = Files.list(folder.resolve("trace/v1/providers"))) {
            Files.delete(schemas.findFirst().orElseThrow());
        }
        assertThat(run("tail", "trading", "--format", "json").out()).singleElement().asString()
                .contains("\"provider\":\"" + SCHEMA.id() + "\",\"event\":null,\"id\":0,")
                .endsWith("\"payload\":\"02010000000000000000\"}");
    }

    @Test
    void shouldTakeNothingWhenItIsInterruptedAtOnce() {
        write(1, "x");
        final Interruption interruption = new Interruption();
        interruption.request();
        final ProgramRun run = ProgramRun.of(folder.resolve("trace"), interruption, "tail", "trading", "--follow");
        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.out()).isEmpty();
        assertThat(run("tail", "trading").out()).hasSize(1);
    }

    private void write(final long orderId, final String trader) {
        final PayloadWriter fields = new PayloadWriter().wrap(payload, 0, payload.capacity());
        fields.putLong(orderId).putString(trader);
        submitted.write(payload, 0, fields.length());
    }

    @Test
    void shouldTakeNoMoreThanIsPrintedWhenStandardOutputIsClosed() {
        run("start", "trading");
        run("enable", "trading", "Orders");
        run("emit", "--provider", "Orders", "--events", "100");
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final Console console = new Console(new OutputStream() {
            @Override
            public void write(final int value) throws IOException {
                write(new byte[]{(byte) value}, 0, 1);
            }

            @Override
            public void write(final byte[] line, final int offset, final int length) throws IOException {
                if (out.size() > 0) {
                    throw new IOException("Broken pipe");
                }
                out.write(line, offset, length);
            }
        }, err, false, false);

        assertThat(CommandTree.run(console, new Interruption(), "--dir", folder.resolve("trace").toString(), "tail",
                "trading", "--follow")).isEqualTo(ExitCode.DONE);

        assertThat(err.size()).isZero();
        assertThat(run("query", "trading", "--format", "json").out().get(0)).contains("\"delivered\":2,\"inRing\":98");
    }

    private ProgramRun run(final String... args) {
        return ProgramRun.of(folder.resolve("trace"), args);
    }
}
