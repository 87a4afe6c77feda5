package io.ringside.processor;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Each error of the processor in a counter set: that it is one, where it stands, and what it tells to do. */
@Tag("jdk25")
class CounterProcessorErrorTest {
    private static final String SET = "@TraceCounterSet(\"Acme\") interface Orders {\n";
    private static final String RAW = "type = CounterType.RAWCOUNT";
    private static final String BASE = "@TraceCounter(id = 9, type = CounterType.AVERAGE_BASE) long b();\n";

    @TempDir
    Path output;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "id = 65536 | id of counter is out of range: counter=c, id=65536: use 0..65535",
        "id = -1 | id of counter is out of range: counter=c, id=-1: use 0..65535",
        "name = \"a*\" | name of a counter has a character that is not allowed: name=a*, reserved=\\*?: choose another "
                + "name",
        "name = \" a\" | name of a counter has blanks around: name= a: choose another name",
        "base = 9 | type of counter needs no base: counter=c, type=RAWCOUNT: leave base out",
        "time = 9 | formula of counter has no time: counter=c, type=RAWCOUNT: leave time out",
        "frequency = 9 | formula of counter has no frequency: counter=c, type=RAWCOUNT: leave frequency out",
        "time = 1 | time of counter is no other counter: counter=c, type=RAWCOUNT, time=1: let it be the id of another "
                + "counter of the set",
        "frequency = -2 | frequency of counter is no other counter: counter=c, type=RAWCOUNT, frequency=-2: let it be "
                + "the id of another counter of the set",
        "display = {CounterSchema.Display.AS_HEX, CounterSchema.Display.AS_REAL} | displays of counter contradict "
                + "each other: counter=c, displays=[AS_REAL, AS_HEX]: choose another display"})
    @DisplayName("R7.3 R7.18 what the schema refuses is an error where it is declared")
    void shouldRefuseValuesOfACounter(final String value, final String message) {
        final String id = value.startsWith("id") ? "" : "id = 1, ";
        assertThat(errors(SET + BASE + "@TraceCounter(" + id + RAW + ", " + value + ")\nlong c(); }"))
                .containsExactly(value.substring(value.indexOf('=') + 2) + ") -> " + message);
    }

    @ParameterizedTest
    @CsvSource({"11", "-11"})
    @DisplayName("R7.18 a scale of 11 is an error when the interface is compiled")
    void shouldRefuseScales(final int scale) {
        assertThat(errors(SET + "@TraceCounter(id = 1, " + RAW + ", scale = " + scale + ")\nlong c(); }"))
                .containsExactly(scale + ") -> scale of counter is out of range: counter=c, scale=" + scale
                        + ": use -10..10");
        assertThat(
                errors(SET + "@TraceCounter(id = 1, " + RAW + ", scale = " + (scale > 0 ? 10 : -10) + ")\nlong c(); }"))
                .isEmpty();
    }

    @Test
    @DisplayName("R7.18 a type that needs a base without one is an error when the interface is compiled")
    void shouldRefuseTypesWithoutTheirBase() {
        final String average = "type = CounterType.AVERAGE_TIMER";
        assertThat(errors(SET + BASE + "@TraceCounter(id = 1, " + average + ")\nlong c(); }"))
                .containsExactly(".AVERAGE_TIMER) -> type of counter needs a base: counter=c,"
                        + " type=AVERAGE_TIMER: declare a counter of the type AVERAGE_BASE, and let base be its id");
        assertThat(errors(SET + BASE + "@TraceCounter(id = 1, " + average + ", base = 8)\nlong c(); }"))
                .containsExactly("8) -> base of counter is not there: counter=c, type=AVERAGE_TIMER, base=8,"
                        + " baseType=none: let it be the id of a counter of the type AVERAGE_BASE");
        assertThat(errors(SET + BASE + "@TraceCounter(id = 1, " + average + ", base = 1)\nlong c(); }"))
                .containsExactly("1) -> base of counter is of another type: counter=c, type=AVERAGE_TIMER, base=1,"
                        + " baseType=AVERAGE_TIMER: let it be the id of a counter of the type AVERAGE_BASE");
        assertThat(errors(SET + BASE + "@TraceCounter(id = 1, " + average + ", base = -2)\nlong c(); }"))
                .singleElement().asString().startsWith("-2) -> base of counter is not there: ");
        assertThat(errors(SET + BASE + "@TraceCounter(id = 1, " + average + ", base = 9)\nlong c(); }")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "@TraceCounter(id = 1, T) int c(); | a counter takes nothing and returns its value: counter=c: declare it as",
        "@TraceCounter(id = 1, T) void c(); | a counter takes nothing and returns its value: counter=c: declare it as",
        "@TraceCounter(id = 1, T) long c(long x); | a counter takes nothing and returns its value: counter=c: declare",
        "@TraceCounter(id = 1, T) <X> long c(); | a counter takes nothing and returns its value: counter=c: declare",
        "@TraceCounter(id = 1, T) default long c() { return 1; } | counter has a body: counter=c: take the body away,",
        "@TraceCounter(id = 1, T) static long c() { return 1; } | counter has a body: counter=c: take the body away,",
        "@TraceCounter(id = 1, T) long c() throws Exception; | counter declares exceptions: counter=c: take them away",
        "@TraceCounter(id = 1, T) long close(); | name is taken by the generated classes: counter=close: choose",
        "@TraceCounter(id = 1, T) long c(); default void addC(long x) {} | method has a body, and the name of one that "
                + "is generated: method=addC: take the body away, or give the method another name",
        "@TraceCounter(id = 1, T) long c(); default void incrementC() {} | method has a body, and the name of one that",
        "@TraceCounter(id = 1, T) long c(); default void close() {} | method has a body, and the name of one that is g",
        "@TraceCounter(id = 1, T) long c(); default int addC(long x) { return 1; } | method has a body, and the name",
        "@TraceCounter(id = 1, T) long c(); default int shared(int x) { return 1; } | method has a body, and the name",
        "@TraceCounter(id = 1, T) long c(); default Object clone() { return 1; } | method has a body, and the name of",
        "@TraceCounter(id = 1, T) long c(); void other(); | method is neither a counter nor changes one: method=other",
        "@TraceCounter(id = 1, T) long c(); void addC(); | method is neither a counter nor changes one: method=addC",
        "@TraceCounter(id = 1, T) long c(); void addC(int x); | method is neither a counter nor changes one: method=a",
        "@TraceCounter(id = 1, T) long c(); long setC(long x); | method is neither a counter nor changes one: method",
        "@TraceCounter(id = 1, T) long c(); @TraceCounter(id = 2, T) long addC(); | two counters would have a method "
                + "of the same name: counters=c and addC, method=addC",
        "@TraceCounter(id = 1, T) long c(); @TraceCounter(id = 2, T, name = \"d\") long C(); | two counters would have "
                + "a method of the same name: counters=c and C, method=",
        "void f(); | counter set has no counters: type=acme.Orders: give a method @TraceCounter"})
    void shouldRefuseMethods(final String methods, final String message) {
        assertThat(errors(SET + methods.replace("T)", RAW + ")").replace("T,", RAW + ",") + "\n}")).first().asString()
                .contains(" -> " + message);
    }

    @Test
    void shouldRefuseCountersThatCannotBeToldApart() {
        assertThat(errors(SET + "@TraceCounter(id = 1, " + RAW + ") long c();\n@TraceCounter(" + RAW
                + ", id = 1) long d(); }")).containsExactly("1) long d(); } -> two counters have the same id: id=1,"
                        + " counters=c and d: give one of them another id");
        assertThat(errors(SET + "@TraceCounter(id = 1, " + RAW + ") long c();\n@TraceCounter(id = 2, " + RAW
                + ", name = \"C\") long d(); }")).containsExactly("\"C\") long d(); } -> two counters have the same"
                        + " name, letter case aside: name=C, counters=c and d: give one of them another name");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "@TraceCounterSet(\"Acme\") class C {} | "
                + "a counter set is declared by an interface: type=acme.C: make it an interface",
        "@TraceCounterSet(\"Acme\") interface I<T> {} | a counter set has no type parameters: type=acme.I: take them",
        "@TraceCounterSet(\"Acme\") interface I extends Runnable {} | a counter set extends no other interface: type=",
        "class C { @TraceCounterSet(\"Acme\") private interface I {} } | a counter set must be seen by its generated",
        "@TraceCounterSet(value = \"Acme\", id = \"7\") interface I { long M } | id of counter set is no UUID: id=7: w",
        "@TraceCounterSet(\"a/b\") interface I { long M } | "
                + "name of a counter set has a character that is not allowed: name=a/b",
        "interface I { long M } | counter stands outside of a counter set: counter=c, type=acme.I: give the interface "
                + "@TraceCounterSet"})
    void shouldRefuseTypes(final String source, final String message) {
        assertThat(errors(source.replace("long M", "@TraceCounter(id = 1, " + RAW + ") long c();")))
                .singleElement().asString().contains(" -> " + message);
    }

    @Test
    void shouldAcceptWhatIsSound() {
        assertThat(errors("@TraceCounterSet(value = \"Acme Orders\", kind = CounterSetSchema.Kind.MULTIPLE_AGGREGATE,"
                + " id = \"01234567-89ab-cdef-0123-456789abcdef\") interface Orders {\n" + BASE
                + "@TraceCounter(id = 0, " + RAW + ", name = \"Bytes/sec\", scale = -10, unit = \"bytes\","
                + " aggregate = CounterSchema.Aggregate.SUM, singleWriter = true,"
                + " detail = CounterSchema.Detail.ADVANCED, display = CounterSchema.Display.AS_HEX) long bytes();\n"
                + "void incrementBytes();\nvoid decrementBytes();\nvoid addBytes(long growth);\n"
                + "void setBytes(long value);\ndefault void f() {}\ndefault void addBytes() {}\n"
                + "static void g() {}\n}")).isEmpty();
    }

    @Test
    void shouldAcceptManyCounters() {
        assertThat(errors(SET + IntStream.range(0, 500)
                .mapToObj(i -> "@TraceCounter(id = " + i + ", " + RAW + ") long c" + i + "();")
                .collect(Collectors.joining("\n")) + "}")).isEmpty();
    }

    private List<String> errors(final String source) {
        return Compilation.of(output, source).errors();
    }
}
