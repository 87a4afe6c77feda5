package io.ringside.processor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a listed event has besides its fields: an accidental change of it fails, and is named. */
@Tag("jdk25")
class ListedAttributesTest {
    private static final String DECLARED = "level = 4, keywords = \"orders\", opcode = Opcode.START";
    private static final String LISTED = "event 1 accepted version 0 level 4 keyword 0x1 opcode 1 task 0 channel 0";

    @TempDir
    private Path folder;
    private Path listing;

    @BeforeEach
    void writeListing() {
        listing = folder.resolve("listings").resolve("Acme.Orders.events");
        assertThat(compile(1, DECLARED, true)).isEmpty();
        assertThat(listing).content().contains(LISTED);
        assertThat(compile(1, DECLARED, false)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5, keywords = "orders", opcode = Opcode.START | 5 keyword 0x1 opcode 1 task 0 channel 0
            4, opcode = Opcode.START | 4 keyword 0x0 opcode 1 task 0 channel 0
            4, keywords = "risk", opcode = Opcode.START | 4 keyword 0x8 opcode 1 task 0 channel 0
            4, keywords = {"orders", "risk"}, opcode = Opcode.START | 4 keyword 0x9 opcode 1 task 0 channel 0
            4, keywords = "orders", opcode = Opcode.STOP | 4 keyword 0x1 opcode 2 task 0 channel 0
            4, keywords = "orders" | 4 keyword 0x1 opcode 0 task 0 channel 0
            4, keywords = "orders", opcode = Opcode.START, task = 3 | 4 keyword 0x1 opcode 1 task 3 channel 0
            4, keywords = "orders", opcode = Opcode.START, channel = 9 | 4 keyword 0x1 opcode 1 task 0 channel 9
            """)
    void shouldRefuseOtherAttributesUntilTheyAreWritten(final String fromLevelOn, final String describedFromLevelOn) {
        final String declared = "level = " + fromLevelOn;
        assertThat(compile(1, declared, false)).singleElement().asString().startsWith("interface Orders {")
                .contains("interface is not what its listing says: listing=" + listing + ", listed=" + LISTED
                        + ", declared=event 1 accepted version 0 level " + describedFromLevelOn
                        + ": compile once with");
        assertThat(compile(1, declared, true)).isEmpty();
        assertThat(compile(1, declared, false)).isEmpty();
    }

    @Test
    void shouldRefuseAnotherMaskOfAKeyword() {
        assertThat(compile(2, DECLARED, false)).singleElement().asString()
                .contains(", listed=keyword orders 0x1, declared=keyword orders 0x2: compile once with");
    }

    @Test
    void shouldSayWhatIsListedOrDeclaredAlone() throws IOException {
        final String listed = Files.readString(listing);
        Files.writeString(listing, listed + "\nevent 2 canceled version 0 level 4\n    reason int32\n");
        assertThat(compile(1, DECLARED, false)).singleElement().asString()
                .contains(", listed=event 2 canceled version 0 level 4, declared=nothing: compile once with");
        Files.writeString(listing, listed.substring(0, listed.indexOf("event 1")));
        assertThat(compile(1, DECLARED, false)).singleElement().asString()
                .contains(", listed=nothing, declared=" + LISTED + ": compile once with");
    }

    private List<String> compile(final int mask, final String attributes, final boolean isWritten) {
        try {
            return Compilation.of(Files.createDirectories(folder.resolve("classes")),
                    "@TraceKeyword(name = \"orders\", mask = " + mask + ") @TraceKeyword(name = \"risk\", mask = 8)"
                            + "@TraceTask(name = \"trade\", value = 3) @TraceProvider(\"Acme.Orders\")\n"
                            + "interface Orders {\n@TraceEvent(id = 1, " + attributes + ") void accepted(int size);\n}",
                    "-Aringside.listings=" + listing.getParent(), "-Aringside.listings.write=" + isWritten).errors();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
