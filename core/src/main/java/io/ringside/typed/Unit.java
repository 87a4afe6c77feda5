package io.ringside.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The unit of a field's values, shown to readers. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Unit {
    /**
     * {@return unit such as {@code ns} or {@code bytes}, 1..255 characters} A factor may precede it, as in {@code 1e-4
     * USD}: text for users then shows 1000586 as {@code 100.0586 USD}. With {@link Decimal} such values are also
     * compared.
     */
    String value();
}
