package io.ringside.counter;

/**
 * The result of formatting samples: a value or the reason why there is none; it is never NaN or infinite. Immutable.
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
     * Makes a value that there is not.
     *
     * @param type   of the counter.
     * @param status why.
     * @return without a number.
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

    /** {@return whether there is a value, and if not, why} */
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

    /** {@return the value as text, a whole one in hex if its type wants that; empty if there is none} */
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
