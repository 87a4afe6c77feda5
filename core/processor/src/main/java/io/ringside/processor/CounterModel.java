package io.ringside.processor;

import io.ringside.counter.CounterSchema;
import io.ringside.typed.TraceCounter;
import javax.lang.model.element.ExecutableElement;

/**
 * Method that is a counter.
 *
 * @param method   of the interface.
 * @param name     of the method.
 * @param schema   of the counter, without references to other counters.
 * @param declared annotation of the method.
 */
record CounterModel(ExecutableElement method, String name, CounterSchema schema, TraceCounter declared) {
    /** Returns the complete schema; its references to other counters must have been checked. */
    CounterSchema wholeSchema() {
        CounterSchema whole = schema;
        whole = declared.base() == TraceCounter.NONE ? whole : whole.withBase(declared.base());
        whole = declared.time() == TraceCounter.NONE ? whole : whole.withTime(declared.time());
        return declared.frequency() == TraceCounter.NONE ? whole : whole.withFrequency(declared.frequency());
    }

    /** Returns the name of the field that contains the handle. */
    String field() {
        return name + '$';
    }
}
