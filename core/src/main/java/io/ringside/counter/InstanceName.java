package io.ringside.counter;

import io.ringside.RingsideException;
import io.ringside.internal.counterset.NamePattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Name of an instance in a path: its parent, its name, and its place among instances of the same name and parent,
 * letter case aside. The place shifts when one of them ends, so it identifies nothing for longer than one reading.
 * Immutable.
 *
 * @param parent name of the instance that this one belongs to; empty for none.
 * @param name   1..1,023 characters, none of {@code \ ( ) / # *} and the question mark; as in the parent.
 * @param index  from 0; the first is written without it.
 */
public record InstanceName(String parent, String name, int index) {
    /**
     * Checks the parts.
     *
     * @param parent name of the instance that this one belongs to; empty for none.
     * @param name 1..1,023 characters, none of {@code \ ( ) / # *} and the question mark; as in the parent.
     * @param index from 0; the first is written without it.
     * @throws RingsideException if a name is not allowed, or the index is negative.
     */
    public InstanceName {
        final String fault = CounterName.fault(name, CounterName.RESERVED);
        final String parentFault = parent.isEmpty() ? "" : CounterName.fault(parent, CounterName.RESERVED);
        if (!fault.isEmpty() || !parentFault.isEmpty()) {
            throw RingsideException.invalidArgument("name of an instance " + (fault.isEmpty() ? parentFault : fault));
        }
        if (index < 0) {
            throw RingsideException
                    .invalidArgument("index of an instance is negative: name=" + name + ", index=" + index);
        }
    }

    /**
     * Numbers instances without parents.
     *
     * @param names in the order in which they are numbered.
     * @return as many names of instances, in the same order.
     * @throws RingsideException if a name is not allowed.
     */
    public static List<InstanceName> numbered(final List<String> names) {
        final Map<String, Integer> countByName = new HashMap<>();
        final List<InstanceName> numbered = new ArrayList<>(names.size());
        for (final String name : names) {
            final int count = countByName.merge(NamePattern.fold(name), 1, Integer::sum);
            numbered.add(new InstanceName("", name, count - 1));
        }
        return List.copyOf(numbered);
    }

    /**
     * Says whether an instance may be called so.
     *
     * @param name to check.
     * @return whether it may.
     */
    public static boolean isAllowed(final String name) {
        return CounterName.fault(name, CounterName.RESERVED).isEmpty();
    }

    /**
     * Returns a form that is equal for names that differ only in letter case.
     *
     * @param name of an instance, or of a set.
     * @return to be compared.
     */
    public static String key(final String name) {
        return NamePattern.fold(name);
    }

    /** {@return as in a path: {@code parent/name#index}, without what is not there and without index 0} */
    @Override
    public String toString() {
        return (parent.isEmpty() ? "" : parent + '/') + name + (index == 0 ? "" : "#" + index);
    }
}
