package io.ringside.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes the payload of an event a message of Simple Binary Encoding, preceded by SBE's message header. The method takes
 * an {@code org.agrona.DirectBuffer}, an offset and a length: it writes a message that has been encoded there, and
 * receives one for a decoder to wrap. Beside these it may have parameters with {@link Activity},
 * {@link RelatedActivity} and {@link EventTime}, and no others.
 * <p>
 * A second method {@code boolean NAMEClaim(EventClaim claim, int length)} of the interface, with the name of the event
 * in front, claims room in which SBE's encoder writes in place: it wraps {@code claim.buffer()} at 0.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface SbeMessage {
    /**
     * {@return resource with the schema in SBE's encoded form, such as {@code acme/orders.sbeir}: among the classes
     * or on the class path when the interface is compiled, and nowhere after that}
     */
    String value();
}
