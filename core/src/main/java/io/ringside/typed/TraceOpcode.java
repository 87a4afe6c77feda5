package io.ringside.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Defines an opcode of a {@link TraceProvider}. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@Repeatable(TraceOpcode.Container.class)
public @interface TraceOpcode {
    /** {@return the name of the opcode} */
    String name();

    /** {@return its number, 10..239} */
    int value();

    /** Container of several opcodes. */
    @Documented
    @Retention(RetentionPolicy.CLASS)
    @Target(ElementType.TYPE)
    @interface Container {
        /** {@return all opcodes, in no particular order} */
        TraceOpcode[] value();
    }
}
