package io.ringside.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes an interface a provider: each of its methods with {@link TraceEvent} is an event. For an interface
 * {@code OrderEvents} the classes {@code OrderEventsProvider}, which writes events, and {@code OrderEventsReceiver},
 * which hands events of such a provider to an implementation of the interface, are generated beside it. The interface's
 * Javadoc becomes the provider's documentation.
 * <p>
 * Beside events it may have {@code boolean nameEnabled()} for an event {@code name}, for one of SBE also
 * {@code boolean nameClaim(EventClaim claim, int length)} ({@link SbeMessage}), and default and static methods. A body
 * of {@code nameEnabled} is for receivers: the generated provider has its own.
 * <p>
 * The compiler refuses any other method without a body; one with a body that the generated provider has otherwise, as
 * {@code default int nameEnabled()}, or {@code wanted()} of another type; and an interface that has type parameters,
 * extends another one, or is private.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface TraceProvider {
    /** {@return the name of the provider, from which its id follows} */
    String value();

    /** {@return another id than the one that follows from the name, as a UUID's text; empty for that one} */
    String id() default "";
}
