package io.ringside.typed;

import io.ringside.event.Level;
import io.ringside.event.Opcode;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a {@link TraceProvider} an event: the method's name is the default name of the event, its
 * parameters are the fields in their order. The method returns nothing, or a {@code long}: the result of the write, to
 * be interpreted by {@code io.ringside.write.WriteResult}.
 * <p>
 * A parameter is of any primitive type, an enum, {@link CharSequence} or {@link String}, an array of a primitive type,
 * {@code org.agrona.DirectBuffer} (all of it), {@link java.nio.ByteBuffer} (its remaining bytes; its position is
 * unchanged), {@link java.util.UUID}, {@link java.time.Instant}, or a record of such types, which becomes a struct.
 * Null is written as an empty value: an empty text, no bytes, no elements, zeros, or an enum's value without a name.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface TraceEvent {
    /** {@return the number of the event in its provider, 1..65535} */
    int id();

    /**
     * {@return the name of the event; empty for that of the method} Two methods of the same name and id are two
     * versions of one event, which are written and received separately.
     */
    String name() default "";

    /** {@return the version of the event's fields, 0..255, which increases by one with each field added at the end} */
    int version() default 0;

    /** {@return the {@link Level}: 0..5, or one of the provider's own from 16 to 255} */
    int level() default Level.INFORMATION;

    /** {@return the names of the event's keywords, each defined by a {@link TraceKeyword} of the interface} */
    String[] keywords() default {};

    /**
     * {@return the {@link Opcode}: one with a common name, or one that a {@link TraceOpcode} of the interface defines}
     */
    int opcode() default Opcode.INFO;

    /** {@return the number of a task that a {@link TraceTask} of the interface defines; 0 for none} */
    int task() default 0;

    /**
     * {@return the {@link io.ringside.event.EventDescriptor#channel channel}, 0..255, but not that of events that
     * describe themselves}
     */
    int channel() default 0;

    /**
     * {@return the event's message for users: {@code %1} to {@code %99} are replaced by its fields, {@code %%} by a
     * percent sign; empty for none}
     */
    String message() default "";
}
