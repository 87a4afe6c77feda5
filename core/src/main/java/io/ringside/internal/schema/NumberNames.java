package io.ringside.internal.schema;

import io.ringside.RingsideException;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Names that a provider gives to numbers of one kind (keywords, tasks or opcodes), in ascending order of the numbers.
 * Names and numbers are unique. Not thread-safe; no longer changed once a schema holds it.
 */
public final class NumberNames {
    private final String kind;
    private final int max;
    private final Map<String, Long> numberByName = new HashMap<>();
    private final SortedMap<Long, String> nameByNumber = new TreeMap<>();

    public NumberNames(final String kind, final int max) {
        this.kind = kind;
        this.max = max;
    }

    public NumberNames(final NumberNames other) {
        this(other.kind, other.max);
        numberByName.putAll(other.numberByName);
        nameByNumber.putAll(other.nameByNumber);
    }

    /** Returns the names of the numbers that match. */
    public NumberNames only(final LongPredicate numbers) {
        final NumberNames some = new NumberNames(kind, max);
        nameByNumber.forEach((number, name) -> {
            if (numbers.test(number)) {
                some.add(name, number);
            }
        });
        return some;
    }

    public void add(final String name, final long number) {
        if (numberByName.size() == max) {
            throw RingsideException
                    .invalidArgument("too many definitions: of=" + kind + ", name=" + name + ", max=" + max
                            + ": take some away");
        }
        if (numberByName.containsKey(name)) {
            throw RingsideException.invalidArgument("two definitions have the same name: of=" + kind + ", name=" + name
                    + ": give one of them another");
        }
        final String taken = nameByNumber.get(number);
        if (taken != null) {
            throw RingsideException
                    .invalidArgument("two definitions have the same value: of=" + kind + ", names=" + taken + " and "
                            + name + ", value=0x" + Long.toHexString(number) + ": give one of them another");
        }
        numberByName.put(name, number);
        nameByNumber.put(number, name);
    }

    @Nullable
    public String name(final long number) {
        return nameByNumber.get(number);
    }

    @Nullable
    public Long number(final String name) {
        return numberByName.get(name);
    }

    int size() {
        return nameByNumber.size();
    }

    SortedMap<Long, String> byNumber() {
        return nameByNumber;
    }

    public Map<String, Long> byName() {
        final Map<String, Long> byName = new LinkedHashMap<>();
        nameByNumber.forEach((number, name) -> byName.put(name, number));
        return Collections.unmodifiableMap(byName);
    }
}
