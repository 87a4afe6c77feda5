package io.ringside.reader;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.co.real_logic.sbe.SbeTool;
import uk.co.real_logic.sbe.ir.IrEncoder;
import uk.co.real_logic.sbe.xml.IrGenerator;

import static org.assertj.core.api.Assertions.assertThat;

/** What the page of typed events shows and says, compiled with the processor and with the classes that it needs. */
@Tag("jdk25")
class TypedPageTest {
    private static final Path PAGE = Path.of("..", "..", "core", "docs", "typed-events.md");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern RESOURCE = Pattern.compile("@SbeMessage\\(\"(.*?)\"\\)");
    private static final String IMPORTS = "package acme; import io.ringside.typed.*; import io.ringside.event.*;"
            + " import io.ringside.session.Composite; import io.ringside.provider.*;"
            + " import io.ringside.write.EventClaim; import java.util.Optional;"
            + " import org.agrona.DirectBuffer;\n";
    private static final String SIDE = "enum Side { BUY, SELL }\n";
    /** What the page says of the classes that are generated. */
    private static final String USE = """
            class Use {
                static void use(Ringside ringside, OrderEvents orders, TypedReceiver.Event event, EventClaim claim) {
                    OrderEventsProvider events = OrderEventsProvider.register(ringside);
                    OrderEventsProvider.register(ringside, notice -> {}, null).wanted();
                    OrderEventsProvider.registerAs("name", ringside).close();
                    OrderEventsProvider.registerAs("name", ringside, notice -> {}, null).close();
                    events.accepted(1, 2, 3, Side.BUY, "ACME");
                    if (events.acceptedEnabled() && events.filledEnabled() && events.filledClaim(claim, 8)) {
                        claim.buffer();
                        claim.commit();
                    }
                    boolean received = new OrderEventsReceiver(orders).receive(event);
                    new OrderEventsReceiver(new OrderEventsReceiver.Adapter() {}).receive(event);
                }
            }
            """;

    private static final String WRITING = """
            class Writing {
                static String lookUpSymbol() { return "ACME"; }
                static void write(Ringside ringside) {
                    %s
                }
                static void trade(OrderEventsProvider events) {
                    %s
                }
            }
            """;

    @TempDir
    Path folder;
    private List<String> snippets;

    @BeforeEach
    void read() throws IOException {
        snippets = SNIPPET.matcher(Files.readString(PAGE)).results().map(result -> result.group(1)).toList();
    }

    @Test
    void shouldShowAnInterfaceAndAnEventOfSbeThatCompile() throws Exception {
        assertThat(snippets).hasSize(9);
        final MatchResult resource = RESOURCE.matcher(snippets.get(8)).results().findFirst().orElseThrow();
        encodeSchema(folder.resolve(resource.group(1)));
        final String body = snippets.get(0);
        assertThat(compile(body.substring(0, body.lastIndexOf('}')) + snippets.get(2) + snippets.get(4)
                + snippets.get(6) + snippets.get(8) + "}\n" + SIDE + USE + WRITING.formatted(snippets.get(1),
                        snippets.get(3) + snippets.get(5) + snippets.get(7))))
                .isEmpty();
    }

    @Test
    void shouldTakeBodiesThatTheGeneratedClassCanHaveBesideItsOwn() throws IOException {
        assertThat(compile(provider("Fine", """
                default Object registration() { return this; }
                default Composite wanted() { return null; }
                default void close() {}
                default boolean eEnabled() { return true; }
                default int event(long index) { return 1; }
                static void register(Ringside ringside) {}"""))).isEmpty();
    }

