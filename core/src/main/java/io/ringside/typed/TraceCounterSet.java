package io.ringside.typed;

import io.ringside.counter.CounterSetSchema;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes an interface an instance of a counter set: each of its methods with {@link TraceCounter} is a counter. For an
 * interface {@code OrderCounters} the classes {@code OrderCountersSet}, which opens the set and makes instances, and
 * {@code OrderCountersInstance}, whose values are in shared memory, are generated beside it. The Javadoc of interface
 * and methods becomes the description of set and counters.
 * <p>
 * Beside counters it may have, for a counter {@code filled}, {@code void incrementFilled()},
 * {@code void decrementFilled()}, {@code void addFilled(long growth)} and {@code void setFilled(long value)}, which the
 * generated class has in any case, and default and static methods.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface TraceCounterSet {
    /** {@return the name of the set, from which its id follows} */
    String value();

    /** {@return another id than the one that follows from the name, as a UUID's text; empty for that one} */
    String id() default "";

    /** {@return how many instances the set has, and which of them are shown as one} */
    CounterSetSchema.Kind kind() default CounterSetSchema.Kind.MULTIPLE;
}
