package io.ringside.processor;

import io.ringside.event.EventDescriptor;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.SbeSchema;
import io.ringside.typed.TraceEvent;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/**
 * Method that is an event.
 *
 * @param method        of the interface.
 * @param name          of the method.
 * @param descriptor    of the event.
 * @param parameters    in their order.
 * @param returnsResult whether the method returns the result of the write.
 * @param message       for users; empty for none.
 * @param sbe           schema of the message that is its payload; null if the payload consists of fields.
 */
record EventModel(ExecutableElement method, String name, EventDescriptor descriptor, List<ParameterModel> parameters,
        boolean returnsResult, String message, @Nullable SbeSchema sbe) {

    /** Returns the name of the event: the one of the annotation, or else that of the method. */
    String eventName() {
        final TraceEvent event = method.getAnnotation(TraceEvent.class);
        return event == null || event.name().isEmpty() ? name : event.name();
    }

    List<FieldModel> fields() {
        return parameters.stream().filter(ParameterModel::isField).map(ParameterModel::fieldOrThrow).toList();
    }

    List<FieldSchema> schemas() {
        return fields().stream().map(FieldModel::schema).toList();
    }

    boolean hasOptions() {
        return parameters.stream().anyMatch(ParameterModel::isOption);
    }
}
