package io.ringside.processor;

import io.ringside.event.ProviderId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The listing of a provider that is kept with the sources, and what happens when the interface changes. */
@Tag("jdk25")
class ListingTest {
    private static final String SIDE = "enum Side { BUY, SELL }";
    private static final String POINT = "record Point(int x) {}";

    @TempDir
    private Path folder;
    private Path listing;

    @BeforeEach
    void writeListing() throws IOException {
        listing = folder.resolve("listings").resolve("Acme.Orders.events");
        assertThat(write(0, "@Unit(\"USD\") long price, Side side, Point at, int[] more", SIDE, POINT)).isEmpty();
    }

    @Test
    void shouldListWhatTheProviderDeclares() throws IOException {
        assertThat(Files.readAllLines(listing)).containsExactly(
                "# Generated from the interface, and compared with it when that is compiled.",
                "provider Acme.Orders " + ProviderId.fromName("Acme.Orders"),
                "keyword orders 0x1",
                "",
                "event 1 accepted version 0 level 4 keyword 0x1 opcode 0 task 0 channel 0",
                "    price int64 unit USD",
                "    side uint8 Side{BUY,SELL}",
                "    at struct",
                "        x int32",
                "    more int32[]");
        assertThat(folder.resolve("classes/META-INF/ringside/Acme.Orders.events")).hasSameTextualContentAs(listing);
    }

    @Test
    void shouldAcceptWhatIsListed() {
        assertThat(check(0, "@Unit(\"USD\") long price, Side side, Point at, int[] more", SIDE, POINT)).isEmpty();
    }

    /** What is said for people is for them alone. */
    @Test
    void shouldPutDocumentationsOfFieldsIntoTheSchemaAndNotIntoTheListing() throws IOException {
        final String point = "/** @param x the {@code x}\n * &lt; 8 */ record Point(int x) {}";
        final String described = """
                @Unit("USD") long price, Side side, Point at, int[] more);
                /** Of an order.
                 * @param nobody knows
                 * @hidden
                 * @param a of whom
                 * @hidden
                 * @param more
                 *     more of <b>it</b>
                 * @param more no more
                 * @param size
                 * @see Side */
                @TraceEvent(id = 2) void next(@Activity UUID a, int[] more, int size, Point""";
        assertThat(write(0, described + " at", SIDE, point)).isEmpty();
        assertThat(listing).content().endsWith("    more int32[]\n    size int32\n    at struct\n        x int32\n");
        assertThat(Files.readString(folder.resolve("classes/acme/OrdersProvider.java")).replaceAll("io.*?schema.", ""))
                .contains("FieldSchema.of(\"more\", FieldType.INT32).withDocumentation(\"more of it\").prefixed()",
                        "FieldSchema.of(\"size\", FieldType.INT32),",
                        "FieldSchema.of(\"x\", FieldType.INT32).withDocumentation(\"the x < 8\")")
                .doesNotContain("knows", "of whom", "no more").contains("eventDocumentation(\"Of an order.\")");
    }

    @Test
    void shouldAskForANewVersionWhenAFieldIsAdded() {
        final String longer = "@Unit(\"USD\") long price, Side side, Point at, int[] more, int size";
        assertThat(check(0, longer, SIDE, POINT))
                .containsExactly("accepted(" + longer + "); -> event has got fields and"
                        + " no new version: event=accepted, id=1, version=0, listed=0: set version = 1");
        assertThat(write(0, longer, SIDE, POINT)).hasSize(1);
        assertThat(check(1, longer, SIDE, POINT)).singleElement().asString().startsWith("interface Orders {")
                .endsWith("interface is not what its listing says: listing=" + listing
                        + ", listed=event 1 accepted version 0 level 4 keyword 0x1 opcode 0 task 0 channel 0"
                        + ", declared=event 1 accepted version 1 level 4 keyword 0x1 opcode 0 task 0 channel 0"
                        + ": compile once with -Aringside.listings.write=true and commit the file");
        assertThat(write(1, longer, SIDE, POINT)).isEmpty();
        assertThat(check(1, longer, SIDE, POINT)).isEmpty();
        assertThat(write(0, longer, SIDE, POINT)).singleElement().asString()
                .contains("version of event goes back: event=accepted, id=1, version=0, listed=1: raise it");
    }

