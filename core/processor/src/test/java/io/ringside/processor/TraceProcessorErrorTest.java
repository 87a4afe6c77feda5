package io.ringside.processor;

import java.io.IOException;
import java.nio.file.Files;
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

/** Each error of the processor: that it is one, where it stands, and what it tells to do. */
@Tag("jdk25")
class TraceProcessorErrorTest {
    private static final String PROVIDER = "@TraceProvider(\"Acme\") interface Orders {\n";

    @TempDir
    Path output;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "id = 0 | id of event is out of range: event=e, id=0: use 1..65535",
        "id = 65536 | id of event is out of range: event=e, id=65536: use 1..65535",
        "version = 256 | version of event is out of range: event=e, version=256: use 0..255",
        "level = 256 | level of event is out of range: event=e, level=256: use 0..255",
        "level = 6 | level is reserved: event=e, level=6: use 0..5, or one of your own from 16",
        "channel = -1 | channel of event is out of range: event=e, channel=-1: use 0..255",
        "channel = 11 | channel is that of events that describe themselves: event=e, channel=11: use another one",
        "task = 7 | task has no name: event=e, task=7: define it with @TraceTask(name = \"…\", value = 7)",
        "opcode = 99 | opcode has no name: event=e, opcode=99: use one of Opcode, or define it with @TraceOpcode"
                + "(name = \"…\", value = 10..239)",
        "keywords = \"x\" | keyword is not defined: event=e, keyword=x, defined=[]: add @TraceKeyword(name = \"x\", "
                + "mask = 0x…) to the interface"})
    void shouldRefuseValuesOfAnEvent(final String value, final String message) {
        final String id = value.startsWith("id") ? "" : "id = 1, ";
        final String literal = value.substring(value.indexOf('=') + 2);
        assertThat(errors(PROVIDER + "@TraceEvent(" + id + value + ")\nvoid e(); }"))
                .containsExactly(literal + ") -> " + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "Object x | x) | type is not supported: field=x, type=java.lang.Object: use a primitive type",
        "Integer x | x) | type is not supported: field=x, type=java.lang.Integer: use a primitive type",
        "int[][] x | x) | type is not supported: field=x, type=int[][]: use a primitive type",
        "String[] x | x) | type is not supported: field=x, type=java.lang.String[]: use a primitive type",
        "List<String> x | x) | type is not supported: field=x, type=java.util.List<java.lang.String>: use a primitive",
        "@Unsigned double x | @Unsigned double x) | only a byte, short, int or long can be without a sign: field=x",
        "@Unsigned @Timestamp long x | @Unsigned @Timestamp long x) | only a byte, short, int or long can be without",
        "@NamedBy(\"s\") double x | \"s\") double x) | only a byte, short, int or long can have published names:",
        "@NamedBy(\"\") int x | \"\") int x) | name has a wrong length: of=table of names, length=0, min=1, max=255",
        "@NamedBy(\"s\") @Timestamp long x | \"s\") @Timestamp long x) | only whole numbers have named values: field=x",
        "@Interned int x | @Interned int x) | only a CharSequence or String can be interned: field=x, type=int: take",
        "@Interned(\" x\") String x | \" x\") String x) | name is not allowed, no control characters, no blanks around",
        "@Interned @NamedBy(\"s\") String x | \"s\") String x) | only a byte, short, int or long can have published",
        "@Timestamp int x | @Timestamp int x) | only a long can be nanoseconds since 1970: field=x, type=int",
        "@Unit(\"\") long x | \"\") long x) | name has a wrong length: of=unit, length=0, min=1, max=255: choose one",
        "@Decimal(scale = 19) long x | 19) long x) | scale out of range: field=x, scale=19, min=0, max=18",
        "@Decimal(scale = -1) int[] x | -1) int[] x) | scale out of range: field=x, scale=-1, min=0, max=18",
        "@Decimal(scale = 2) double x | 2) double x) | only a byte, short, int or long, or an array of the last three, "
                + "can be decimal:",
        "@Decimal long x | @Decimal long x) | a decimal has a scale, or a field that gives it: field=x,",
        "@Decimal(scale = 2, scaleFrom = \"y\") long x | 2, scaleFrom = \"y\") long x) | a decimal has a scale,",
        "@Decimal(scaleFrom = \"a b\") long x | \"a b\") long x) | name is not allowed, no blanks, no commas",
        "@Decimal(scaleFrom = \"y\") float x | \"y\") float x) | only a byte, short, int or long, or an array",
        "@Decimal(scale = 2) @Timestamp long x | 2) @Timestamp long x) | only a byte, short, int or long, or an array",
        "@Activity long x | x) | an activity is a UUID: event=e, parameter=x, type=long: make it a java.util.UUID",
        "@Activity UUID x, @Activity UUID y | y) | event has one activity and one related activity at most: event=e",
        "@Activity @RelatedActivity UUID x | x) | event has one activity and one related activity at most: event=e",
        "@EventTime int x | x) | the time of an event is a long: event=e, parameter=x, type=int: give",
        "@EventTime long x, @EventTime long y | y) | event has one time at most: event=e, parameter=y: take the",
        "@EventTime @Activity long x | x) | a time is no activity: event=e, parameter=x: take one of the annotations",
        "None x | x) | enum has a wrong number of constants: field=x, type=acme.None, constants=0, min=1, max=4096",
        "Generic<Integer> x | x) | record has type parameters: field=x, type=acme.Generic: declare one for each type",
        "Empty x | x) | record has no components: field=x, type=acme.Empty: give it one, or leave the parameter out",
        "Loop x | next) | records are nested too deep, or in themselves: field=next, type=acme.Loop, max=7",
        "int x$y | x$y) | name has a dollar sign, which distinguishes generated names: parameter=x$y: choose",
        "Dollar x | a$b) | name has a dollar sign, which distinguishes generated names: component=a$b: choose",
        "Odd x | odd) | type is not supported: field=odd, type=java.lang.Object: use a primitive type"})
    void shouldRefuseFields(final String parameters, final String place, final String message) {
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(" + parameters + ");\n}\nenum None {}\n"
                + "record Generic<T>(int value) {}\nrecord Empty() {}\n"
                + "record Loop(int value,\nLoop next) {}\nrecord Odd(\nObject odd) {}\n"
                + "record Dollar(\nint a$b) {}"))
                .singleElement().asString().contains(message)
                .startsWith(place);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "@TraceEvent(id = 1) int ¶e(); | event returns something else than its result: event=e, type=int: return void",
        "@TraceEvent(id = 1) <T> void ¶e(); | event has type parameters: event=e: give its fields types of their own",
        "@TraceEvent(id = 1) default void ¶e() {} | event has a body: event=e: take the body away, or @TraceEvent",
        "@TraceEvent(id = 1) static void ¶e() {} | event has a body: event=e: take the body away, or @TraceEvent",
        "@TraceEvent(id = 1) void ¶e$(); | name has a dollar sign, which distinguishes generated names: event=e$: ",
        "@TraceEvent(id = 1) void e(int y, int... ¶x); | event takes any number of arguments: event=e, parameter=x,"
                + " type=int[]: declare it as int[], as each call would allocate the array",
        "@TraceEvent(id = 1) void ¶close(); | name is taken by the generated classes: event=close: choose another name",
        "@TraceEvent(id = 1) void ¶e() throws Exception; | event declares exceptions: event=e: take them away",
        "@TraceEvent(id = 1) void e(); void ¶other(); | method is neither an event nor asks for one: method=other: add",
        "@TraceEvent(id = 1) void e(); boolean ¶xEnabled(); | method is neither an event nor asks for one: method=xEn",
        "@TraceEvent(id = 1) void e(); @TraceEvent(id = 2) void ¶e(int x); | two events have the same name: event=e: g",
        "@TraceEvent(id = 1) void e(); @TraceEvent(id = 2, name = ¶\"e\") void f(); | "
                + "two events have the same name: event=e, ids=1 and 2: give one of them another name",
        "@TraceEvent(id = 1, name = \"f\") void e(); ¶@TraceEvent(id = 1) void f(); | "
                + "two events have the same id and version: event=f, id=1, version=0: give one of them another version",
        "@TraceEvent(id = 1, name = ¶\" \") void e(); | name is not allowed, no control characters, no blanks around: ",
        "@TraceEvent(id = 1) void e(); @TraceEvent(id = ¶1) void f(); | two events have the same id: id=1, events=e an",
        "@TraceEvent(id = 1) void e(); @TraceEvent(id = 2) void ¶eEnabled(); | "
                + "event has the name of a method that another one is given: event=eEnabled, other=e: give one of",
        "@TraceEvent(id = 2) void ¶eEnabled(int x); @TraceEvent(id = 1) void e(); | "
                + "event has the name of a method that another one is given: event=eEnabled, other=e: give one of",
        "@TraceEvent(id = 1) void e(); default int ¶eEnabled() { return 1; } | "
                + "method has a body, and is one that the generated class has otherwise: method=eEnabled,"
                + " parameters=[], type=int, generated=boolean: give it another name, or other parameters",
        "@TraceEvent(id = 1) void e(); default Object ¶clone() { return 1; } | "
                + "method has a body, and is one that the generated class has otherwise: method=clone,"
                + " parameters=[], type=java.lang.Object: give it another name, or other parameters",
        "@TraceEvent(id = 1) void e(int[] x); default void ¶write$e(int[] x) {} | "
                + "method has a body, and is one that the generated class has otherwise: method=write$e,"
                + " parameters=[int[]], type=void: give it another name, or other parameters",
        "int CONSTANT = 1; | provider has no events: type=acme.Orders: give a method @TraceEvent"})
    void shouldRefuseMethods(final String methods, final String message) {
        assertThat(errors(PROVIDER + methods.replace("¶", "\n") + "\n}")).singleElement().asString()
                .startsWith(place(methods) + " -> " + message);
    }

    @Test
    void shouldAdviseAnArrayThatIsSupportedWhereBoxesAreGiven() {
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(Long... x);\n}")).first().asString()
                .contains("type=java.lang.Long[]: declare it as long[],");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"@TraceEvent(id = 1, level = Levels.ERROR) | Levels",
        "@TraceEvent(id = 1, opcode = Opcodes.START) | Opcodes", "@TraceEvent | id"})
    void shouldLeaveToTheCompilerWhatDoesNotCompileInAnAnnotation(final String annotation, final String name) {
        assertThat(errors(PROVIDER + annotation + " void e();\n}")).singleElement().asString().contains(name);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "@TraceKeyword(name = \"a\", mask = ¶3) | a keyword is exactly one of the bits 0..47: keyword=a, mask=0x3: use",
        "@TraceKeyword(name = \"a\", mask = 1L ¶<< 48) | "
                + "a keyword is exactly one of the bits 0..47: keyword=a, mask=0x1",
        "@TraceKeyword(name = \"a\", mask = 1) @TraceKeyword(name = \"b\", mask = ¶1) | "
                + "two keywords have the same bit: keyword=b, mask=0x1, defined=[a]: give one of them another bit",
        "@TraceKeyword(name = \"a\", mask = 1) @TraceKeyword(name = ¶\"a\", mask = 2) | "
                + "two keywords have the same name: keyword=a, mask=0x2: give one of them another name",
        "@TraceKeyword.Container({@TraceKeyword(name = \"a\", mask = 1), @TraceKeyword(name = ¶\"a\", mask = 2)}) | "
                + "two keywords have the same name: keyword=a, mask=0x2: give one of them another name",
        "@TraceKeyword(name = ¶\"\", mask = 1) | name has a wrong length: of=keyword, length=0, min=1, max=255: choose",
        "@TraceKeyword(name = \"x\", mask = 2) @TraceKeyword(name = ¶\"a b\", mask = 1) | "
                + "name is not allowed, no blanks, no commas, no dollar in front: of=keyword, name=a b: choose one",
        "@TraceTask(name = \"a\", value = ¶0) | value of task is out of range: task=a, value=0: use 1..65535",
        "@TraceTask(name = \"a\", value = 1) @TraceTask(name = \"b\", value = ¶1) | "
                + "two of kind task have the same value: task=b, value=1: give one of them another value",
        "@TraceTask(name = \"a\", value = 1) @TraceTask(name = ¶\"a\", value = 2) | "
                + "two of kind task have the same name: task=a, value=2: give one of them another name",
        "@TraceTask(name = ¶\"\", value = 1) | name has a wrong length: of=task, length=0, min=1, max=255: choose one",
        "@TraceTask(name = ¶\" a\", value = 1) | name is not allowed, no control characters, no blanks around: of=task",
        "@TraceOpcode(name = \"a\", value = ¶240) | value of opcode is out of range: opcode=a, value=240: use 10..239",
        "@TraceOpcode(name = \"a\", value = ¶9) | value of opcode is out of range: opcode=a, value=9: use 10..239",
        "@TraceOpcode(name = ¶\"\", value = 10) | name has a wrong length: of=opcode, length=0, min=1, max=255: choo"})
    void shouldRefuseNamesOfAProvider(final String annotations, final String message) {
        assertThat(errors(annotations.replace("¶", "\n") + "\n" + PROVIDER + "@TraceEvent(id = 1) void e();\n}"))
                .singleElement().asString().startsWith(place(annotations) + " -> " + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "@TraceProvider(¶\"Acme\") class C {} | "
                + "a provider is declared by an interface: type=acme.C: make it an interface",
        "@TraceProvider(\"Acme\") ¶interface I<T> {} | a provider has no type parameters: type=acme.I: take them away",
        "@TraceProvider(\"Acme\") ¶interface I extends Runnable {} | a provider extends no other interface: type=acme.",
        "class C { @TraceProvider(\"Acme\") private ¶interface I {} } | "
                + "a provider must be seen by its generated classes",
        "class C { private static class D { @TraceProvider(\"Acme\") ¶interface I {} } } | "
                + "a provider must be seen by its generated classes: type=acme.C.D.I: let D not be private",
        "class C { private enum S { A } @TraceProvider(\"Acme\") interface I { @TraceEvent(id = 1) void e(S ¶s); } } | "
                + "type cannot be seen by generated classes: field=s, type=acme.C.S: make it public, or move it into",
        "@TraceProvider(value = \"Acme\", id = ¶\"7\") interface I { @TraceEvent(id = 1) void e(); } | "
                + "id of provider is no UUID: id=7: write",
        "@TraceProvider(¶\"\") interface I { @TraceEvent(id = 1) void e(); } | "
                + "name has a wrong length: of=provider, length=0, min=1, max=255",
        "@TraceProvider(\"Acme\") interface I { @TraceEvent(id = 1) void e(); ¶enum io { A } } | "
                + "name is that of a package which generated classes need: name=io, type=acme.I: choose another name",
        "@TraceProvider(\"Acme\") interface I { @TraceEvent(id = 1) void e(); int ¶java = 1; void org(); } | "
                + "name is that of a package which generated classes need: name=java, type=acme.I: choose another name",
        "@TraceCounterSet(\"Acme\") interface I { ¶interface org {} } | "
                + "name is that of a package which generated classes need: name=org, type=acme.I: choose another name",
        "interface I { @TraceEvent(id = ¶1) void e(); } | "
                + "event stands outside of a provider: event=e, type=acme.I: give"})
    void shouldRefuseTypes(final String source, final String message) {
        assertThat(errors(source.replace("¶", "\n"))).singleElement().asString()
                .startsWith(place(source) + " -> " + message);
    }

    @Test
    void shouldRefuseAClassThatHasTheNameOfAGeneratedOne() {
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(); }\nclass OrdersProvider {}")).singleElement()
                .asString().startsWith("interface Orders {")
                .contains(" -> class cannot be generated: class=acme.OrdersProvider, reason=");
    }

    @Test
    void shouldRefuseProvidersThatShareWhatIsGenerated() {
        final String events = " { @TraceEvent(id = 1) void e(); }\n";
        assertThat(errors("class A { @TraceProvider(\"One\") interface B" + events + "}\n@TraceProvider(\"Two\")\n"
                + "interface AB" + events)).hasSize(2).allSatisfy(error -> assertThat(error)
                        .startsWith("interface AB {").contains(" -> class cannot be generated: class=acme.AB")
                        .endsWith(": see that no other class has the name, and that the folder can be written"));
        assertThat(errors("@TraceProvider(\"Acme\") interface A" + events + "@TraceProvider(\"Acme\")\ninterface B"
                + events)).singleElement().asString()
                .startsWith("interface B {").contains(" -> listing cannot be read or written: listing=Acme.events")
                .endsWith(": see that the folder can be written, and that no other provider has the name");
    }

    @Test
    void shouldRefuseEventsThatAreTooLong() {
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(Outer outer);\n}\nrecord Outer("
                + parameters("Inner", 32) + ") {}\nrecord Inner(" + parameters("UUID", 128) + ") {}"))
                .containsExactly("e(Outer outer); -> event is longer than any may be, however short its texts are:"
                        + " event=e, bytes=65536, max=65504: split it into several events");
        final String related = "@RelatedActivity UUID related, long a, long b, ";
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(" + related + "Outer outer);\n@TraceEvent(id = 2)\n"
                + "void f(" + related + "byte c, Outer outer);\n}\nrecord Outer(" + parameters("Inner", 31)
                + ", Last last) {}\nrecord Inner(" + parameters("UUID", 128) + ") {}\nrecord Last("
                + parameters("UUID", 123) + ", long y) {}"))
                .singleElement().asString().startsWith("f(@RelatedActivity").endsWith(" -> event is longer than any"
                        + " may be, however short its texts are: event=f, bytes=65481, max=65480: split it into"
                        + " several events");
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(" + parameters("int", 129) + ");\n}"))
                .singleElement().asString().endsWith(" -> event has too many fields: event=e, fields=129, max=128:"
                        + " put some into a record");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "%2 | message inserts a field that the event does not have: event=e, insertion=%2, fields=1: use %1 to",
        "5% | message has an invalid insertion: event=e, offset=1: use %1 to %99, %% for a percent sign, or %n"})
    void shouldRefuseMessages(final String message, final String error) {
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1, message = \"" + message + "\")\nvoid e(int x); }"))
                .singleElement().asString().startsWith('"' + message + "\") -> " + error);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "acme/none.sbeir | schema of SBE is missing: event=e, resource=acme/none.sbeir: let SBE's tool write it",
        "../x | schema of SBE cannot be read: event=e, resource=../x, reason=",
        "xml | schema of SBE is XML: event=e, resource=xml: name the file .sbeir",
        "empty | schema of SBE is empty: event=e, resource=empty: let SBE's tool write it again",
        "large | length of SBE schema out of range: length=1048577, min=1, max=1048576, event=e, resource=large: let"})
    void shouldRefuseSchemasOfSbe(final String resource, final String error) throws IOException {
        Files.writeString(output.resolve("xml"), "<?xml?>");
        Files.writeString(output.resolve("empty"), "");
        Files.write(output.resolve("large"), new byte[(1 << 20) + 1]);
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) @SbeMessage(\n\"" + resource
                + "\") void e(DirectBuffer b, int o, int l); }"))
                .singleElement().asString().startsWith('"' + resource + "\") void e").contains(" -> " + error);
    }

    @Test
    void shouldRefuseOtherParametersThanThoseOfAMessageOfSbe() throws IOException {
        Files.writeString(output.resolve("s.sbeir"), "s");
        final String sbe = PROVIDER + "@TraceEvent(id = 1) @SbeMessage(\"s.sbeir\")\n";
        assertThat(errors(sbe + "void e(byte[] b); }")).singleElement().asString()
                .contains("-> event of SBE takes a buffer, an offset and a length: event=e, parameters=b: declare");
        assertThat(errors(sbe + "void e(DirectBuffer b, int o, int l);\nboolean eClaim(int l); }")).singleElement()
                .asString().contains("-> method is neither an event nor asks for one: method=eClaim");
        // The class that claims is of a module that is none of this one's.
        assertThat(errors(sbe + "void e(DirectBuffer b, int o, int l);\ndefault int\n"
                + "eClaim(io.ringside.write.EventClaim c, int l) { return 1; } }")).hasSize(2)
                .anyMatch(error -> error.startsWith("eClaim(io") && error.contains(" -> method has a body, and is one"
                        + " that the generated class has otherwise: method=eClaim, parameters=[io.ringside"
                        + ".write.EventClaim, int], type=int, generated=boolean: give it another name"));
        assertThat(errors(sbe + "void e(DirectBuffer b, int o, int l);\n@TraceEvent(id = 2) void\neClaim(); }"))
                .containsExactly("eClaim(); } -> event has the name of a method that another one is given:"
                        + " event=eClaim, other=e: give one of them another name");
        assertThat(errors(sbe + "void e(DirectBuffer b, int o, int l, long t); }")).singleElement().asString()
                .contains(
                        "-> event of SBE takes a buffer, an offset and a length: event=e, parameters=b,o,l,t: declare");
        assertThat(errors(sbe + "void e(DirectBuffer b, @EventTime int o, int l); }")).hasSize(2)
                .first().asString().contains("-> the time of an event is a long: event=e, parameter=o, type=int: give");
        assertThat(errors(sbe + "void e(@Activity UUID a, DirectBuffer b, int o, int l, @EventTime long t,"
                + " @RelatedActivity UUID r);\nboolean eEnabled(); }")).isEmpty();
        assertThat(Files.exists(output.resolve("META-INF/ringside/Acme.events"))).isTrue();
    }

    @Test
    void shouldAcceptWhatIsSound() {
        assertThat(errors("@TraceKeyword(name = \"orders\", mask = 0x1) @TraceTask(name = \"t\", value = 1)"
                + " @TraceOpcode(name = \"o\", value = 10) " + PROVIDER
                + "@TraceEvent(id = 1, keywords = \"orders\", task = 1, opcode = 10, level = 16)\n"
                + "long e(@Activity UUID a, @RelatedActivity UUID b, @EventTime long t, int x, UUID y);\n"
                + "@TraceEvent(id = 2) void eClaim();\n"
                + "@TraceEvent(id = 2, version = 1, name = \"eClaim\") void another(int x);\n"
                + "boolean eEnabled();\ndefault void f() {}\nstatic void g() {}\n}")).isEmpty();
    }

    /** With a body a receiver need not say it; a static method is none of the class that implements the interface. */
    @Test
    void shouldAcceptBodiesThatTheGeneratedClassCanHaveBesideItsOwn() {
        assertThat(errors(PROVIDER + "@TraceEvent(id = 1) void e(int x);\n@TraceEvent(id = 2) void f();\n"
                + "default boolean eEnabled() { return true; }\ndefault int eEnabled(int x) { return x; }\n"
                + "static int fEnabled() { return 1; }\nprivate void wanted() {}\ndefault void e(long x) {}\n"
                + "static int register(Object x) { return 1; }\ndefault void write$e(long x) {}\n"
                + "default int eClaim() { return 1; }\n}")).isEmpty();
    }

    /** In the sources above, {@code ¶} is the begin of the line with the place; else that is the provider. */
    private static String place(final String source) {
        return source.indexOf('¶') < 0 ? "interface Orders {" : source.substring(source.indexOf('¶') + 1);
    }

    private List<String> errors(final String source) {
        return Compilation.of(output, source).errors();
    }

    private static String parameters(final String type, final int count) {
        return IntStream.range(0, count).mapToObj(i -> type + " p" + i).collect(Collectors.joining(", "));
    }
}
