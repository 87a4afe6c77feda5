package io.ringside.counter;

import io.ringside.RingsideException;
import io.ringside.internal.counterset.NamePattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Name of an instance in a path: its parent, its name, and its index among instances of the same name and parent,
 * ignoring letter case. The index changes when one of them ends, so it is only valid for one reading. Immutable.
 *
 * @param parent name of the instance that this one belongs to; empty for none.
 * @param name   1..1,023 characters, none of {@code \ ( ) / # *} and the question mark; as in the parent.
 * @param index  from 0; index 0 is omitted in text.
 */
public record InstanceName(String parent, String name, int index) {
    /**
     * Checks the parts.
     *
     * @param parent name of the instance that this one belongs to; empty for none.
     * @param name 1..1,023 characters, none of {@code \ ( ) / # *} and the question mark; as in the parent.
     * @param index  from 0; index 0 is omitted in text.
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
     * Assigns indexes to instances without parents.
     *
     * @param names in the order in which they are numbered.
     * @return names of the instances, in the same order.
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
     * Returns whether a name is allowed for an instance.
     *
     * @param name to check.
     * @return whether it is allowed.
     */
    public static boolean isAllowed(final String name) {
        return CounterName.fault(name, CounterName.RESERVED).isEmpty();
    }

    /**
     * Returns a form that is equal for names that differ only in letter case.
     *
     * @param name of an instance, or of a set.
     * @return the form to compare.
     */
    public static String key(final String name) {
        return NamePattern.fold(name);
    }

    /** {@return the form in a path: {@code parent/name#index}, without absent parts and without index 0} */
    @Override
    public String toString() {
        return (parent.isEmpty() ? "" : parent + '/') + name + (index == 0 ? "" : "#" + index);
    }
}
