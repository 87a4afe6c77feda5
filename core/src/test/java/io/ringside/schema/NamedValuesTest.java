package io.ringside.schema;

import io.ringside.RingsideException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class NamedValuesTest {
    private static final FieldSchema NUMBER = FieldSchema.of("v", FieldType.UINT8);
    private static final ValueMap BITS = ValueMap.ofBits("Access", Map.of(1L, "X", 4L, "Y"));
    private static final ValueMap.Patterns PATTERNS = ValueMap.Patterns.of("Venue", List.of(Map.entry("XNAS", "Nasdaq"),
            Map.entry("X*S", "some stock exchange"), Map.entry("dark*", "dark pool")));

    @ParameterizedTest
    @CsvSource({"01, A, '\"A\"'", "02, 2, 2"})
    @DisplayName("R6.20 value map 1=A: 1 is A, 2 is 2")
    void shouldNameTheValuesOfAValueMap(final String hex, final String text, final String json) {
        final FieldSchema field = NUMBER.withValues(ValueMap.of("Letter", Map.of(1L, "A")));

        assertThat(ShownFields.text(hex, field)).isEqualTo("v=" + text);
        assertThat(ShownFields.json(hex, field)).isEqualTo("{\"v\":" + json + "}");
    }

    @ParameterizedTest
    @CsvSource({"05, X|Y, '\"X|Y\"'", "08, 0x8, '\"0x8\"'", "01, X, '\"X\"'", "0d, X|Y|0x8, '\"X|Y|0x8\"'",
        "00, 0, 0", "ff, X|Y|0xfa, '\"X|Y|0xfa\"'"})
    @DisplayName("R6.20 bit map 1=X, 4=Y: 5 is X|Y, 8 is 0x8; no bit at all is 0")
    void shouldNameTheBitsOfABitMap(final String hex, final String text, final String json) {
        final FieldSchema field = NUMBER.withValues(BITS);

        assertThat(ShownFields.text(hex, field)).isEqualTo("v=" + text);
        assertThat(ShownFields.json(hex, field)).isEqualTo("{\"v\":" + json + "}");
    }

    @Test
    void shouldNameNoBitAndSeveralAtOnce() {
        final FieldSchema field = NUMBER.withValues(
                ValueMap.ofBits("Access", Map.of(0L, "none", 3L, "RW", 1L, "R", 0x80L, "top")));

        assertThat(ShownFields.text("00", field)).isEqualTo("v=none");
        assertThat(ShownFields.text("03", field)).isEqualTo("v=R|RW");
        assertThat(ShownFields.text("02", field)).isEqualTo("v=0x2");
        assertThat(ShownFields.text("80", field)).isEqualTo("v=top");
    }

    @Test
    void shouldNotRepeatTheSignOfAShortNumber() {
        final FieldSchema field = FieldSchema.of("v", FieldType.INT8).withValues(
                ValueMap.ofBits("Access", Map.of(0x80L, "top")));

        assertThat(ShownFields.text("81", field)).isEqualTo("v=top|0x1");
        assertThat(ShownFields.text("ffffffff", FieldSchema.of("v", FieldType.HEXINT32).withValues(BITS)))
                .isEqualTo("v=X|Y|0xfffffffa");
    }

    @Test
    @DisplayName("R6.20 a value without a name stays a number, in the form of its out type")
    void shouldShowAValueWithoutANameByItsOutType() {
        final FieldSchema field = NUMBER.withOutType(OutType.HEXINT8);

        assertThat(ShownFields.text("10", field.withValues(Schemas.SIDE))).isEqualTo("v=0x10");
        assertThat(ShownFields.text("01", field.withValues(Schemas.SIDE))).isEqualTo("v=BUY");
        assertThat(ShownFields.text("00", field.withValues(BITS))).isEqualTo("v=0x0");
    }

    @Test
    void shouldGiveTheNumberToWhoDoesNotAskForBits() {
        final List<String> numbers = new ArrayList<>();
        final FieldVisitor visitor = new FieldVisitor() {
            @Override
            public void onLong(final FieldSchema field, final long value) {
                numbers.add("l" + value);
            }

            @Override
            public void onUnsigned(final FieldSchema field, final long value) {
                numbers.add("u" + value);
            }
        };
        new PayloadReader().read(
                Schemas.event(NUMBER.withValues(BITS), FieldSchema.of("s", FieldType.INT8).withValues(BITS)),
                ShownFields.bytes("05ff"), 0, 2, visitor);

        assertThat(numbers).containsExactly("u5", "l-1");
    }

    @ParameterizedTest
    @CsvSource({"XNAS, Nasdaq", "XS, some stock exchange", "XLLLS, some stock exchange", "X, X", "XLONDON, XLONDON",
        "dark, dark pool", "darkness, dark pool", "Dark, Dark", "'', ''"})
    @DisplayName("R6.20 pattern map: the first pattern that matches names a text, another text stays")
    void shouldNameTextByItsFirstPattern(final String text, final String shown) {
        final String name = PATTERNS.symbolOf(text);

        assertThat(name == null ? text : name).isEqualTo(shown);
    }

    @Test
    @DisplayName("R6.20 a pattern map names text of every kind")
    void shouldShowTheNameOfAText() {
        final String hex = "0400 584e4153";

        assertThat(ShownFields.text(hex, FieldSchema.of("v", FieldType.STRING).withPatterns(PATTERNS)))
                .isEqualTo("v=Nasdaq");
        assertThat(ShownFields.json(hex, FieldSchema.of("v", FieldType.STRING).withPatterns(PATTERNS)))
                .isEqualTo("{\"v\":\"Nasdaq\"}");
        assertThat(ShownFields.text("58004e0041005300", FieldSchema.of("v", FieldType.WIDE_STRING).sized(4)
                .withPatterns(PATTERNS))).isEqualTo("v=Nasdaq");
        assertThat(ShownFields.text("584f00", FieldSchema.of("v", FieldType.TERMINATED_STRING)
                .withPatterns(PATTERNS))).isEqualTo("v=XO");
    }

    @Test
    void shouldNotMatchAPatternWhoseEndsOverlap() {
        final ValueMap.Patterns map = ValueMap.Patterns.of("m",
                List.of(Map.entry("ab*ba", "both"), Map.entry("*", "any")));

        assertThat(map.symbolOf("aba")).isEqualTo("any");
        assertThat(map.symbolOf("abba")).isEqualTo("both");
        assertThat(map.symbolOf("")).isEqualTo("any");
    }

    @Test
    void shouldRefuseMapsThatAreNone() {
        assertThatThrownBy(() -> ValueMap.Patterns.of("m", List.of())).isInstanceOf(RingsideException.class)
                .hasMessageContaining("patterns=0, min=1, max=4096");
        assertThatThrownBy(() -> ValueMap.Patterns.of("m", List.of(Map.entry("a*b*", "c"))))
                .hasMessage("pattern has more than one *: map=m, pattern=a*b*");
        assertThatThrownBy(() -> ValueMap.Patterns.of("m", List.of(Map.entry("", "c"))))
                .hasMessageContaining("length=0");
        assertThatThrownBy(() -> NUMBER.withPatterns(PATTERNS))
                .hasMessage("only text has patterns: field=v, type=UINT8, map=Venue");
        assertThatThrownBy(() -> FieldSchema.of("v", FieldType.STRING).withValues(BITS))
                .hasMessageContaining("only whole numbers have named values");
    }

    @Test
    void shouldBeEqualByContentAndKind() {
        assertThat(BITS).isEqualTo(ValueMap.ofBits("Access", Map.of(4L, "Y", 1L, "X")))
                .hasSameHashCodeAs(ValueMap.ofBits("Access", Map.of(4L, "Y", 1L, "X")))
                .isNotEqualTo(ValueMap.of("Access", Map.of(4L, "Y", 1L, "X")));
        assertThat(PATTERNS).isEqualTo(ValueMap.Patterns.of("Venue", List.of(Map.entry("XNAS", "Nasdaq"),
                Map.entry("X*S", "some stock exchange"), Map.entry("dark*", "dark pool"))))
                .isNotEqualTo(ValueMap.Patterns.of("Venue", List.of(Map.entry("XNAS", "Nasdaq"))))
                .hasToString("PatternMap{name=Venue, patterns=3}");
    }
}
