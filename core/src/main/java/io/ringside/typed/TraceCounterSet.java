package io.ringside.typed;

import io.ringside.counter.CounterSetSchema;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes an interface an instance of a counter set: each of its methods with {@link TraceCounter} is a counter. For an
 * interface {@code OrderCounters} two classes are generated in its package: {@code OrderCountersSet}, which opens the
 * set and creates instances, and {@code OrderCountersInstance}, whose values are in shared memory. The Javadoc of
 * interface and methods becomes the description of set and counters.
 * <p>
 * Besides counters it may have, for a counter {@code filled}, {@code void incrementFilled()}, {@code void
 * decrementFilled()}, {@code void addFilled(long growth)} and {@code void setFilled(long value)}, which the generated
 * class always has, and default and static methods.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface TraceCounterSet {
    /** {@return the name of the set, from which its id is derived} */
    String value();

    /** {@return an id that replaces the one derived from the name, as a UUID's text; empty for the derived one} */
    String id() default "";

    /** {@return the number of instances of the set, and whether they are combined for display} */
    CounterSetSchema.Kind kind() default CounterSetSchema.Kind.MULTIPLE;
}