    @Test
    void shouldCompileWhatIsDeprecatedWithoutAWarning() throws IOException {
        assertThat(compile("""
                @Deprecated(forRemoval = true) @TraceProvider("Acme.Old") interface Old {
                    @Deprecated enum Side { BUY, SELL }
                    @Deprecated(forRemoval = true) record Point(int x) {}
                    @Deprecated @TraceEvent(id = 1) void e(Side side, Point point, String text);
                    @Deprecated(forRemoval = true) @TraceEvent(id = 2) long f(int[] numbers);
                    @Deprecated boolean eEnabled();
                }
                @Deprecated @TraceCounterSet("Acme.Counters") interface OldCounters {
                    @Deprecated(forRemoval = true)
                    @TraceCounter(id = 1, type = io.ringside.counter.CounterType.RAWCOUNT) long c();
                }""")).isEmpty();
    }

    /** All annotations, of which each is claimed. */
    @Test
    void shouldCompileInTheUnnamedPackageAndNested() throws IOException {
        assertThat(compile(IMPORTS.substring(IMPORTS.indexOf(';') + 1), """
                class Outer {
                    static class Middle {
                        record Amount(@Unit("USD") @Unsigned long value, @Timestamp long time) {}
                        @TraceProvider("Acme.Nested")
                        @TraceKeyword(name = "a", mask = 1) @TraceKeyword(name = "b", mask = 2)
                        @TraceTask(name = "t", value = 1) @TraceOpcode(name = "o", value = 10)
                        interface Events {
                            @TraceEvent(id = 1, keywords = "a", task = 1, opcode = 10)
                            void e(Amount amount, @Activity java.util.UUID activity, @EventTime long time,
                                    @RelatedActivity java.util.UUID related);
                        }
                    }
                    static OuterMiddleEventsProvider events(Ringside ringside) {
                        return OuterMiddleEventsProvider.register(ringside);
                    }
                }""")).isEmpty();
    }

    /** Those that the class inherits, and of types that the processor's own tests do not have. */
    @Test
    void shouldRefuseBodiesOfMethodsThatTheGeneratedClassHasOtherwise() throws IOException {
        assertThat(compile(provider("A", "default Optional<String> wanted() { return null; }")
                + provider("B", "default void registration() {}") + provider("C", "default int close() { return 1; }")
                + provider("D", "default int event(int index) { return 1; }")
                + provider("E", "default void register(Ringside ringside) {}")
                + provider("F", "default void finalize() {}")).lines().filter(line -> line.contains("error: ")))
                .allMatch(line -> line.contains("error: method has a body, and is one that the generated class has"))
                .extracting(line -> line.replaceAll(".*otherwise: (\\S+), .*", "$1"))
                .containsExactly("method=wanted", "method=registration", "method=close", "method=event",
                        "method=register", "method=finalize");
    }

    private static String provider(final String name, final String methods) {
        return "@TraceProvider(\"Acme." + name + "\") interface " + name + " { @TraceEvent(id = 1) void e();\n"
                + methods + "\n}\n";
    }

    private static void encodeSchema(final Path file) throws Exception {
        final URL messages = Objects.requireNonNull(TypedPageTest.class.getResource("sbe/fills.xml"));
        Files.createDirectories(file.getParent());
        try (IrEncoder encoder = new IrEncoder(file.toString(),
                new IrGenerator().generate(SbeTool.parseSchema(Path.of(messages.toURI()).toString())))) {
            encoder.encode();
        }
    }

    /** What the compiler says. */
    private String compile(final String source) throws IOException {
        return compile(IMPORTS, source);
    }

    private String compile(final String head, final String source) throws IOException {
        final Path file = Files.writeString(folder.resolve("OrderEvents.java"), head + source);
        final String classPath = System.getProperty("java.class.path");
        final ByteArrayOutputStream said = new ByteArrayOutputStream();
        ToolProvider.getSystemJavaCompiler().run(null, said, said, "-cp", classPath, "-processorpath", classPath, "-d",
                folder.toString(), "-Xlint:all,-auxiliaryclass,-path", "-Werror", file.toString());
        return said.toString(StandardCharsets.UTF_8);
    }
}
