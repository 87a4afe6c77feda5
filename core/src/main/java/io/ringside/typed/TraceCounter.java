package io.ringside.typed;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterType;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a {@link TraceCounterSet} a counter. The method has no parameters and returns the raw value as a
 * {@code long}.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface TraceCounter {
    /** Value instead of the id of another counter: there is none. */
    int NONE = -1;

    /** {@return the number of the counter in its set, 0..65535} */
    int id();

    /** {@return the type, which determines the meaning of raw values} */
    CounterType type();

    /** {@return the name of the counter if it differs from that of the method; 1..1,023 characters} */
    String name() default "";

    /** {@return the id of the base counter, for types that need one} */
    int base() default NONE;

    /** {@return the id of the counter whose value is a sample's time; by default that is the time of the reading} */
    int time() default NONE;

    /**
     * {@return the id of the counter whose value is the number of time units per second; by default the type determines
     * it}
     */
    int frequency() default NONE;

    /** {@return the exponent of ten by which values are scaled unless a reader chooses another, -10..10} */
    int scale() default 0;

    /** {@return the unit of raw values; empty for none} */
    String unit() default "";

    /** {@return the method that combines raw values of several instances} */
    CounterSchema.Aggregate aggregate() default CounterSchema.Aggregate.UNDEFINED;

    /** {@return the audience of the counter} */
    CounterSchema.Detail detail() default CounterSchema.Detail.STANDARD;

    /** {@return the preferred display of values} */
    CounterSchema.Display[] display() default {};

    /**
     * {@return whether only one thread at a time changes it, with an order between threads that the application
     * ensures: then a change is a plain addition and a store, else an atomic addition} Without such an order,
     * concurrent additions would be counted only once.
     */
    boolean singleWriter() default false;
}
