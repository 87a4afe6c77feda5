package io.ringside.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a field of type {@code byte}, {@code short}, {@code int} or {@code long}, or an array of one of the last three,
 * a decimal: with a scale of 4, the number 5853300 represents 585.3300. The event contains the whole number; readers
 * show the decimal, and conditions compare it, exactly. Either {@link #scale} or {@link #scaleFrom} is given.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Decimal {
    /** Value instead of a scale: a field gives it. */
    int NONE = Integer.MIN_VALUE;

    /** {@return digits after the decimal point, 0..18; 0 for whole numbers} */
    int scale() default NONE;

    /**
     * {@return the name of an earlier whole number of the same event or record that gives the scale} If that number has
     * {@link NamedBy}, the scale is the one that the provider has published for its value with {@code publishScale} of
     * its registration; else the scale is the number itself. Readers mark a number whose scale is out of range or not
     * published.
     */
    String scaleFrom() default "";
}
