package io.ringside.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a field of type {@code CharSequence} or {@code String} with recurring texts, such as symbols: the event
 * contains a four-byte number, and each text is published once, as the name of its number ({@code dictionary} of the
 * registration). Readers show and compare the texts.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Interned {
    /**
     * {@return the name of the dictionary, 1..255 characters; empty for the name of the parameter} Fields of a provider
     * may share a dictionary.
     */
    String value() default "";
}