    @Test
    void shouldRefuseOtherFieldsWhateverTheVersion() {
        for (final String other : List.of("Side side, @Unit(\"USD\") long price, Point at, int[] more",
                "long price, Side side, Point at", "int price, Side side, Point at, int[] more",
                "long cost, Side side, Point at, int[] more", "long price, Side side, Point at, int more")) {
            assertThat(write(1, other, SIDE, POINT)).as(other).singleElement().asString()
                    .contains("fields of event are not those it had: event=accepted, id=1, version=1, listed=0: add");
        }
        final String same = "long price, Side side, Point at, int[] more";
        assertThat(write(1, same, "enum Side { SELL, BUY }", POINT)).hasSize(1);
        assertThat(write(1, same, SIDE, "record Point(int x, int y) {}")).hasSize(1);
    }

    @Test
    void shouldNotTakeAFieldForTheUnitThatItIsNamedAfter() {
        final String fields = "@Unit(\"USD\") long price, Side side, Point at, int[] more, ";
        assertThat(write(1, fields + "int unit", SIDE, POINT)).isEmpty();
        assertThat(write(1, fields + "long unit", SIDE, POINT)).singleElement().asString()
                .contains("fields of event are not those it had");
    }

    @Test
    void shouldLetAScaleBeAddedAndNotChanged() throws IOException {
        final String fields = "@Decimal(scale = 4) @Unit(\"USD\") long price, Side side, Point at, int[] more";
        assertThat(write(0, fields, SIDE, POINT)).isEmpty();
        assertThat(Files.readAllLines(listing)).contains("    price int64 scale 4 unit USD");
        assertThat(check(0, fields, SIDE, POINT)).isEmpty();
        assertThat(write(1, fields.replace('4', '5'), SIDE, POINT)).singleElement().asString()
                .contains("fields of event are not those it had");
    }

    @Test
    void shouldLetAFieldThatGivesTheScaleBeAddedAndNotChanged() throws IOException {
        final String fields = "@Unit(\"USD\") long price, Side side, Point at, int[] more, "
                + "@Decimal(scaleFrom = \"price\") int x";
        assertThat(write(1, fields, SIDE, POINT)).isEmpty();
        assertThat(Files.readAllLines(listing)).contains("    x int32 scale from price");
        assertThat(check(1, fields, SIDE, POINT)).isEmpty();
        assertThat(write(2, fields.replace("scaleFrom = \"price\"", "scale = 4"), SIDE, POINT)).singleElement()
                .asString().contains("fields of event are not those it had");
    }

    @Test
    void shouldLetUnitsAndFurtherConstantsBeWritten() {
        final String same = "@Unit(\"EUR\") long price, Side side, Point at, int[] more";
        assertThat(check(0, same, "enum Side { BUY, SELL, SHORT }", POINT)).hasSize(1);
        assertThat(write(0, same, "enum Side { BUY, SELL, SHORT }", POINT)).isEmpty();
    }

    /** Its numbers take two bytes from there. */
    @Test
    void shouldRefuseAnEnumThatGrowsPastAByteWhateverTheVersion() throws IOException {
        Files.delete(listing);
        assertThat(write(0, "Side side", enumOf(254))).isEmpty();
        assertThat(write(0, "Side side", enumOf(255))).isEmpty();
        for (int version = 0; version <= 1; version++) {
            assertThat(write(version, "Side side", enumOf(256))).singleElement().asString()
                    .contains("fields of event are not those it had: event=accepted, id=1, version=" + version);
        }
    }

    @Test
    void shouldCompareVersionsOfOneEventEachWithItself() {
        final String same = "@Unit(\"USD\") long price, Side side, Point at, int[] more";
        final String next = ");\n@TraceEvent(id = 1, version = 1, name = \"accepted\") void next(" + same + ", int ";
        assertThat(write(0, same + next + "size", SIDE, POINT)).isEmpty();
        assertThat(check(0, same + next + "size", SIDE, POINT)).isEmpty();
        assertThat(write(0, same + next + "other", SIDE, POINT)).singleElement().asString().startsWith("next(@Unit")
                .contains("fields of event are not those it had: event=next, id=1, version=1, listed=1: add");
        assertThat(write(0, same + next + "size, int other", SIDE, POINT)).singleElement().asString()
                .contains("event has got fields and no new version: event=next, id=1, version=1, listed=1: set");
    }

    /** A reader of the one before it reads the fields that it knows. */
    @Test
    void shouldRefuseAVersionThatDoesNotGoOnFromTheOneBeforeIt() throws IOException {
        final String same = "@Unit(\"USD\") long price, Side side, Point at, int[] more";
        final String next = ");\n@TraceEvent(id = 1, version = 2, name = \"accepted\") void next(int size";
        for (final boolean isListed : new boolean[]{true, false}) {
            if (!isListed) {
                Files.delete(listing);
            }
            assertThat(write(0, same + next, SIDE, POINT)).singleElement().asString().startsWith("next(int size")
                    .contains("fields of event are not those it had: event=next, id=1, version=2, listed=0: add");
        }
    }

