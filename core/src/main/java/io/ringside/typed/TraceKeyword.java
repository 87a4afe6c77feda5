package io.ringside.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Defines a keyword of a {@link TraceProvider}: a name for one bit. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@Repeatable(TraceKeyword.Container.class)
public @interface TraceKeyword {
    /** {@return the name by which events refer to it} */
    String name();

    /** {@return its mask: exactly one of the bits 0..47} */
    long mask();

    /** Container of several keywords. */
    @Documented
    @Retention(RetentionPolicy.CLASS)
    @Target(ElementType.TYPE)
    @interface Container {
        /** {@return all keywords, in no particular order} */
        TraceKeyword[] value();
    }
}
