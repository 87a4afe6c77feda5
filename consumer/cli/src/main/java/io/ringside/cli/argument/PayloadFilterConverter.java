package io.ringside.cli.argument;

import io.ringside.filter.ExpressionException;
import io.ringside.filter.PayloadFilter;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A condition on the payload of events, such as {@code submitted: price > 10}, as {@link PayloadFilter} reads it. */
public final class PayloadFilterConverter implements ITypeConverter<PayloadFilter> {
    /** A converter. */
    public PayloadFilterConverter() {
        // Nothing to set.
    }

    @Override
    public PayloadFilter convert(final String text) {
        try {
            return PayloadFilter.parse(text);
        } catch (final ExpressionException | IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
