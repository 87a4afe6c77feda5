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
     * {@return such as {@code ns} or {@code bytes}, 1..255 characters} A factor may be in front, as in {@code 1e-4
     * USD}: text for people then shows 1000586 as {@code 100.0586 USD}. {@link Decimal} has it compared like that, too.
     */
    String value();
}
