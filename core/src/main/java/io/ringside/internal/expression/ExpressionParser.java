package io.ringside.internal.expression;

import io.ringside.RingsideException;
import io.ringside.internal.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Parses expressions by recursive descent. Not thread-safe; used for one text. */
final class ExpressionParser {
    static final String AND = "AND";
    static final String OR = "OR";
    static final String NOT = "NOT";
    static final String BETWEEN = "BETWEEN";
    static final String MODULO = "MODULO";
    static final String CONTAINS = "CONTAINS";
    static final String IS = "IS";
    static final String EXACTLY = "EXACTLY";
    /** Keywords that are operators only where an operator is expected, and names everywhere else. */
    private static final String IN = "IN";
    private static final String LIKE = "LIKE";
    private static final String MATCHES = "MATCHES";

    /** One level of text may take two of the expression (an Or with an And inside); four are left for joining. */
    private static final int NESTING_MAX = ExpressionLimits.DEPTH_MAX / 2 - 4;

    /** Maximum number of arithmetic operations: each may cost a writer some nanoseconds per event. */
    private static final int OPERATIONS_MAX = ExpressionLimits.COMPARISONS_MAX;
    /** Precedence of arithmetic operators. */
    private static final int SUM = 1;
    private static final int PRODUCT = 2;

    private final String text;
    private final List<Token> tokens;
    private int next;
    private int depth;
    private int comparisons;
    private int operations;

    ExpressionParser(final String text) {
        if (text.length() > ExpressionLimits.LENGTH_MAX) {
            throw RingsideException.invalidArgument("expression is too long: length=" + text.length() + ", max="
                    + ExpressionLimits.LENGTH_MAX);
        }
        this.text = text;
        this.tokens = Tokenizer.tokens(text);
    }

    /** Parses the whole text as an expression. */
    Expression parseAll() {
        final Expression expression = or();
        if (peek().kind() != Kind.END) {
            throw unexpected("and, or, or the end");
        }
        return expression;
    }

    /** Parses the whole text as a number. */
    Term parseTerm() {
        final Term term = term(SUM);
        if (peek().kind() != Kind.END) {
            throw unexpected("one of + - * / % between blanks, or the end");
        }
        return term;
    }

    private Expression or() {
        return several(OR, AND);
    }

