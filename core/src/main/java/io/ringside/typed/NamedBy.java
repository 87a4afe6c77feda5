package io.ringside.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Table of a whole number's names, which the provider publishes at run time with {@code publishName} of its
 * registration. Readers show and compare the names instead of the numbers.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface NamedBy {
    /** {@return the name of the table, such as {@code symbol}, 1..255 characters} Fields may share a table. */
    String value();
}
