package io.ringside.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Defines a task of a {@link TraceProvider}. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@Repeatable(TraceTask.Container.class)
public @interface TraceTask {
    /** {@return the name of the task} */
    String name();

    /** {@return its number, 1..65535} */
    int value();

    /** Container of several tasks. */
    @Documented
    @Retention(RetentionPolicy.CLASS)
    @Target(ElementType.TYPE)
    @interface Container {
        /** {@return all tasks, in no particular order} */
        TraceTask[] value();
    }
}
