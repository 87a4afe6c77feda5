package io.ringside.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes the payload of an event a message of Simple Binary Encoding, preceded by SBE's message header. The method has
 * as parameters an {@code org.agrona.DirectBuffer}, an offset and a length: to write, they denote an encoded message;
 * on receipt, one for a decoder to wrap. It may have further parameters only with {@link Activity}, {@link
 * RelatedActivity} and {@link EventTime}.
 * <p>
 * A second method {@code boolean NAMEClaim(EventClaim claim, int length)} of the interface, prefixed with the name of
 * the event, claims space in which SBE's encoder writes in place: it wraps {@code claim.buffer()} at 0.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface SbeMessage {
    /**
     * {@return resource with the schema in SBE's encoded form, such as {@code acme/orders.sbeir}: among the classes or
     * on the class path when the interface is compiled; not needed afterwards}
     */
    String value();
}
