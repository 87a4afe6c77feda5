package io.ringside.provider;

import io.ringside.event.EventDescriptor;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames.Entry;
import io.ringside.schema.ValueMap;
import java.io.IOException;
import java.nio.file.Path;

/** Publishes names of the values 0 to 99, and goes on until its input ends. */
final class NamingApplication {
    static final int NAMES = 100;
    static final ProviderSchema SCHEMA = ProviderSchema.builder("Test.Symbols")
            .event("submitted", EventDescriptor.of(1, 4, 1),
                    FieldSchema.of("symbol", FieldType.INT64).withValues(ValueMap.published("symbol")))
            .build();

    private NamingApplication() {}

    public static void main(final String[] args) throws IOException {
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(Path.of(args[0])))) {
            final ProviderRegistration registration = ringside.register(SCHEMA);
            for (int i = 0; i < NAMES; i++) {
                if (isScale(i)) {
                    registration.publishScale("symbol", i, i % 19);
                } else {
                    registration.publishName("symbol", i, name(i));
                }
            }
            System.out.println("published");
            if (System.in.read() >= 0) {
                System.out.println("ended");
            }
        }
    }

    /** Every other value has a scale in place of a name. */
    private static boolean isScale(final int value) {
        return value % 2 == 1;
    }

    static Entry entry(final int value, final long ticks) {
        return isScale(value)
                ? Entry.ofScale("symbol", value, value % 19, ticks)
                : Entry.ofName("symbol", value, name(value), ticks);
    }

    private static String name(final int value) {
        return "SYMBOL-" + "x".repeat(value) + value;
    }
}
