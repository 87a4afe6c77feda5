package io.ringside.reader;

import io.ringside.control.EnableRequest;
import io.ringside.internal.schema.JsonFields;
import io.ringside.internal.schema.TextFields;
import io.ringside.schema.EventSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import io.ringside.typed.TypedReceiver;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import uk.co.real_logic.sbe.SbeTool;
import uk.co.real_logic.sbe.generation.java.JavaGenerator;
import uk.co.real_logic.sbe.generation.java.JavaOutputManager;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.IrEncoder;
import uk.co.real_logic.sbe.xml.IrGenerator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Events whose payload is a message of SBE: an application encodes them in place, without SBE's library, and readers
 * that have neither its schema nor its classes see the fields.
 */
@Timeout(100)
class SbeEventsTest {
    private static final String SESSION = "fills";
    private static final String MAIN = "acme.fills.FillApplication";
    private static final String FILL = "orderId=18446744073709551614 price={mantissa=1234500 exponent=-4} side=SELL"
            + " flags=crossed symbol=ACME levels=[7, 8, 65534] venue=XACM ratio=0.5 makerFee=-3"
            + " legs=[{size=10 owners=[{account=-9}] note=note}, {size=20 owners=[] note=\"\"}] text=\"\" blob=0x0102";

    @TempDir
    Path folder;
    private TracedProvider traced;
    private ApplicationFolder application;

    @BeforeEach
    void start() throws Exception {
        traced = new TracedProvider(folder);
        application = new ApplicationFolder("sbe/fills.xml", folder.resolve("classes"));
        final Path codecs = Files.createDirectories(folder.resolve("codecs"));
        final Ir ir = new IrGenerator().generate(
                SbeTool.parseSchema(application.sources().resolve("fills.xml").toString()));
        new JavaGenerator(ir, "org.agrona.MutableDirectBuffer", "org.agrona.DirectBuffer", false, false, false,
                new JavaOutputManager(codecs.toString(), ir.applicableNamespace())).generate();
        final Path schema = application.classes().resolve("acme").resolve("fills.sbeir");
        Files.createDirectories(schema.getParent());
        try (IrEncoder encoder = new IrEncoder(schema.toString(), ir)) {
            encoder.encode();
        }
        application.compile(List.of(codecs, application.sources().resolve("acme")), "-cp", ApplicationFolder.path());
        Files.delete(schema);
    }

    @AfterEach
    void close() {
        traced.close();
    }

    @Test
    @Tag("jdk25")
    void shouldShowTheFieldsOfMessages() throws IOException, InterruptedException {
        traced.start(SESSION);
        assertThat(run("write")).filteredOn(line -> line.startsWith("written"))
                .containsExactly("written=1", "written=1");

        final List<String> json = new ArrayList<>();
        final List<String> texts = traced.take(SESSION, event -> {
            final EventSchema schema = Objects.requireNonNull(event.schema());
            final StringBuilder object = new StringBuilder();
            new JsonFields().append(object, schema, event.buffer(), event.payloadOffset(), event.payloadLength());
            json.add(object.toString());
            return text(schema, event);
        });
        assertThat(texts).containsExactly(FILL, "orderId=42", "orderId=42 symbol=\"AC\\nME\" share=50",
                "orderId=42");
        assertThat(json.get(0)).isEqualTo("{\"orderId\":18446744073709551614,\"price\":{\"mantissa\":1234500,"
                + "\"exponent\":-4},\"side\":\"SELL\",\"flags\":\"crossed\",\"symbol\":\"ACME\",\"levels\":[7,8,65534],"
                + "\"venue\":\"XACM\",\"ratio\":0.5,\"makerFee\":-3,\"legs\":[{\"size\":10,"
                + "\"owners\":[{\"account\":-9}],\"note\":\"note\"},{\"size\":20,\"owners\":[],\"note\":\"\"}],"
                + "\"text\":\"\",\"blob\":\"0102\"}");
    }