    /** Parses one level of precedence: parts joined by a keyword, each of which is parsed at the next level. */
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
        if (isTerm()) {
            return numberComparison(term(SUM));
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
            throw RingsideException.invalidArgument("expression is nested too deeply: max=" + NESTING_MAX, text,
                    token.position());
        }
    }

    /**
     * Returns whether a computed number begins here, rather than a field that is compared with a value: an arithmetic
     * operator follows (for {@code %}, only with another operator after it); or the number is in parentheses, and an
     * operator follows them.
     */
    private boolean isTerm() {
        if (peek().kind() == Kind.WORD) {
            return isArithmetic(next + 1) && (!tokens.get(next + 1).isSign("%")
                    || tokens.get(next + 2).isSign("(") || isOperator(next + 3));
        }
        int end = next;
        int open = 0;
        do {
            open += tokens.get(end).isSign("(") ? 1 : tokens.get(end).isSign(")") ? -1 : 0;
            end++;
        } while (open > 0 && end < tokens.size());
        return peek().isSign("(") && end < tokens.size() && isOperator(end);
    }

    private boolean isArithmetic(final int index) {
        return index < tokens.size() && arithmetic(tokens.get(index)) != null;
    }

    /** Returns whether an arithmetic operator, a relation, or between or in, with or without not, is at this index. */
    private boolean isOperator(final int index) {
        if (index >= tokens.size() || tokens.get(index).kind() == Kind.END) {
            return false;
        }
        final Token token = tokens.get(index);
        return isArithmetic(index) || (token.kind() == Kind.SIGN && ofSign(token.text()) != null)
                || token.isKeyword(BETWEEN) || token.isKeyword(IN)
                || (token.isKeyword(NOT) && isOperator(index + 1));
    }

    private static Term.@Nullable Operator arithmetic(final Token token) {
        return token.kind() != Kind.WORD && !token.isSign("%")
                ? null
                : switch (token.text()) {
                    case "+" -> Term.Operator.PLUS;
                    case "-" -> Term.Operator.MINUS;
                    case "*" -> Term.Operator.TIMES;
                    case "/" -> Term.Operator.DIVIDED;
                    case "%" -> Term.Operator.REMAINDER;
                    default -> null;
                };
    }

    /** Parses numbers joined by operators of one precedence; operators of higher precedence bind their operands. */
    private Term term(final int strength) {
        Term term = strength == PRODUCT ? factor() : term(PRODUCT);
        Term.Operator operator = arithmetic(peek());
        while (operator != null && operator.isAsStrongAs(strength)) {
            final Token sign = peek();
            next++;
            if (++operations > OPERATIONS_MAX) {
                throw RingsideException.invalidArgument("too many arithmetic signs: max=" + OPERATIONS_MAX, text,
                        sign.position());
            }
            term = new Term.Operation(term, operator, strength == PRODUCT ? factor() : term(PRODUCT));
            operator = arithmetic(peek());
        }
        return term;
    }

    private Term factor() {
        final Token token = peek();
        if (token.isSign("(")) {
            next++;
            enter(token);
            final Term inside = term(SUM);
            depth--;
            if (!peek().isSign(")")) {
                throw unexpected("a closing parenthesis");
            }
            next++;
            return inside;
        }
        if (token.kind() != Kind.WORD || ExpressionText.isKeyword(token.text())) {
            throw unexpected("a field or a number");
        }
        next++;
        return ComparisonCheck.number(token.text()) != null
                ? new Term.Constant(token.text())
                : new Term.Field(FieldPath.parse(token.text(), text, token.position()));
    }

    private Expression numberComparison(final Term left) {
        final Token first = peek();
        final boolean negated = take(NOT);
        if (take(BETWEEN)) {
            count(first);
            count(first);
            final Term low = term(SUM);
            if (!take(AND)) {
                throw unexpected("and");
            }
            final Expression inside = Expression.of(List.of(
                    new NumberComparison(left, ComparisonOperator.GREATER_OR_EQUAL, low),
                    new NumberComparison(left, ComparisonOperator.LESS_OR_EQUAL, term(SUM))), false);
            return negated ? new Expression.Not(inside) : inside;
        }
        if (take(IN)) {
            return list(negated, () -> new NumberComparison(left, ComparisonOperator.EQUAL, term(SUM)));
        }
        final ComparisonOperator operator = peek().kind() == Kind.SIGN && !negated ? ofSign(peek().text()) : null;
        if (operator == null || !operator.isRelation()) {
            throw unexpected("one of == != <= > < >=, between, in");
        }
        count(first);
        next++;
        return new NumberComparison(left, operator, term(SUM));
    }

    /** Parses values in parentheses into comparisons with each of them, of which one must hold, or none if negated. */
    private Expression list(final boolean negated, final Supplier<Expression> part) {
        if (!peek().isSign("(")) {
            throw unexpected("values in parentheses, with commas between them");
        }
        final List<Expression> parts = new ArrayList<>();
        do {
            next++;
            count(peek());
            parts.add(part.get());
        } while (peek().isSign(","));
        if (!peek().isSign(")")) {
            throw unexpected("a comma or a closing parenthesis");
        }
        next++;
        final Expression any = Expression.of(parts, true);
        return negated ? new Expression.Not(any) : any;
    }

    private void count(final Token token) {
        if (++comparisons > ExpressionLimits.COMPARISONS_MAX) {
            throw RingsideException.invalidArgument(
                    "too many comparisons in an expression: max=" + ExpressionLimits.COMPARISONS_MAX, text,
                    token.position());
        }
    }

    private Expression comparison() {
        final Token field = peek();
        if (field.kind() != Kind.WORD || ExpressionText.isKeyword(field.text())) {
            throw unexpected("a field");
        }
        next++;
        final FieldPath path = FieldPath.parse(field.text(), text, field.position());
        final boolean isNotIn = peek().isKeyword(NOT) && tokens.get(next + 1).isKeyword(IN);
        if (isNotIn || peek().isKeyword(IN)) {
            next += isNotIn ? 2 : 1;
            return list(isNotIn, () -> Comparison.of(path, ComparisonOperator.EQUAL, value()));
        }
        count(field);
        final ComparisonOperator operator = operator();
        if (operator.isRelation() && isTerm()) {
            return new NumberComparison(new Term.Field(path), operator, term(SUM));
        }
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
            throw RingsideException.invalidArgument(reason, text, position);
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

    /** Parses an operator made of words; leaves its last word for the caller to consume. */
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
        if (word.isKeyword(LIKE)) {
            return negated ? ComparisonOperator.NOT_LIKE : ComparisonOperator.LIKE;
        }
        if (word.isKeyword(MATCHES)) {
            return negated ? ComparisonOperator.NOT_MATCHES : ComparisonOperator.MATCHES;
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

    private RingsideException unexpected(final String expected) {
        return RingsideException.invalidArgument("expression is not understood: expected=" + expected + ", found="
                + peek().description(), text, peek().position());
    }
}