    @Test
    void shouldCompareANewVersionThatTakesThePlaceOfSeveral() {
        final String same = "@Unit(\"USD\") long price, Side side, Point at, int[] more";
        final String next = ");\n@TraceEvent(id = 1, version = 1, name = \"accepted\") void next(" + same + ", int x";
        assertThat(write(0, same + next, SIDE, POINT)).isEmpty();
        assertThat(write(2, same + ", long y", SIDE, POINT)).singleElement().asString()
                .contains("fields of event are not those it had: event=accepted, id=1, version=2, listed=1: add");
        assertThat(write(2, same + ", int x, int y", SIDE, POINT)).isEmpty();
    }

    @Test
    void shouldNameTheEventOfAFieldThatDiffers() {
        final String one = "@Unit(\"USD\") long price, Side side, Point at, int[] more";
        final String next = ");\n@TraceEvent(id = 2, version = 3) void next(@Unit(\"%s\") long cost";
        assertThat(write(0, one + next.formatted("USD"), SIDE, POINT)).isEmpty();
        assertThat(check(0, one + next.formatted("EUR"), SIDE, POINT)).singleElement().asString()
                .contains("listing=" + listing + ", event=2 next version 3, listed=cost int64 unit USD,"
                        + " declared=cost int64 unit EUR: compile once with");
        assertThat(check(0, one.replace("USD", "EUR") + next.formatted("USD"), SIDE, POINT)).singleElement().asString()
                .contains(", event=1 accepted version 0, listed=price int64 unit USD, declared=price");
    }

    @Test
    void shouldNotMindHowLinesEnd() throws IOException {
        final String same = "@Unit(\"USD\") long price, Side side, Point at, int[] more";
        final String listed = Files.readString(listing);
        for (final String other : List.of(listed.replace("\n", "\r\n"), listed.strip(), listed.replace("\n", "\r"))) {
            Files.writeString(listing, other);
            assertThat(check(0, same, SIDE, POINT)).isEmpty();
            assertThat(write(0, same, SIDE, POINT)).isEmpty();
            assertThat(Files.readString(listing)).isEqualTo(other);
        }
    }

    @Test
    void shouldSayWhereOnlyBlanksDiffer() throws IOException {
        final String same = "@Unit(\"USD\") long price, Side side, Point at, int[] more";
        final String listed = Files.readString(listing);
        for (final String other : List.of(listed + "\n", "\r\n" + listed, listed.replace("\n\n", "\n"))) {
            Files.writeString(listing, other);
            assertThat(check(0, same, SIDE, POINT)).singleElement().asString()
                    .contains("listing=" + listing + ", in blank lines only: compile once with");
        }
        Files.writeString(listing, listed.replace("channel 0", "channel 0 "));
        assertThat(check(0, same, SIDE, POINT)).singleElement().asString().contains("listing=" + listing
                + ", in blanks only, listed=event 1 accepted version 0 level 4 keyword 0x1 opcode 0 task 0 channel 0:");
        assertThat(write(0, same, SIDE, POINT)).isEmpty();
        assertThat(listing).content().isEqualTo(listed);
    }

    @Test
    void shouldAskForAListingWhereThereIsNone() throws IOException {
        Files.delete(listing);
        assertThat(check(0, "int x")).singleElement().asString()
                .contains("provider has no listing: listing=" + listing);
    }

    private static String enumOf(final int constants) {
        return "enum Side { " + IntStream.range(0, constants).mapToObj(i -> "C" + i).collect(Collectors.joining(", "))
                + " }";
    }

    private List<String> write(final int version, final String parameters, final String... types) {
        return compile(version, parameters, types, "-Aringside.listings.write=true");
    }

    private List<String> check(final int version, final String parameters, final String... types) {
        return compile(version, parameters, types, "-Aringside.listings.write=false");
    }

    private List<String> compile(final int version, final String parameters, final String[] types,
            final String option) {
        try {
            return Compilation.of(Files.createDirectories(folder.resolve("classes")),
                    "@TraceKeyword(name = \"orders\", mask = 0x1) @TraceProvider(\"Acme.Orders\")\ninterface Orders {\n"
                            + "@TraceEvent(id = 1, keywords = \"orders\", version = " + version + ") void accepted("
                            + parameters + ");\n}\n" + String.join("\n", types),
                    "-Aringside.listings=" + listing.getParent(), option).errors();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
