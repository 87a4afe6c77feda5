package io.ringside.internal.expression;

/** The limits of an expression, each with its reason. */
public final class ExpressionLimits {
    /** Most characters of a text: room for as many comparisons as there may be. */
    public static final int LENGTH_MAX = 16_384;

    /** Most comparisons: each may cost a writer some nanoseconds for every event. */
    public static final int COMPARISONS_MAX = 100;

    /** Most levels of conditions inside conditions: bounds the recursion of its readers. */
    public static final int DEPTH_MAX = 64;

    /**
     * Most fields that count arrays and are not themselves at a fixed place, on the way to the fields of an
     * expression: the evaluator reserves room for that many.
     */
    public static final int COUNTERS_MAX = 64;

    private ExpressionLimits() {}
}
