package io.ringside.text;

import java.util.UUID;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JsonRowTest {
    private final JsonRow row = new JsonRow();

    @Test
    void shouldWriteNumbersExactlyWhenTheyHaveAllBits() {
        assertThat(row.put("most", Long.MAX_VALUE).put("least", Long.MIN_VALUE).end().toString())
                .isEqualTo("{\"most\":9223372036854775807,\"least\":-9223372036854775808}");
    }

    @Test
    void shouldWriteMasksAsHexWhenTheyAreUnsigned() {
        assertThat(row.putMask("none", 0).putMask("some", 6).putMask("all", -1).end().toString())
                .isEqualTo("{\"none\":\"0x0\",\"some\":\"0x6\",\"all\":\"0xffffffffffffffff\"}");
    }

    @Test
    void shouldEscapeWhenTextHoldsWhatJsonDoesNotAllow() {
        assertThat(row.put("a\"b", "c\\d\ne\u001B[").end().toString())
                .isEqualTo("{\"a\\\"b\":\"c\\\\d\\ne\\u001b[\"}");
    }

    @Test
    void shouldEscapeCharactersThatChangeTheOrderInWhichATerminalShowsText() {
        assertThat(row.put("side", "a\u202Eb\u2066c\u200Ed\u061Ce\uFEFF").end().toString())
                .isEqualTo("{\"side\":\"a\\u202eb\\u2066c\\u200ed\\u061ce\\ufeff\"}");
    }

    @Test
    void shouldSeparateWhenThingsAreNested() {
        row.beginObject("empty").endObject().beginArray("texts").add("[").add("{").add(null).endArray()
                .beginArray("objects").beginElement().put("x", 1).endObject().beginElement().put("x", 2).endObject()
                .endArray().put("truth", true).put("nothing", (String) null).put("id", new UUID(0, 1));
        row.name("raw").append("{\"given\":1}");
        assertThat(row.put("last", 0).end().toString()).isEqualTo("{\"empty\":{},\"texts\":[\"[\",\"{\",null],"
                + "\"objects\":[{\"x\":1},{\"x\":2}],\"truth\":true,\"nothing\":null,"
                + "\"id\":\"00000000-0000-0000-0000-000000000001\",\"raw\":{\"given\":1},\"last\":0}");
    }

    @Test
    void shouldForgetTheLastRowWhenTheNextBegins() {
        row.put("x", 1).end();
        assertThat(row.begin().put("y", 2).end().toString()).isEqualTo("{\"y\":2}");
    }

    @Test
    void shouldWriteDecimalsWithAPointWhateverTheLocale() {
        assertThat(new JsonRow().put("a", 1234.5).put("b", 0.0).end().toString())
                .isEqualTo("{\"a\":1234.500,\"b\":0.000}");
    }
}
