package io.ringside.cli.record;

import io.ringside.recording.RollInterval;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how often a new file is begun. Stateless. */
final class CycleConverter implements ITypeConverter<RollInterval> {
    @Override
    public RollInterval convert(final String text) {
        final String typed = text.toLowerCase(Locale.ROOT);
        return Arrays.stream(RollInterval.values()).filter(interval -> word(interval).equals(typed)).findFirst()
                .orElseThrow(() -> new TypeConversionException("invalid roll interval '" + text + "': expected one of "
                        + Arrays.stream(RollInterval.values()).map(CycleConverter::word)
                                .collect(Collectors.joining(", "))));
    }

    private static String word(final RollInterval interval) {
        return interval.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