    /** The application's reader is a class of its own, so that it is loaded from there. */
    @Test
    void shouldHandMessagesToTheGeneratedReceiver() throws IOException, InterruptedException,
            ReflectiveOperationException {
        traced.start(SESSION);
        run("write");
        final List<String> seen = new ArrayList<>();
        try (URLClassLoader loader = new URLClassLoader(new URL[]{application.classes().toUri().toURL()},
                getClass().getClassLoader())) {
            final TypedReceiver receiver = (TypedReceiver) loader.loadClass("acme.fills.FillReader")
                    .getMethod("receiver", List.class).invoke(null, seen);
            assertThat(traced.take(SESSION, receiver::receive)).containsExactly(true, true, true, true);
        }
        assertThat(seen).containsExactly("fill -2 SELL 10/-9note 20 '' 2", "cancel 42, bytes=16 of 16",
                "canceled 42 AC\nME 50", "marked 42 of " + new UUID(1, 2) + " from " + new UUID(3, 4)
                        + " at 1700000000000000007");
    }

    @Test
    void shouldListWhatTheSchemaDeclares() throws IOException {
        assertThat(Files.readAllLines(application.classes().resolve("META-INF/ringside/Acme.Fills.events")))
                .contains("    message Cancel id 6 block 8", "        field orderId id 1 at 0",
                        "        group legs id 20 block 4", "            group owners id 22 block 2",
                        "        field makerFee id 10 at 42 since 3");
    }

    @Test
    @Tag("jdk25")
    void shouldNotAllocateWhenEncodedInPlace() throws IOException, InterruptedException {
        traced.controller.start(SessionSettings.builder(SESSION).lanes(8).laneBytes(1 << 18)
                .overflow(SessionSettings.Overflow.DROP_OLDEST).build());
        assertThat(run("measure")).contains("any=true allocated=0");
    }

    /** Whoever wrote them: a reader neither throws nor goes on for ever, and what begins ends. */
    @Test
    void shouldBearMessagesThatAreCutOffOrDamaged() throws IOException, InterruptedException {
        traced.start(SESSION);
        run("write");
        final List<EventSchema> schemas = new ArrayList<>();
        final List<byte[]> payloads = traced.take(SESSION, event -> {
            schemas.add(event.schema());
            final byte[] payload = new byte[event.payloadLength()];
            event.buffer().getBytes(event.payloadOffset(), payload);
            return payload;
        });
        final byte[] message = payloads.get(0);
        for (int length = 0; length <= message.length; length++) {
            final String text = text(schemas.get(0), message, length);
            assertThat(text.contains("$truncated") || text.startsWith("$unread") || text.isEmpty())
                    .as("length=%d: %s", length, text).isEqualTo(length < message.length);
            assertThat(text.chars().filter(c -> c == '{').count())
                    .isEqualTo(text.chars().filter(c -> c == '}').count());
        }
        final long seed = new Random().nextLong();
        final Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            final byte[] damaged = message.clone();
            for (int j = 0; j < 3; j++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            assertThat(text(schemas.get(0), damaged, damaged.length)).as("seed=%d", seed).isNotEmpty();
        }
    }

    private List<String> run(final String what) throws IOException, InterruptedException {
        traced.controller.enable(SESSION, EnableRequest.of("Acme.Fills", Enablement.of(5, 0, 0)),
                TracedProvider.TIMEOUT);
        return ApplicationFolder.run(traced.directory().path(), List.of("--add-exports",
                "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", application.classPath(), MAIN, what));
    }

    private static String text(final EventSchema schema, final EventView event) {
        final StringBuilder text = new StringBuilder();
        new TextFields().append(text, schema, event.buffer(), event.payloadOffset(), event.payloadLength());
        return text.toString();
    }

    private static String text(final EventSchema schema, final byte[] payload, final int length) {
        final StringBuilder text = new StringBuilder();
        new TextFields().append(text, schema, new UnsafeBuffer(payload), 0, length);
        return text.toString();
    }
}
