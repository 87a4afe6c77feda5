package io.ringside.internal.expression;

import io.ringside.RingsideException;
import java.util.List;

/** Checks that expressions are within their limits, so that traversals may be recursive. Stateless. */
final class ExpressionCheck {
    private ExpressionCheck() {}

    static List<Expression> several(final List<Expression> parts) {
        if (parts.size() < 2) {
            throw RingsideException.invalidArgument("and, or need two parts at least: parts=" + parts.size());
        }
        int comparisons = 0;
        for (final Expression part : parts) {
            depth(part);
            comparisons += part.comparisons().size();
        }
        if (comparisons > ExpressionLimits.COMPARISONS_MAX) {
            throw RingsideException.invalidArgument("too many comparisons in an expression: comparisons=" + comparisons
                    + ", max=" + ExpressionLimits.COMPARISONS_MAX);
        }
        return List.copyOf(parts);
    }

    static void depth(final Expression part) {
        final int depth = depthOf(part) + 1;
        if (depth > ExpressionLimits.DEPTH_MAX) {
            throw RingsideException.invalidArgument("expression is nested too deeply: depth=" + depth + ", max="
                    + ExpressionLimits.DEPTH_MAX);
        }
    }

    static void collect(final Expression expression, final List<Expression> comparisons) {
        if (isComparison(expression)) {
            comparisons.add(expression);
        } else if (expression instanceof Expression.Not not) {
            collect(not.part(), comparisons);
        } else {
            parts(expression).forEach(part -> collect(part, comparisons));
        }
    }

    static boolean isComparison(final Expression expression) {
        return expression instanceof Comparison || expression instanceof NumberComparison;
    }

    /** Returns the parts of an And or an Or; empty for others. */
    static List<Expression> parts(final Expression expression) {
        if (expression instanceof Expression.And and) {
            return and.parts();
        }
        return expression instanceof Expression.Or or ? or.parts() : List.of();
    }

    /** Returns the number of levels of an expression, 1 for a comparison. */
    static int depthOf(final Expression expression) {
        if (isComparison(expression)) {
            return 1;
        }
        if (expression instanceof Expression.Not not) {
            return depthOf(not.part()) + 1;
        }
        int depth = 0;
        for (final Expression part : parts(expression)) {
            depth = Math.max(depth, depthOf(part));
        }
        return depth + 1;
    }
}
