package io.ringside.processor;

import io.ringside.counter.CounterSchema;
import io.ringside.typed.TraceCounter;
import javax.lang.model.element.ExecutableElement;

/**
 * A method that is a counter.
 *
 * @param method   of the interface.
 * @param name     of the method.
 * @param schema   that it declares, without what it says of other counters.
 * @param declared as it is there.
 */
record CounterModel(ExecutableElement method, String name, CounterSchema schema, TraceCounter declared) {
    /** All that it declares; what it says of other counters has been checked. */
    CounterSchema wholeSchema() {
        CounterSchema whole = schema;
        whole = declared.base() == TraceCounter.NONE ? whole : whole.withBase(declared.base());
        whole = declared.time() == TraceCounter.NONE ? whole : whole.withTime(declared.time());
        return declared.frequency() == TraceCounter.NONE ? whole : whole.withFrequency(declared.frequency());
    }

    /** Returns the name of the field that keeps the handle. */
    String field() {
        return name + '$';
    }
}
