package io.ringside.counter;

/**
 * Result of formatting samples: a value, which is never NaN or infinite, or the reason why there is none. Immutable.
 */
public final class CounterValue {
    private final CounterStatus status;
    private final CounterType type;
    private final boolean isWhole;
    private final double number;
    private final long whole;

    private CounterValue(
            final CounterStatus status, final CounterType type, final boolean isWhole, final double number,
            final long whole) {
        this.status = status;
        this.type = type;
        this.isWhole = isWhole;
        this.number = number;
        this.whole = whole;
    }

    /**
     * Creates a result without a value.
     *
     * @param type   of the counter.
     * @param status reason why there is none.
     * @return a result without a number.
     */
    public static CounterValue none(final CounterType type, final CounterStatus status) {
        return new CounterValue(status, type, false, 0, 0);
    }

    static CounterValue whole(final CounterType type, final long whole) {
        return new CounterValue(CounterStatus.VALID_DATA, type, true, whole, whole);
    }

    static CounterValue real(final CounterType type, final double number) {
        return new CounterValue(CounterStatus.VALID_DATA, type, false, number, (long) number);
    }

    /** {@return the status: whether there is a value, and if not, the reason} */
    public CounterStatus status() {
        return status;
    }

    /**
     * {@return the value}
     *
     * @throws IllegalStateException if there is none.
     */
    public double asDouble() {
        checkValid();
        return number;
    }

    /**
     * {@return the value without its fraction}
     *
     * @throws IllegalStateException if there is none.
     */
    public long asLong() {
        checkValid();
        return whole;
    }

    /** {@return the value as text, in hex if it is whole and its type requires that; empty if there is none} */
    @Override
    public String toString() {
        if (!status.isValid()) {
            return "";
        }
        if (!isWhole) {
            return Double.toString(number);
        }
        return type.isHex() ? "0x" + Long.toHexString(whole) : Long.toString(whole);
    }

    private void checkValid() {
        if (!status.isValid()) {
            throw new IllegalStateException("counter has no value: status=" + status + ", type=" + type);
        }
    }
}
