package io.ringside.processor;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Errors of what is declared too large, too long, too often, or out of sight. */
@Tag("jdk25")
class TraceProcessorLimitsTest {
    private static final String PROVIDER = "@TraceProvider(\"Acme\") interface Orders {\n";

    @TempDir
    Path output;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "int $x | $x) | name is not allowed, no blanks, no commas, no dollar in front: of=field, name=$x: choose one",
        "Hidden x | $in) | name is not allowed, no blanks, no commas, no dollar in front: of=field, name=$in: choose",
        "Thread.State s, Thread x | x) | type is not supported: field=x, type=java.lang.Thread: use a"})
    void shouldRefuseFieldsByName(final String parameters, final String place, final String message) {
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(" + parameters
                + ");\n}\nrecord Hidden(\nint $in) {}")).singleElement().asString()
                .startsWith(place).contains(" -> " + message);
    }

    @Test
    void shouldRefuseTypesOfAnotherPackageThatAreNotPublic() {
        // A provider inside of a class that inherits it sees it; what is generated beside does not.
        assertThat(errors("class C extends io.ringside.processor.ProtectedTypes { " + PROVIDER
                + "@TraceEvent(id = 1) void e(Side\nx); } }")).singleElement().asString()
                .startsWith("x);").contains(" -> type cannot be seen by generated classes: field=x,"
                        + " type=io.ringside.processor.ProtectedTypes.Side: make it public, or move it into package"
                        + " acme and let it not be private");
    }

    @Test
    void shouldRefuseLongNames() {
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(int " + "x".repeat(256) + "); }")).singleElement()
                .asString().endsWith(" -> name has a wrong length: of=field, length=256, min=1, max=255:"
                        + " choose one of such a length");
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void " + "e".repeat(256) + "(); }")).singleElement()
                .asString().startsWith("eee").endsWith(" -> name has a wrong length: of=event, length=256, min=1,"
                        + " max=255: choose one of such a length");
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(Long1 x); }\nenum Long1 { " + "L".repeat(256) + " }"))
                .singleElement().asString().contains(" -> name has a wrong length: of=value of map Long1, length=256");
    }

    @Test
    void shouldRefuseLongTexts() {
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1, message = \n\"" + "m".repeat(4097) + "\") void e(); }"))
                .singleElement().asString().startsWith("\"mmm").contains(" -> text is too long or not Unicode:"
                        + " of=message of event e, length=4097, max=4096: shorten it, and use no lone surrogates");
        assertThat(errors("/** \\ud83d */" + PROVIDER + "@TraceEvent(id = 1) void e(); }")).singleElement().asString()
                .startsWith("interface Orders {").contains(" -> text is too long or not Unicode: of=provider Acme");
        assertThat(errors(PROVIDER + "/** \\ud83d */ @TraceEvent(id = 1) void\ne(); }")).singleElement().asString()
                .startsWith("e(); }").contains(" -> text is too long or not Unicode: of=event e, length=1, max=4096");
    }

    @Test
    void shouldRefuseDocumentationsOfFieldsThatAreNoUnicode() {
        assertThat(errors(PROVIDER + "/** @param x \\ud83d */ @TraceEvent(id = 1) void e(int\nx); }")).singleElement()
                .asString().startsWith("x); }").contains(" -> text is too long or not Unicode: of=field x, length=1");
        assertThat(
                errors(PROVIDER + "@TraceEvent(id = 1) void e(At at); }\n/** @param x \\ud83d */ record At(int\nx) {}"))
                .singleElement().asString().startsWith("x) {}").contains(" -> text is too long or not Unicode: of=f");
    }

    @Test
    void shouldCutLongDocumentations() {
        final String text = "d".repeat(4095);
        assertThat(errors(PROVIDER + "/** @param x " + text + "\uD83D\uDE00 */ @TraceEvent(id = 1) void e(int x); }"))
                .isEmpty();
        assertThat(errors("/** " + text + "\uD83D\uDE00 */" + PROVIDER + "/** " + text
                + "xyz */ @TraceEvent(id = 1) void e(); }")).isEmpty();
    }

    @Test
    void shouldRefuseEnumsWithTooManyConstants() {
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(Large x); }\n" + enumOf("Large", 4097)))
                .singleElement().asString().startsWith("x); }").endsWith(" -> enum has a wrong number of constants:"
                        + " field=x, type=acme.Large, constants=4097, min=1, max=4096: use an int instead");
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(Large x); }\n" + enumOf("Large", 4096))).isEmpty();
    }

    @Test
    void shouldRefuseRecordsWithTooManyComponents() {
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(Wide x); }\nrecord Wide("
                + many(129, i -> "int p" + i, ", ") + ") {}")).singleElement().asString().startsWith("x); }")
                .endsWith(" -> too many fields: of=struct x, fields=129, max=128: put some into a struct");
    }

    @Test
    void shouldAcceptRecordsThatAreNestedAsDeepAsTheyMayBe() {
        final String records = many(6, i -> "record R" + i + "(R" + (i + 1) + "\nvalue) {}", "\n");
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(R0 x); }\n" + records + "record R6(int value) {}"))
                .isEmpty();
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(R0 x); }\n" + records
                + "record R6(R7\nvalue) {} record R7(int value) {}")).singleElement().asString()
                .startsWith("value) {} record R7").contains(" -> records are nested too deep, or in themselves:");
    }

    @Test
    void shouldRefuseTooManyOpcodes() {
        assertThat(errors(many(229, i -> "@TraceOpcode(name =\n\"o" + i + "\", value = " + (10 + i) + ")", " ")
                + PROVIDER + "@TraceEvent(id = 1) void e(); }")).singleElement().asString()
                .startsWith("\"o228\"")
                .endsWith(" -> too many definitions: of=opcode, name=o228, max=228: take some away");
    }

    @Test
    void shouldRefuseASchemaThatIsTooLarge() {
        assertThat(errors(PROVIDER + many(350, i -> "@TraceEvent(id = " + (i + 1) + ", message = \"" + "€".repeat(4096)
                + "\") void e" + i + "();", "\n") + "}")).singleElement().asString().startsWith("interface Orders {")
                .contains(" -> schema is too large: provider=Acme, events=350, length=")
                .endsWith(", max=4194304: declare a second provider, or shorten texts");
    }

    private List<String> errors(final String source) {
        return Compilation.of(output, source).errors();
    }

    private static String enumOf(final String name, final int constants) {
        return "enum " + name + " { " + many(constants, i -> "C" + i, ", ") + " }";
    }

    private static String many(final int count, final java.util.function.IntFunction<String> text,
            final String separator) {
        return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining(separator));
    }
}
