package io.ringside.cli.argument;

import java.util.UUID;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A provider by UUID or by name. A name may have an asterisk in front, as other tools of this kind ask for; what
 * follows one is always a name.
 */
public final class ProviderConverter implements ITypeConverter<ProviderSelector> {
    private static final Pattern ID = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");
    private static final String NAME_MARK = "*";

    /** A converter. */
    public ProviderConverter() {
        // Nothing to set.
    }

    @Override
    public ProviderSelector convert(final String text) {
        final boolean marked = text.startsWith(NAME_MARK);
        if (!marked && ID.matcher(text).matches()) {
            return new ProviderSelector(UUID.fromString(text), null);
        }
        final String name = marked ? text.substring(NAME_MARK.length()) : text;
        if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
            throw new TypeConversionException("invalid provider: expected a name or UUID such as Orders, *Orders or "
                    + "22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716");
        }
        return ProviderSelector.ofName(name);
    }
}
