package io.ringside.internal.expression;

import io.ringside.filter.ExpressionException;
import io.ringside.internal.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads expressions by recursive descent. For one thread, for one text. */
final class ExpressionParser {
    static final String AND = "AND";
    static final String OR = "OR";
    static final String NOT = "NOT";
    static final String BETWEEN = "BETWEEN";
    static final String MODULO = "MODULO";
    static final String CONTAINS = "CONTAINS";
    static final String IS = "IS";
    static final String EXACTLY = "EXACTLY";

    /** A level of the text may be two of the expression: an or, and an and inside. Some are left for joining. */
    private static final int NESTING_MAX = ExpressionLimits.DEPTH_MAX / 2 - 4;

    private final String text;
    private final List<Token> tokens;
    private int next;
    private int depth;
    private int comparisons;

    ExpressionParser(final String text) {
        if (text.length() > ExpressionLimits.LENGTH_MAX) {
            throw new ExpressionException("expression is too long: length=" + text.length() + ", max="
                    + ExpressionLimits.LENGTH_MAX);
        }
        this.text = text;
        this.tokens = Tokenizer.tokens(text);
    }

    /** Reads all that there is from here on. */
    Expression parseAll() {
        final Expression expression = or();
        if (peek().kind() != Kind.END) {
            throw unexpected("and, or, or the end");
        }
        return expression;
    }

    private Expression or() {
        return several(OR, AND);
    }

    /** One level of precedence: parts with a word between them, which consist of those of the next level. */
    private Expression several(final String word, final @Nullable String inner) {
        final List<Expression> parts = new ArrayList<>();
        do {
            parts.add(inner == null ? not() : several(inner, null));
        } while (take(word));
        return Expression.of(parts, word.equals(OR));
    }

    private Expression not() {
        final Token first = peek();
        if (take(NOT)) {
            enter(first);
            final Expression part = not();
            depth--;
            return new Expression.Not(part);
        }
        if (!first.isSign("(")) {
            return comparison();
        }
        next++;
        enter(first);
        final Expression inside = or();
        depth--;
        if (!peek().isSign(")")) {
            throw unexpected("a closing parenthesis");
        }
        next++;
        return inside;
    }

    private void enter(final Token token) {
        depth++;
        if (depth > NESTING_MAX) {
            throw new ExpressionException("expression is nested too deeply: max=" + NESTING_MAX, text,
                    token.position());
        }
    }

    private Comparison comparison() {
        final Token field = peek();
        if (field.kind() != Kind.WORD || ExpressionText.isKeyword(field.text())) {
            throw unexpected("a field");
        }
        if (++comparisons > ExpressionLimits.COMPARISONS_MAX) {
            throw new ExpressionException(
                    "too many comparisons in an expression: max=" + ExpressionLimits.COMPARISONS_MAX, text,
                    field.position());
        }
        next++;
        final FieldPath path = FieldPath.parse(field.text(), text, field.position());
        final ComparisonOperator operator = operator();
        final boolean exactly = operator.isTextual() && take(EXACTLY);
        final int position = peek().position();
        final String value = value();
        String high = "";
        if (operator.isRange()) {
            if (!take(AND)) {
                throw unexpected("and");
            }
            high = value();
        }
        final String reason = ComparisonCheck.reason(operator, value, high);
        if (reason != null) {
            throw new ExpressionException(reason, text, position);
        }
        return new Comparison(path, operator, value, high, exactly);
    }

    private ComparisonOperator operator() {
        final Token token = peek();
        final ComparisonOperator operator = token.kind() == Kind.SIGN ? ofSign(token.text()) : ofWord();
        if (operator == null) {
            throw unexpected("an operator");
        }
        next++;
        return operator;
    }

    private static @Nullable ComparisonOperator ofSign(final String sign) {
        return switch (sign) {
            case "=", "==" -> ComparisonOperator.EQUAL;
            case "!=", "<>" -> ComparisonOperator.NOT_EQUAL;
            case "<" -> ComparisonOperator.LESS;
            case "<=" -> ComparisonOperator.LESS_OR_EQUAL;
            case ">" -> ComparisonOperator.GREATER;
            case ">=" -> ComparisonOperator.GREATER_OR_EQUAL;
            case "%" -> ComparisonOperator.MODULO;
            default -> null;
        };
    }

    /** Leaves the last word of the operator to be taken. */
    private @Nullable ComparisonOperator ofWord() {
        final Token token = peek();
        if (token.isKeyword(IS)) {
            if (!tokens.get(next + 1).isKeyword(NOT)) {
                return ComparisonOperator.IS;
            }
            next++;
            return ComparisonOperator.IS_NOT;
        }
        final boolean negated = take(NOT);
        final Token word = peek();
        if (word.isKeyword(BETWEEN)) {
            return negated ? ComparisonOperator.NOT_BETWEEN : ComparisonOperator.BETWEEN;
        }
        if (word.isKeyword(CONTAINS)) {
            return negated ? ComparisonOperator.NOT_CONTAINS : ComparisonOperator.CONTAINS;
        }
        return word.isKeyword(MODULO) && !negated ? ComparisonOperator.MODULO : null;
    }

    private String value() {
        final Token token = peek();
        final boolean isPlain = token.kind() == Kind.WORD && ExpressionText.isPlainValue(token.text());
        if (!isPlain && token.kind() != Kind.QUOTED) {
            throw unexpected("a value");
        }
        next++;
        return token.text();
    }

    private Token peek() {
        return tokens.get(next);
    }

    private boolean take(final String keyword) {
        if (peek().isKeyword(keyword)) {
            next++;
            return true;
        }
        return false;
    }

    private ExpressionException unexpected(final String expected) {
        return new ExpressionException("expression is not understood: expected=" + expected + ", found="
                + peek().description(), text, peek().position());
    }
}
