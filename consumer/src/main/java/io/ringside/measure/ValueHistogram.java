package io.ringside.measure;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts values of any sign and size in buckets whose width is a fixed fraction of the value, about a thousandth. Only
 * buckets with values use memory; at the memory limit, pairs of buckets are merged. Not thread-safe.
 * <p>
 * The key of a bucket is the upper bits of its values as doubles, transformed so that keys have the order of the
 * values.
 */
final class ValueHistogram {
    /** Bits of a double's fraction in a bucket's key: 1,024 buckets from a power of two to the next. */
    static final int FRACTION_BITS = 10;

    private static final int CUT_BITS = 52 - FRACTION_BITS;
    private static final int EMPTY = Integer.MIN_VALUE;
    private static final int FIRST_CAPACITY = 16;
    private static final int CAPACITY_MAX = 1 << 16;
    /** Greatest shift: it leaves fewer than four buckets. */
    private static final int SHIFT_MAX = 21;
    private static final int ENTRY_BYTES = Integer.BYTES + Long.BYTES;
    private static final int HASH = 0x9E3779B1;

    /** Bytes that all histograms together may still allocate. */
    private final AtomicLong budget;
    private int[] keys = new int[FIRST_CAPACITY];
    private long[] counts = new long[FIRST_CAPACITY];
    private int size;
    private int shift;
    private long total;

    ValueHistogram(final AtomicLong budget) {
        this.budget = budget;
        budget.addAndGet(-FIRST_CAPACITY * ENTRY_BYTES);
        Arrays.fill(keys, EMPTY);
    }

    void record(final double value, final long times) {
        final int top = (int) (Double.doubleToRawLongBits(value + 0.0) >> CUT_BITS);
        add(ordered(top) >> shift, times);
    }

    void add(final ValueHistogram other) {
        while (shift < other.shift) {
            coarsen();
        }
        for (int i = 0; i < other.keys.length; i++) {
            if (other.keys[i] != EMPTY) {
                // The shift is read for each key, because adding one may make the buckets wider.
                add(other.keys[i] >> (shift - other.shift), other.counts[i]);
            }
        }
    }

    /** Returns the memory to the budget; nothing may be recorded afterwards. */
    void close() {
        budget.addAndGet((long) keys.length * ENTRY_BYTES);
    }

    long total() {
        return total;
    }

    /** Returns the width of a bucket, as a fraction of its values. */
    double precision() {
        return Math.scalb(1.0, shift - FRACTION_BITS);
    }

    /** Returns the upper bounds of the buckets that contain these percentiles. Percentages are in ascending order. */
    double[] percentiles(final double... percents) {
        final long[] entries = sorted();
        final double[] values = new double[percents.length];
        long seen = 0;
        int entry = -1;
        for (int i = 0; i < percents.length; i++) {
            // The share is rounded down slightly, so that 99.9 % of 1,000 are 999, not one more by rounding.
            final double share = Math.nextDown(percents[i]) * (double) total / 100;
            final long wanted = Math.max(1, Math.min(total, (long) Math.ceil(share)));
            while (entry + 1 < entries.length && seen < wanted) {
                entry++;
                seen += counts[(int) entries[entry]];
            }
            values[i] = entry < 0 ? 0 : greatest(keys[(int) entries[entry]]);
        }
        return values;
    }

    /** Returns the upper bound and the count of each bucket, in ascending order. */
    double[][] buckets() {
        final long[] entries = sorted();
        final double[][] buckets = new double[entries.length][];
        for (int i = 0; i < entries.length; i++) {
            final int index = (int) entries[i];
            buckets[i] = new double[]{greatest(keys[index]), (double) counts[index]};
        }
        return buckets;
    }

    /** Returns the keys in ascending order, each with its index in the low bits. */
    private long[] sorted() {
        final long[] entries = new long[size];
        int next = 0;
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != EMPTY) {
                entries[next++] = ((long) keys[i] << Integer.SIZE) | i;
            }
        }
        Arrays.sort(entries);
        return entries;
    }

    private double greatest(final int key) {
        final int top = ordered((key << shift) + (1 << shift) - 1);
        final long bits = (long) top << CUT_BITS;
        // Among numbers below 0, the greatest one of a bucket has the fewest bits set.
        return Double.longBitsToDouble(top >= 0 ? bits | ((1L << CUT_BITS) - 1) : bits);
    }

    /** Transforms the upper bits of a double so that they have the order of the values. Its own inverse. */
    private static int ordered(final int top) {
        return top ^ ((top >> (Integer.SIZE - 1)) & Integer.MAX_VALUE);
    }

    private void add(final int key, final long count) {
        total += count;
        int index = indexOf(key);
        if (keys[index] == EMPTY) {
            if (size * 3 >= keys.length * 2) {
                final int before = shift;
                makeRoom();
                total -= count;
                add(key >> (shift - before), count);
                return;
            }
            keys[index] = key;
            size++;
        }
        counts[index] += count;
    }

    private int indexOf(final int key) {
        final int mask = keys.length - 1;
        int index = ((key * HASH) >>> 7) & mask;
        while (keys[index] != EMPTY && keys[index] != key) {
            index = (index + 1) & mask;
        }
        return index;
    }

    private void makeRoom() {
        final long more = (long) keys.length * ENTRY_BYTES;
        if (keys.length < CAPACITY_MAX && (budget.get() >= more || shift >= SHIFT_MAX)) {
            budget.addAndGet(-more);
            rehash(keys.length * 2, 0);
        } else {
            coarsen();
        }
    }

    private void coarsen() {
        rehash(keys.length, 1);
        shift++;
    }

    private void rehash(final int capacity, final int narrower) {
        final int[] oldKeys = keys;
        final long[] oldCounts = counts;
        keys = new int[capacity];
        counts = new long[capacity];
        Arrays.fill(keys, EMPTY);
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != EMPTY) {
                final int index = indexOf(oldKeys[i] >> narrower);
                size += keys[index] == EMPTY ? 1 : 0;
                keys[index] = oldKeys[i] >> narrower;
                counts[index] += oldCounts[i];
            }
        }
    }
}
