package io.ringside.processor;

import io.ringside.counter.CounterSetSchema;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.TypeElement;

/**
 * An interface that is an instance of a counter set.
 *
 * @param type        the interface.
 * @param packageName of it and of what is generated.
 * @param schema      that it declares.
 * @param counters    in the order of the schema.
 * @param operations  names of the methods that it has to change counters.
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
