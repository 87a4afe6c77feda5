package io.ringside.internal.expression;

/** Limits of an expression, each with its reason. */
public final class ExpressionLimits {
    /** Maximum length of a text in characters: enough for the maximum number of comparisons. */
    public static final int LENGTH_MAX = 16_384;

    /** Maximum number of comparisons: each may cost a writer some nanoseconds per event. */
    public static final int COMPARISONS_MAX = 100;

    /** Maximum number of nested levels of conditions: bounds the recursion of code that traverses them. */
    public static final int DEPTH_MAX = 64;

    /**
     * Maximum number of fields that count arrays, are not at a fixed offset, and precede the fields of an expression:
     * the evaluator reserves space for this many counts.
     */
    public static final int COUNTERS_MAX = 64;

    private ExpressionLimits() {}
}
