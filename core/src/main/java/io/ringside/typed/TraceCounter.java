package io.ringside.typed;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterType;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a {@link TraceCounterSet} a counter. The method takes nothing and returns the raw value as a
 * {@code long}.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface TraceCounter {
    /** Instead of the id of another counter: there is none. */
    int NONE = -1;

    /** {@return the number of the counter in its set, 0..65535} */
    int id();

    /** {@return how raw values are to be understood} */
    CounterType type();

    /** {@return the name of the counter, if it is another one than that of the method; 1..1,023 characters} */
    String name() default "";

    /** {@return the id of the counter that is the base, for types that need one} */
    int base() default NONE;

    /** {@return the id of the counter whose value is the time of a sample; else that is when it is read} */
    int time() default NONE;

    /**
     * {@return the id of the counter whose value says how many units of time a second has; else that follows from the
     * type}
     */
    int frequency() default NONE;

    /** {@return the power of ten by which values are scaled unless a reader wants them otherwise, -10..10} */
    int scale() default 0;

    /** {@return what raw values count; empty for nothing that needs to be said} */
    String unit() default "";

    /** {@return how raw values of several instances become one} */
    CounterSchema.Aggregate aggregate() default CounterSchema.Aggregate.UNDEFINED;

    /** {@return whom the counter is for} */
    CounterSchema.Detail detail() default CounterSchema.Detail.STANDARD;

    /** {@return how values are to be shown} */
    CounterSchema.Display[] display() default {};

    /**
     * {@return whether one thread at a time changes it, and the application orders these threads: then a change is a
     * plain addition and a store, else an atomic addition} What several threads add at the same time without such an
     * order would be counted once.
     */
    boolean singleWriter() default false;
}
