package io.ringside.processor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Annotations where nothing would read them are errors there. */
@Tag("jdk25")
class AnnotationPlacesTest {
    private static final String NOTHING = " -> annotation says nothing here: annotation=@";
    private static final String PROVIDER = "@TraceProvider(\"Acme\") interface Orders {\n";

    @TempDir
    Path output;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "@Unit(\"m\") At x | \"m\") At x); | Unit, at=x: let a field have it that is no record, or take it away",
        "@Unsigned At x | @Unsigned At x); | Unsigned, at=x: let a field have it",
        "@NamedBy(\"s\") At x | \"s\") At x); | NamedBy, at=x: let a field have it",
        "@Interned At x | @Interned At x); | Interned, at=x: let a field have it",
        "@Timestamp At x | @Timestamp At x); | Timestamp, at=x: let a field have it",
        "@Unit(\"m\") @Activity UUID x | \"m\") @Activity UUID x); | Unit, at=x: let a field have it",
        "@Unsigned @RelatedActivity UUID x | @Unsigned @RelatedActivity UUID x); | Unsigned, at=x: let",
        "@Timestamp @EventTime long x | @Timestamp @EventTime long x); | Timestamp, at=x: let a field have it",
        "Told x | id) {} | Activity, at=id: make it a parameter of the event, or take it away",
        "Timed x | time) {} | EventTime, at=time: make it a parameter of the event, or take",
        "Outer x | at) {} | Unit, at=at: let a field have it"})
    void shouldRefuseThemAtParametersAndComponents(final String parameter, final String place, final String error) {
        final String record = switch (parameter.substring(0, parameter.indexOf(' '))) {
            case "Told" -> "record Told(int x, @Activity UUID\nid) {}";
            case "Timed" -> "record Timed(int x, @EventTime long\ntime) {}";
            case "Outer" -> "record Outer(@Unit(\"m\") At\nat) {}";
            default -> "";
        };
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(\n" + parameter + ");\n}\nrecord At(int x) {}\n"
                + record)).singleElement().asString().startsWith(place).contains(NOTHING + error);
    }

    @Test
    void shouldRefuseThemAtParametersOfAMessageOfSbe() throws IOException {
        Files.writeString(output.resolve("s.sbeir"), "s");
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) @SbeMessage(\"s.sbeir\")\n"
                + "void e(DirectBuffer b, @Unsigned int o, int l); }")).singleElement().asString()
                .startsWith("@Unsigned int o").contains(NOTHING + "Unsigned, at=o: let a field have it");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "@TraceKeyword(name = ¶\"a\", mask = 1) interface I {} | \"a\", mask | TraceKeyword, at=I: give the interface"
                + " @TraceProvider, or take it away",
        "@TraceKeyword(name = ¶\"a\", mask = 1) @TraceKeyword(name = \"b\", mask = 2) interface I {} | \"a\", mask | "
                + "TraceKeyword, at=I: give",
        "@TraceTask(name = ¶\"a\", value = 1) class C {} | \"a\", value | TraceTask, at=C: give the interface",
        "@TraceOpcode(name = ¶\"a\", value = 10) interface I {} | \"a\", value | TraceOpcode, at=I: give the"})
    void shouldRefuseNamesOutsideOfAProvider(final String source, final String place, final String error) {
        assertThat(errors(source.replace("¶", "\n"))).singleElement().asString()
                .startsWith(place).contains(NOTHING + error);
    }

    @Test
    void shouldRefuseAMessageOfSbeThatIsNoEvent() {
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e();\n@SbeMessage(\n\"s\") default void f() {} }"))
                .singleElement().asString().startsWith("\"s\") default")
                .contains(NOTHING + "SbeMessage, at=f: let an event have it, or take it away");
    }

    private List<String> errors(final String source) {
        return Compilation.of(output, source).errors();
    }
}
