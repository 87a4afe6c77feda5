package io.ringside.internal.layout;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LayoutPageTest {
    @SuppressWarnings("unused")
    private static final class Descriptor {
        private static final int MAGIC_OFFSET = 0;
        private static final int LOW_PART_OFFSET = 8;
        private static final int FLAGS_OFFSET = 10;
        private static final int TEXT_OFFSET = 12;
        private static final int TEXT_LENGTH = 12;
    }

    private final List<String> page = new ArrayList<>(List.of(
            "# A page",
            "## Head",
            "```",
            " offset   0              1              2              3",
            "        +--------------+--------------+--------------+--------------+",
            "      0 | magic                                                     |",
            "      4 |                                                           |",
            "        +--------------+--------------+--------------+--------------+",
            "      8 | low part                    | flags                       |  a remark",
            "        +-----------------------------+-----------------------------+",
            "     12 | text                                                      |",
            "        :                                                           :",
            "     20 | ...                                                       |",
            "        +-----------------------------------------------------------+",
            "```",
            "| offset | length | type | name | meaning |",
            "|---|---|---|---|---|",
            "| 0 | 8 | i64 | magic | first |",
            "| 8 | 2 | i16 | `low part` | second |",
            "| 10 | 2 | i16 | flags | third |",
            "| 12 | 12 | bytes | text | fourth |",
            "## Next"));

    @Test
    void shouldAcceptPageThatAgrees() {
        assertThatCode(this::check).doesNotThrowAnyException();
    }

    @Test
    void shouldReadAsManyBytesToARowAsTheRulerShows() {
        page.subList(page.indexOf("```") + 1, page.lastIndexOf("```")).clear();
        page.addAll(page.indexOf("```") + 1, List.of(
                " offset   0       1       2       3       4       5       6       7",
                "        +-------------------------------+-------------------------------+",
                "      0 | magic                                                         |",
                "      8 | low part      | flags         | text                          |",
                "     16 | ...                                                           |",
                "        +---------------------------------------------------------------+"));
        assertThatCode(this::check).doesNotThrowAnyException();
        replace("| low part      | flags         |", "| low part              | flags |");
        assertWrong("picture");
    }

    @Test
    void shouldFindWrongOffset() {
        replace("| 10 | 2 | i16 | flags", "| 9 | 3 | bytes | flags");
        replace("| 8 | 2 | i16 | `low part`", "| 8 | 1 | i8 | low part");
        assertWrong("FLAGS_OFFSET");
    }

    @Test
    void shouldFindGapAndOverlap() {
        replace("| 8 | 2 | i16 | `low part`", "| 8 | 1 | i8 | low part");
        assertWrong("offset of 'flags'");
    }

    @Test
    void shouldFindWrongLength() {
        replace("| 12 | 12 | bytes | text", "| 12 | 8 | bytes | text");
        page.add(page.indexOf("## Next"), "| 20 | 4 | bytes | reserved | |");
        replace("     20 | ...     ", "     20 | reserved");
        assertWrong("TEXT_LENGTH");
    }

    @Test
    void shouldFindWrongEnd() {
        assertThatThrownBy(() -> page().structure("Head", "", 32)).hasMessageContaining("end of the last row");
    }

    @Test
    void shouldFindMisalignment() {
        replace("| 8 | 2 | i16 | `low part`", "| 8 | 2 | i8 | low part");
        assertWrong("an i8");
    }

    @Test
    void shouldFindUnknownName() {
        replace("| 10 | 2 | i16 | flags", "| 10 | 2 | i16 | flag");
        assertWrong("no constant");
    }

    @Test
    void shouldFindNameThatPictureLacks() {
        replace("| flags                       |", "|                             |");
        assertWrong("picture continues a field at 10");
    }

    @Test
    void shouldFindNameElsewhereInPicture() {
        replace("     20 | ...       ", "     20 | text      ");
        assertWrong("where the table begins nothing");
    }

    @Test
    void shouldFindPictureWithAnotherOffset() {
        replace("     12 | text", "     16 | text");
        assertWrong("where the table begins nothing");
    }

    @Test
    void shouldFindPictureWithAnotherName() {
        replace("      0 | magic ", "      0 | magik ");
        assertWrong("name in the picture at 0");
    }

    @Test
    void shouldFindForgottenConstant() {
        page.subList(page.indexOf("## Head"), page.indexOf("## Next")).removeIf(line -> line.contains("text"));
        page.removeIf(line -> line.startsWith("     20 "));
        assertThatThrownBy(() -> page().structure("Head", "", 12).verify()).hasMessageContaining("TEXT_OFFSET");
    }

    @Test
    void shouldTakeTheTableOfASmallStructureWithoutAPicture() {
        page.subList(page.indexOf("```"), page.lastIndexOf("```") + 1).clear();
        assertThatCode(this::check).doesNotThrowAnyException();
    }

    @Test
    void shouldFindThatALargeStructureHasNoPicture() {
        page.add("| offset | length | type | name | meaning |");
        for (int offset = 0; offset < 72; offset += 8) {
            page.add("| " + offset + " | 8 | i64 | reserved | |");
        }
        assertThatThrownBy(() -> page().structure("Next", "", 72)).hasMessageContaining("of a picture");
    }

    private void replace(final String text, final String by) {
        page.replaceAll(line -> line.replace(text, by));
    }

    private void assertWrong(final String message) {
        assertThatThrownBy(this::check).isInstanceOf(AssertionError.class).hasMessageContaining(message);
    }

    private void check() {
        page().structure("Head", "", 24).verify();
    }

    private LayoutPage page() {
        return LayoutPage.of("page.md", page, Descriptor.class);
    }
}
