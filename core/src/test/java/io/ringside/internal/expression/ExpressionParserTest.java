package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.internal.expression.Expression.And;
import io.ringside.internal.expression.Expression.Not;
import io.ringside.internal.expression.Expression.Or;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ExpressionParserTest {
    private static final Comparison A = comparison("a");
    private static final Comparison B = comparison("b");
    private static final Comparison C = comparison("c");

    @ParameterizedTest
    @DisplayName("R4.44 what says the same of every value of any field is refused before a field is known")
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "a % 0|4|value must be above 0", "a % -3|4|value must be above 0", "b = 1 and a modulo 0x0|19|above 0",
        "a between 9 and 3|10|range is empty", "a not between 9 and 3|14|range is empty",
        "a between 0x10 and 15.5|10|range is empty", "a between 1e1 and 9|10|range is empty",
        "a between '2026-01-02T00:00:00Z' and '2026-01-01T00:00:00Z'|10|range is empty"})
    void shouldRefuseWhatSaysTheSameOfEveryValue(final String text, final int position, final String message) {
        assertThatThrownBy(() -> Expression.parse(text)).isInstanceOfSatisfying(RingsideException.class,
                e -> assertThat(e.position()).isEqualTo(position)).hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a % 1", "a % BUY", "a between 3 and 3", "a between -4 and 0x4", "a between SELL and BUY",
        "a between 9 and BUY", "a between '2026-01-01T00:00:00Z' and '2026-01-01T00:00:00Z'"})
    void shouldTakeWhatDependsOnTheField(final String text) {
        assertThat(Expression.parse(text)).isInstanceOf(Comparison.class);
    }

    @Test
    void shouldNeedNoBlanksAroundTheSignOfAProduct() {
        assertThat(Expression.parse("price*size > 2*tick")).hasToString("price * size > 2 * tick")
                .isEqualTo(Expression.parse("price * size > 2 * tick"));
        for (final String text : List.of("`price*size` > 2", "symbol is \"AB*\"", "symbol == \"*\"")) {
            assertThat(Expression.parse(text)).hasToString(text);
        }
    }

    @Test
    void shouldBindNotStrongerThanAndAndThatStrongerThanOr() {
        assertThat(Expression.parse("a == 1 or b == 1 and c == 1")).isEqualTo(or(A, and(B, C)));
        assertThat(Expression.parse("a == 1 and b == 1 or c == 1")).isEqualTo(or(and(A, B), C));
        assertThat(Expression.parse("not a == 1 and b == 1")).isEqualTo(and(new Not(A), B));
        assertThat(Expression.parse("not not a == 1 or b == 1")).isEqualTo(or(new Not(new Not(A)), B));
        assertThat(Expression.parse("a == 1 and b == 1 and c == 1")).isEqualTo(and(A, B, C));
    }

    @Test
    void shouldTakeParenthesesFirst() {
        assertThat(Expression.parse("(a == 1 or b == 1) and c == 1")).isEqualTo(and(or(A, B), C));
        assertThat(Expression.parse("a == 1 and (b == 1 and c == 1)")).isEqualTo(and(A, and(B, C)));
        assertThat(Expression.parse("not (a == 1 or b == 1)")).isEqualTo(new Not(or(A, B)));
        assertThat(Expression.parse("((a == 1))")).isEqualTo(A);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "f = 1                    | f == 1",
        "f == 1                   | f == 1",
        "f==-1                    | f == -1",
        "f <> 1                   | f != 1",
        "f!=0xFF                  | f != 0xFF",
        "f<1                      | f < 1",
        "f<=1                     | f <= 1",
        "f>1.5e-3                 | f > 1.5e-3",
        "f>=1                     | f >= 1",
        "f BETWEEN 7 AND 16       | f between 7 and 16",
        "f not between 7 and 16   | f not between 7 and 16",
        "f%10                     | f % 10",
        "f modulo 10              | f % 10",
        "f contains \"x\"         | f contains \"x\"",
        "f contains x             | f contains \"x\"",
        "f not contains 'x y'     | f not contains \"x y\"",
        "f is \"x\"               | f is \"x\"",
        "f is not exactly \"x\"   | f is not exactly \"x\"",
        "f Is Exactly '\"'        | f is exactly \"\\\"\"",
        "f == BUY                 | f == BUY",
        "f == 'and'               | f == \"and\"",
        "f == ''                  | f == \"\"",
        "leg.price > 1            | leg.price > 1",
        "legs[2].sizes[0] > 1     | legs[2].sizes[0] > 1",
        "`and` == 1               | `and` == 1",
        "`a.b`.`c``d` == 1        | `a.b`.`c``d` == 1",
        "id is {0a0a0a0a-0b0b-0c0c-0d0d-0e0e0e0e0e0e} | id is \"{0a0a0a0a-0b0b-0c0c-0d0d-0e0e0e0e0e0e}\"",
        "f is \"\\u0041\\n\\\\\"  | f is \"A\\n\\\\\""
    })
    void shouldUnderstandEverySpellingAndWriteOne(final String text, final String canonical) {
        assertThat(Expression.parse(text)).hasToString(canonical);
        assertThat(Expression.parse(canonical)).isEqualTo(Expression.parse(text));
    }

    static List<String> faults() {
        return List.of(
                "|",
                "  |",
                "|== 1",
                "a == 1 |b == 2",
                "a |1",
                "a == |",
                "a == |and",
                "a == |)",
                "|and == 1",
                "a == 1 and |",
                "a == 1 and |or b == 1",
                "(a == 1|",
                "a == 1|)",
                "a == 1 |&& b == 1",
                "a |! 1",
                "a between 1 |b",
                "a between 1 and |",
                "a not |== 1",
                "a not |modulo 1",
                "a is not |",
                "a == |\"b",
                "a == \"b|\\x\"",
                "a == \"b|\\u12G4\"",
                "|`a == 1",
                "a.|.b == 1",
                "a.| == 1",
                "a|[x] == 1",
                "a|[1 == 1",
                "a|[12 == 1",
                "a|[",
                "a[1]|b == 1",
                "|a`b` == 1",
                "a == |`b`",
                "a == b|:c",
                "a == 1 and (b == 1 or not |)");
    }

    @ParameterizedTest
    @MethodSource("faults")
    void shouldPutACaretUnderThePlace(final String marked) {
        final int position = marked.indexOf('|');
        final String text = marked.substring(0, position) + marked.substring(position + 1);

        assertThatThrownBy(() -> Expression.parse(text))
                .isInstanceOfSatisfying(RingsideException.class,
                        e -> assertThat(e.position()).isEqualTo(position))
                .hasMessageEndingWith("\n" + text + "\n" + " ".repeat(position) + "^");
    }

    @Test
    void shouldShowThePlaceOfALongTextOnly() {
        final String text = "a == 1 and ".repeat(50) + ")\n'\u001b" + "x".repeat(100) + "'";

        assertThatThrownBy(() -> Expression.parse(text)).satisfies(e -> {
            final String[] lines = String.valueOf(e.getMessage()).split("\n", -1);
            assertThat(lines).hasSize(3);
            assertThat(lines[1]).startsWith("...").endsWith("...").hasSizeLessThan(100).doesNotContain("\u001b");
            assertThat(lines[1].charAt(lines[2].indexOf('^'))).isEqualTo(')');
        });
    }

    @Test
    void shouldSayWhatWasExpected() {
        assertThatThrownBy(() -> Expression.parse("price 10"))
                .hasMessage("expression is not understood: expected=an operator, found=10, position=6\n"
                        + "price 10\n      ^");
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 101})
    void shouldTakeAHundredComparisonsAndNoMore(final int comparisons) {
        final String text = "a == 1" + " or a == 1".repeat(comparisons - 1);

        if (comparisons <= ExpressionLimits.COMPARISONS_MAX) {
            assertThat(Expression.parse(text).comparisons()).hasSize(comparisons);
        } else {
            assertThatThrownBy(() -> Expression.parse(text)).isInstanceOf(RingsideException.class)
                    .hasMessageContaining("max=100");
        }
    }

    @Test
    void shouldRefuseWhatIsNestedTooDeeply() {
        final int deepest = 28;
        final String inside = "(a == 1 or b == 1 and not ";

        assertThat(Expression.parse(inside.repeat(14) + "c == 1" + ")".repeat(14)).depth())
                .isLessThanOrEqualTo(ExpressionLimits.DEPTH_MAX - 2);
        assertThat(Expression.parse("(".repeat(deepest) + "a == 1" + ")".repeat(deepest))).isEqualTo(A);
        assertThatThrownBy(() -> Expression.parse("(".repeat(deepest + 1) + "a == 1" + ")".repeat(deepest + 1)))
                .isInstanceOf(RingsideException.class).hasMessageContaining("max=28");
        assertThatThrownBy(() -> Expression.parse("not ".repeat(10_000) + "a == 1"))
                .isInstanceOf(RingsideException.class);
        Expression deep = A;
        for (int i = 1; i < ExpressionLimits.DEPTH_MAX; i++) {
            deep = new Not(deep);
        }
        final Expression deepestNot = deep;
        assertThatThrownBy(() -> new Not(deepestNot)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("depth=65");
    }

    @Test
    void shouldRefuseATextThatIsTooLong() {
        final String name = "a".repeat(ExpressionLimits.LENGTH_MAX - 5);

        assertThat(Expression.parse(name + " == 1").comparisons()).hasSize(1);
        assertThatThrownBy(() -> Expression.parse(name + " == 11")).isInstanceOf(RingsideException.class)
                .hasMessageContaining("max=16384");
    }

    @Test
    void shouldRefuseComparisonsWhosePartsDoNotFit() {
        final FieldPath field = FieldPath.of("f");

        assertThatThrownBy(() -> Comparison.of(field, ComparisonOperator.BETWEEN, "1"))
                .isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> new Comparison(field, ComparisonOperator.LESS, "1", "2", false))
                .isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> new Comparison(field, ComparisonOperator.LESS, "1", "", true))
                .isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> new And(List.of(A))).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> FieldPath.parse("")).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> FieldPath.parse("`a")).isInstanceOf(RingsideException.class);
    }

    private static Comparison comparison(final String field) {
        return Comparison.of(FieldPath.of(field), ComparisonOperator.EQUAL, "1");
    }

    private static Expression and(final Expression... parts) {
        return new And(List.of(parts));
    }

    private static Expression or(final Expression... parts) {
        return new Or(List.of(parts));
    }
}
