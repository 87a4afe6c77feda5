package io.ringside.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes an interface a provider: each of its methods with {@link TraceEvent} is an event. For an interface {@code
 * OrderEvents} two classes are generated in its package: {@code OrderEventsProvider}, which writes events, and {@code
 * OrderEventsReceiver}, which passes events of such a provider to an implementation of the interface. The interface's
 * Javadoc becomes the provider's documentation.
 * <p>
 * Besides events it may have {@code boolean nameEnabled()} for an event {@code name}, for an SBE event also {@code
 * boolean nameClaim(EventClaim claim, int length)} ({@link SbeMessage}), and default and static methods. A body of
 * {@code nameEnabled} is for receivers: the generated provider has its own.
 * <p>
 * The compiler refuses any other method without a body; a method with a body that conflicts with one of the generated
 * provider, such as {@code default int nameEnabled()}, or {@code wanted()} of another type; and an interface that has
 * type parameters, extends another one, or is private.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface TraceProvider {
    /** {@return the name of the provider, from which its id is derived} */
    String value();

    /** {@return an id that replaces the one derived from the name, as a UUID's text; empty for the derived one} */
    String id() default "";
}
