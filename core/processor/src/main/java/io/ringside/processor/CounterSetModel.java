package io.ringside.processor;

import io.ringside.counter.CounterSetSchema;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.TypeElement;

/**
 * Interface that is an instance of a counter set.
 *
 * @param type        the interface.
 * @param packageName package of the interface and of the generated classes.
 * @param schema      of the counter set.
 * @param counters    in the order of the schema.
 * @param operations  names of its methods that change counters.
 */
record CounterSetModel(TypeElement type, String packageName, CounterSetSchema schema, List<CounterModel> counters,
        Set<String> operations) {
    String interfaceName() {
        return type.getQualifiedName().toString();
    }

    String setName() {
        return DeclaringInterface.baseName(type) + "Set";
    }

    String instanceName() {
        return DeclaringInterface.baseName(type) + "Instance";
    }
}
