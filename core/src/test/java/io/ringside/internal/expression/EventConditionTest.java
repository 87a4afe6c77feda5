package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.SeededRandom;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.OutType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ValueMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.ringside.internal.expression.Events.event;
import static io.ringside.internal.expression.Events.holds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EventConditionTest {
    private static final EventSchema NUMBER = event(FieldSchema.of("n", FieldType.INT32));
    private static final EventSchema TEXT = event(FieldSchema.of("s", FieldType.STRING));
    private static final UUID SOME_ID = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");

    @ParameterizedTest
    @DisplayName("R4.44 operators 0 to 8 on a whole number; BETWEEN 7,16 passes 7 and 16 and rejects 6 and 17")
    @CsvSource(delimiter = '|', value = {
        "0 | 7    | 7           | 6 8 -7",
        "1 | 7    | 6 8 -7      | 7",
        "2 | 7    | 7 6 -1      | 8",
        "3 | 7    | 8           | 7 6 -1",
        "4 | 7    | 6 -1        | 7 8",
        "5 | 7    | 7 8         | 6 -1",
        "6 | 7,16 | 7 8 16      | 6 17 -7",
        "7 | 7,16 | 6 17 -7     | 7 8 16",
        "8 | 10   | 0 10 -20    | 1 9 11 -1",
    })
    void shouldCompareWholeNumbersAsTheOperatorSays(
            final int code, final String value, final String accepted, final String refused) {
        final EventCondition condition = Comparison.predicate("n", code, value).compile(NUMBER);

        for (final String number : accepted.split(" ", -1)) {
            assertThat(condition.accepts(number(Integer.parseInt(number)))).as(number).isTrue();
        }
        for (final String number : refused.split(" ", -1)) {
            assertThat(condition.accepts(number(Integer.parseInt(number)))).as(number).isFalse();
        }
    }

    @ParameterizedTest
    @DisplayName("R4.44 operators 20, 21, 30 and 31 on a text, whatever its case (X9)")
    @CsvSource(delimiter = '|', value = {
        "20 | bar   | foobarbaz FOOBARBAZ bar Bar | ba foo b-ar",
        "21 | bar   | ba foo b-ar                 | foobarbaz FOOBARBAZ bar Bar",
        "30 | bar   | bar BAR Bar                 | ba barr foobar",
        "31 | bar   | ba barr foobar              | bar BAR Bar",
        "20 | aab   | aaab aAaaB                  | aba-c-aa ab"
    })
    void shouldCompareTextsAsTheOperatorSays(
            final int code, final String value, final String accepted, final String refused) {
        final EventCondition condition = Comparison.predicate("s", code, value).compile(TEXT);

        for (final String text : accepted.split(" ", -1)) {
            assertThat(condition.accepts(Events.payload(w -> w.putString(text)))).as(text).isTrue();
        }
        for (final String text : refused.split(" ", -1)) {
            assertThat(condition.accepts(Events.payload(w -> w.putString(text)))).as(text).isFalse();
        }
    }

    @ParameterizedTest
    @DisplayName("R4.44 there are no operators but 0 to 8, 20, 21, 30 and 31; 32 is the invalid one")
    @ValueSource(ints = {-1, 9, 19, 22, 29, 32})
    void shouldRefuseOtherOperators(final int code) {
        assertThatThrownBy(() -> Comparison.predicate("n", code, "1")).isInstanceOf(RingsideException.class)
                .hasMessageContaining("operator=" + code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "s like 'AB%'             | AB abc ABCD          | A xAB",
        "s like exactly 'AB%'     | AB ABCD              | abc A",
        "s not like '%b_'         | b abcd               | abc ABx bb",
        "s like '%a%b%'           | ab xaxbx aab         | ba a b",
        "s like '100\\\\%'         | 100%                 | 1000 100",
        "s like 'äß_'             | äßx ÄßX              | äß aßx",
        "s like '\u212aa'          | ka KA \u212aA            | a k",
        "s matches '^A[0-9]+$'    | A1 a42               | A 1A1 A1b",
        "s matches 'b+c'          | abbc bc xBCx         | ac bb",
        "s matches exactly 'b+c'  | abbc bc              | xBCx",
        "s matches '^(buy!sell)$' | BUY sell             | buys xsell",
        "s matches '^a{2,3}b?$'   | aa aaa aaab          | a aaaa aabb",
        "s matches '^(ab){2,}$'   | abab ababab          | ab aba",
        "s matches '^[^a-c]*$'    | xyz                  | xay B",
        "s matches '^x?(y!z)*w$'  | w xw xyzzyw          | xy yxw",
        "s matches '^\\\\d\\\\.\\\\w$' | 1.a 2._             | 12a a.a",
        "s matches '^.$'          | x ä €                | xy",
        "s not matches '^a'       | ba                   | ab A",
        "s in (AB, 'cd')          | AB cd                | ab CD x",
        "s not in (AB, 'cd')      | ab CD x              | AB cd"})
    void shouldFitATextToAPattern(final String text, final String accepted, final String refused) {
        final EventCondition condition = Expression.parse(text.replace('!', '|')).compile(TEXT);

        for (final String value : accepted.split(" ", -1)) {
            assertThat(condition.accepts(Events.payload(w -> w.putString(value)))).as(value).isTrue();
        }
        for (final String value : refused.split(" ", -1)) {
            assertThat(condition.accepts(Events.payload(w -> w.putString(value)))).as(value).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "s matches '(a'      | a parenthesis has no end",
        "s matches 'a)'      | a parenthesis has no beginning",
        "s matches '*a'      | nothing to repeat",
        "s matches '[a'      | a bracket has no end",
        "s matches '[b-a]'   | turned round",
        "s matches 'a{3,2}'  | a count is {3}",
        "s matches 'a$b'     | $ the last",
        "s matches '^a!b'    | put alternatives in parentheses",
        "s matches 'a{65}'   | too many characters, max=64",
        "s matches '(?=a)'   | (?:...)",
        "s matches '\\\\b'    | an escape is unknown",
        "s like 'a\\\\'       | it ends too early"})
    void shouldRejectAPatternThatIsNone(final String text, final String reason) {
        assertThatThrownBy(() -> Expression.parse(text.replace('!', '|'))).isInstanceOf(RingsideException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void shouldRejectAPatternThatRepeatsNothingTooOftenWithoutAHang() {
        assertThatThrownBy(() -> Expression.parse("s matches '" + "(".repeat(30) + "){99}".repeat(30) + "'"))
                .isInstanceOf(RingsideException.class).hasMessageContaining("it repeats too much");
    }

    @Test
    void shouldMatchAsTheRegularExpressionsOfTheJdkDo() {
        final Random random = SeededRandom.create(EventConditionTest.class);
        for (int i = 0; i < 2_000; i++) {
            final String pattern = randomPattern(random, 3);
            final boolean begins = random.nextBoolean();
            final boolean ends = random.nextBoolean();
            final String whole = (begins ? "^" : "") + "(" + pattern + ")" + (ends ? "$" : "");
            final TextAutomaton automaton;
            try {
                automaton = TextAutomaton.of(ComparisonOperator.MATCHES, whole, true);
            } catch (final RingsideException e) {
                assertThat(e).as(whole).hasMessageContaining("too many characters");
                continue;
            }
            final StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(8); j > 0; j--) {
                text.append("abc".charAt(random.nextInt(3)));
            }
            final PayloadBytes payload = Events.payload(w -> w.putString(text.toString()));

            assertThat(automaton.accepts(payload, Short.BYTES, payload.length())).as("%s in %s", whole, text)
                    .isEqualTo(Pattern.compile(whole).matcher(text).find());
        }
    }

    private static String randomPattern(final Random random, final int depth) {
        final StringBuilder pattern = new StringBuilder();
        for (int i = random.nextInt(3) + 1; i > 0; i--) {
            pattern.append(switch (depth == 0 ? 0 : random.nextInt(4)) {
                case 1 -> "(" + randomPattern(random, depth - 1) + "|" + randomPattern(random, depth - 1) + ")";
                case 2 -> "(" + randomPattern(random, depth - 1) + ")";
                case 3 -> random.nextBoolean() ? "[ab]" : "[^a]";
                default -> "" + "abc.".charAt(random.nextInt(4));
            });
            pattern.append(List.of("", "", "*", "+", "?", "{2}", "{1,3}", "{0,}").get(random.nextInt(8)));
        }
        return pattern.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "a + b == 7              | true",
        "a - b * 2 == -5         | true",
        "(a - b) * 2 == -2       | true",
        "a / b == 0.75           | true",
        "a % 2 == 1              | true",
        "a % 2                   | false",
        "b % 2                   | true",
        "a + 0 < b               | true",
        "a < b + 0               | true",
        "(a) < b                 | true",
        "not a + b == 7          | false",
        "a + b between 7 and 8   | true",
        "a + b not between 7 and 8 | false",
        "a + b in (1, 7)         | true",
        "a + b not in (1, 7)     | false",
        "b in (1, 4)             | true",
        "f * 2 == 3              | true",
        "f + a == 4.5            | true",
        "w + 1 > 0               | false",
        "not w + 1 > 0           | false",
        "w * 1 > 9007199254740992.5 | true",
        "w - 1 < 9223372036854775807 | true",
        "a / (b - 4) > 0         | false",
        "not a / (b - 4) > 0     | false",
        "a + b == 7 and (a == 3 or b == 0) | true",
        "(a == 3) and (b == 4)   | true"})
    void shouldCompute(final String text, final boolean expected) {
        final EventSchema event = event(FieldSchema.of("a", FieldType.INT32), FieldSchema.of("b", FieldType.UINT8),
                FieldSchema.of("f", FieldType.FLOAT), FieldSchema.of("w", FieldType.INT64));
        final Consumer<PayloadWriter> values = w -> w.putInt(3).putByte((byte) 4).putFloat(1.5f)
                .putLong(Long.MAX_VALUE);
        final Expression expression = Expression.parse(text);

        assertThat(expression.compile(event).accepts(Events.payload(values))).isEqualTo(expected);
        assertThat(Expression.parse(expression.toString())).isEqualTo(expression);
    }

    @Test
    void shouldNotComputeWithAnUnsignedNumberBeyondALong() {
        final EventSchema event = event(FieldSchema.of("u", FieldType.UINT64));
        assertThat(holds("u + 0 > 1", event, w -> w.putLong(2))).isTrue();
        assertThat(holds("u + 0 > 1", event, w -> w.putLong(-1))).isFalse();
        assertThat(holds("not u + 0 > 1", event, w -> w.putLong(-1))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "s + 1 > 2  | field is no amount to compute with: field=s, type=STRING",
        "x + 1 > 2  | event has no such field: event=e, field=x"})
    void shouldRejectWhatCannotBeComputedWith(final String text, final String reason) {
        assertThatThrownBy(() -> Expression.parse(text).compile(TEXT)).isInstanceOf(RingsideException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @DisplayName("R4.44 a range needs two values")
    @ValueSource(strings = {"7", "7,16,17", "", ",", "7,"})
    void shouldRefuseRangesThatAreNone(final String value) {
        assertThatThrownBy(() -> Comparison.predicate("n", 6, value)).isInstanceOf(RingsideException.class);
    }

    @Test
    @DisplayName("R4.44 predicates are joined by OR if any is enough, by AND if not")
    void shouldJoinPredicates() {
        final List<Comparison> predicates = List.of(Comparison.predicate("n", 3, "10"),
                Comparison.predicate("n", 8, "2"));

        final EventCondition any = Expression.of(predicates, true).compile(NUMBER);
        final EventCondition all = Expression.of(predicates, false).compile(NUMBER);

        assertThat(any.accepts(number(11))).isTrue();
        assertThat(any.accepts(number(2))).isTrue();
        assertThat(any.accepts(number(3))).isFalse();
        assertThat(all.accepts(number(11))).isFalse();
        assertThat(all.accepts(number(2))).isFalse();
        assertThat(all.accepts(number(12))).isTrue();
    }

    @Test
    @DisplayName("R4.44 a UUID is compared by 30 and 31, with or without braces")
    void shouldCompareUuids() {
        final EventSchema event = event(FieldSchema.of("id", FieldType.UUID));
        final Consumer<PayloadWriter> same = w -> w.putUuid(SOME_ID);
        final Consumer<PayloadWriter> other = w -> w.putUuid(new UUID(SOME_ID.getMostSignificantBits(), 1));

        for (final String text : List.of("id is {" + SOME_ID + "}", "id == " + SOME_ID)) {
            assertThat(holds(text, event, same)).isTrue();
            assertThat(holds(text, event, other)).isFalse();
        }
        assertThat(Comparison.predicate("id", 31, "{" + SOME_ID + "}").compile(event).accepts(Events.payload(other)))
                .isTrue();
        assertThatThrownBy(() -> Expression.parse("id is {" + SOME_ID).compile(event))
                .isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> Expression.parse("id > " + SOME_ID).compile(event))
                .isInstanceOf(RingsideException.class).hasMessageContaining("==, !=, is, is not");
    }

    @Test
    void shouldTellNumbersWithoutSignFromThoseWithOne() {
        final EventSchema event = event(FieldSchema.of("big", FieldType.UINT64),
                FieldSchema.of("small", FieldType.UINT8));
        final Consumer<PayloadWriter> values = w -> w.putLong(-2).putByte(200);

        assertThat(holds("big == 18446744073709551614", event, values)).isTrue();
        assertThat(holds("big > 9223372036854775807", event, values)).isTrue();
        assertThat(holds("big < 0xFFFFFFFFFFFFFFFF", event, values)).isTrue();
        assertThat(holds("big between 1 and 0x7fffffffffffffff", event, values)).isFalse();
        assertThat(holds("big % 2", event, values)).isTrue();
        assertThat(holds("big % 18446744073709551614", event, values)).isTrue();
        assertThat(holds("big % 18446744073709551615", event, values)).isFalse();
        assertThat(holds("small == 200", event, values)).isTrue();
        assertThat(holds("small > -1", event, values)).isTrue();
        assertThat(holds("big < 0", event, values)).isFalse();
        assertThat(holds("big > 18446744073709551615", event, values)).isFalse();
    }

    @Test
    void shouldCompareFloatingPointNumbersAsTheyAreStored() {
        final EventSchema event = event(FieldSchema.of("f", FieldType.FLOAT), FieldSchema.of("d", FieldType.DOUBLE));
        final Consumer<PayloadWriter> values = w -> w.putFloat(0.1f).putDouble(0.1);
        final Consumer<PayloadWriter> nothing = w -> w.putFloat(Float.NaN).putDouble(Double.NaN);

        assertThat(holds("f == 0.1 and d == 0.1", event, values)).isTrue();
        assertThat(holds("d < 0.1 or d > 0.1 or d != 0.1", event, values)).isFalse();
        assertThat(holds("d <= 0.1 and d >= 1e-1 and d between 0.1 and .2", event, values)).isTrue();
        assertThat(holds("d < 0.2 and d > -0.2 and d < 1 and f not between -1 and 0", event, values)).isTrue();
        assertThat(holds("d < 1 or d >= 1 or d == 1 or d between -1 and 1", event, nothing)).isFalse();
        assertThat(holds("d != 1 and f not between -1 and 1", event, nothing)).isTrue();
    }

    @Test
    void shouldUnderstandNamesOfValuesTruthAddressesAndTimes() {
        final EventSchema event = event(
                FieldSchema.of("side", FieldType.UINT8)
                        .withValues(ValueMap.of("Side", Map.of(1L, "BUY", 2L, "SELL"))),
                FieldSchema.of("fast", FieldType.BOOLEAN),
                FieldSchema.of("four", FieldType.IPV4),
                FieldSchema.of("six", FieldType.IPV6),
                FieldSchema.of("when", FieldType.TIMESTAMP));
        final byte[] six = {0x20, 1, 0xd, (byte) 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
        final Consumer<PayloadWriter> values = w -> w.putByte(2).putByte(77)
                .putBytes(Events.buffer((byte) 10, (byte) 0, (byte) 200, (byte) 1), 0, 4)
                .putBytes(Events.buffer(six), 0, 16)
                .putLong(1_500_000_000_000_000_001L);

        assertThat(holds("side == SELL and side != BUY and side == 2 and side > BUY", event, values)).isTrue();
        assertThat(holds("fast == true and fast is not FALSE and fast != 0", event, values)).isTrue();
        assertThat(holds("four == 10.0.200.1 and four != 10.0.200.2", event, values)).isTrue();
        assertThat(holds("six is '2001:db8::1' and six != '::1'", event, values)).isTrue();
        assertThat(holds("when == '2017-07-14T02:40:00.000000001Z' and when > 1500000000000000000", event, values))
                .isTrue();
    }

    @Test
    void shouldUnderstandTimesWithEveryOffsetAndNoLocalTimes() {
        final EventSchema event = event(FieldSchema.of("when", FieldType.TIMESTAMP));
        final Consumer<PayloadWriter> values = w -> w.putLong(1_500_000_000_000_000_000L);

        assertThat(holds("when = '2017-07-13T21:40:00-05:00' and when > '2017-07-14T04:39+02:00'", event, values))
                .isTrue();
        assertThatThrownBy(() -> holds("when = '2017-07-14T02:40:00'", event, values))
                .isInstanceOf(RingsideException.class).hasMessageContaining("a time with its offset such as");
    }

    @Test
    void shouldUnderstandNamesOfValuesAsTheyAreShownInAnyCase() {
        final EventSchema event = event(
                FieldSchema.of("side", FieldType.UINT8)
                        .withValues(ValueMap.of("Side", Map.of(1L, "BUY", 2L, "SELL", 3L, "Sell"))),
                FieldSchema.of("access", FieldType.UINT8)
                        .withValues(ValueMap.ofBits("Access", Map.of(1L, "X", 4L, "Y"))));
        final Consumer<PayloadWriter> values = w -> w.putByte(1).putByte(13);

        assertThat(holds("side is BUY and side is buy and side = Buy and side is not SELL", event, values)).isTrue();
        assertThat(holds("side is exactly 'BUY' and side < Sell", event, values)).isTrue();
        assertThat(holds("access is 'X|Y|0x8' and access != x", event, values)).isTrue();
        assertThatThrownBy(() -> holds("side is exactly buy", event, values)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("expected=a whole number or one of BUY, SELL, Sell");
        assertThatThrownBy(() -> holds("side is sell", event, values)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> holds("access contains X", event, values)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("operator=contains");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "side like 'b%'               | 1",
        "side like exactly 'b%'       |",
        "side like '_ELL_SHORT'       | 3",
        "side not like 'SELL%'        | 1 4",
        "side matches '^se.*[lt]$'    | 2 3",
        "side not matches 'S'         | 1 4",
        "side contains 'll'           | 2 3",
        "side contains exactly 'll'   |",
        "side contains ''             | 1 2 3",
        "side not contains 'short'    | 1 2 4",
        "side like '%'                | 1 2 3",
        "not side like '%'            | 4",
        "side in (BUY, 4)             | 1 4",
        "side contains 'SELL_SHORT_X' |"
    })
    void shouldFindPatternsInTheNamesOfValuesAndNoneInAValueWithoutAName(final String text, final String accepted) {
        final EventSchema event = event(FieldSchema.of("side", FieldType.UINT16).withOutType(OutType.PORT)
                .withValues(ValueMap.of("Side", Map.of(1L, "BUY", 2L, "SELL", 3L, "SELL_SHORT"))));
        final StringBuilder found = new StringBuilder();
        for (int side = 1; side <= 4; side++) {
            final short inNetworkOrder = (short) (side << Byte.SIZE);
            found.append(holds(text, event, w -> w.putShort(inNetworkOrder)) ? side + " " : "");
        }

        assertThat(found.toString().strip()).isEqualTo(accepted == null ? "" : accepted);
    }

    @Test
    void shouldIgnoreCaseOfAnyLetterUnlessAskedToCompareExactly() {
        final Consumer<PayloadWriter> values = w -> w.putString("Gr\u00dcn \ud83d\ude00 \u0130stanbul");

        assertThat(holds("s contains 'gr\u00fcn \ud83d\ude00' and s contains 'ISTANBUL'", TEXT, values)).isTrue();
        assertThat(holds("s contains exactly 'Gr\u00dcn'", TEXT, values)).isTrue();
        assertThat(holds("s contains exactly 'gr\u00dcn'", TEXT, values)).isFalse();
        assertThat(holds("s is exactly 'Gr\u00dcn \ud83d\ude00 \u0130stanbul'", TEXT, values)).isTrue();
        assertThat(holds("s == 'Gr\u00dcn \ud83d\ude00 \u0130stanbul'", TEXT, values)).isTrue();
        assertThat(holds("s is 'GR\u00dcN \ud83d\ude00 istanbul'", TEXT, values)).isTrue();
        assertThat(holds("s == 'GR\u00dcN \ud83d\ude00 istanbul'", TEXT, values)).isFalse();
        assertThat(holds("s contains '' and s is not ''", TEXT, values)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "x == 1               | fields=[n s b a l]",
        "l.x == 1             | fields=[m]",
        "n.x == 1             | missing=x",
        "n[0] == 1            | no array",
        "a == 1               | a[0]",
        "a[3] == 1            | elements=3",
        "b == 1               | type=BINARY",
        "l == 1               | type=STRUCT",
        "n contains 1         | operator=contains",
        "n is 1               | operator=is",
        "s > a                | operator=>",
        "s % 2                | operator=%",
        "n == one             | value=one",
        "n == 1.5             | value=1.5",
        "n == 9223372036854775808 | value=9223372036854775808",
        "n == 0xFFFFFFFFFFFFFFFF | a whole number that fits",
        "n % 0                | above 0",
        "n % -3               | above 0",
        "n between 1 and x    | value=x"
    })
    void shouldSayWhatDoesNotFitTheEvent(final String text, final String part) {
        final EventSchema event = event(
                FieldSchema.of("n", FieldType.INT32),
                FieldSchema.of("s", FieldType.STRING),
                FieldSchema.of("b", FieldType.BINARY),
                FieldSchema.of("a", FieldType.INT8).fixed(3),
                FieldSchema.struct("l", FieldSchema.of("m", FieldType.INT8)));

        assertThatThrownBy(() -> Expression.parse(text).compile(event)).isInstanceOf(RingsideException.class)
                .hasMessageContaining(part);
    }

    @Test
    void shouldTakeAComparisonWithWhatIsMissingForNeitherTrueNorFalse() {
        final EventSchema event = event(FieldSchema.of("a", FieldType.INT32), FieldSchema.of("b", FieldType.INT32));
        final Consumer<PayloadWriter> onlyA = w -> w.putInt(1).putShort(2);

        for (final String refused : List.of("b == 2", "b != 2", "not b == 2", "not (a == 1 and b == 2)", "b % 1",
                "b > -5 and a == 1")) {
            assertThat(holds(refused, event, onlyA)).as(refused).isFalse();
        }
        for (final String accepted : List.of("a == 1", "a == 1 or b == 2", "b == 2 or a == 1", "b != 2 or a == 1",
                "not (a == 2 and b == 2)", "not (b == 2 and a == 2)")) {
            assertThat(holds(accepted, event, onlyA)).as(accepted).isTrue();
        }
    }

    @Test
    void shouldRefuseToRememberMoreCountsThanThereIsRoomFor() {
        final FieldSchema[] fields = new FieldSchema[1 + 126];
        fields[0] = FieldSchema.of("s", FieldType.STRING);
        for (int i = 0; i < 126; i += 2) {
            fields[1 + i] = FieldSchema.of("n" + i, FieldType.UINT8);
            fields[2 + i] = FieldSchema.of("a" + i, FieldType.UINT8).countedBy("n" + i);
        }
        assertThat(holds("a124[0] == 9", event(fields), w -> {
            w.putString("text");
            for (int i = 0; i < 126; i += 2) {
                w.putByte(1).putByte(i == 124 ? 9 : 1);
            }
        })).isTrue();

        final EventSchema tooMany = event(FieldSchema.struct("first", fields), FieldSchema.struct("second", fields),
                FieldSchema.of("n", FieldType.INT8));
        assertThatThrownBy(() -> Expression.parse("n == 1").compile(tooMany))
                .isInstanceOf(RingsideException.class).hasMessageContaining("max=64");
    }

    private static PayloadBytes number(final int value) {
        return Events.payload(w -> w.putInt(value));
    }
}
