package io.ringside.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a {@code long} parameter the time of the event instead of a field: nanoseconds since 1970, from a source of the
 * caller. The session's clock is not read for such an event.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.PARAMETER)
public @interface EventTime {}
