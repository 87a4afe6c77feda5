package io.ringside.provider;

import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderTraits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/** Registers a provider, describes an event, tells the traits, and goes on until its input ends. */
final class DescribingApplication {
    static final UUID GROUP = new UUID(3, 4);
    static final ProviderTraits TRAITS = ProviderTraits.of(RingsideFixture.SCHEMA.name()).inGroup(GROUP);

    private DescribingApplication() {}

    public static void main(final String[] args) throws IOException {
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(Path.of(args[0])))) {
            describe(ringside);
            System.out.println("described");
            if (System.in.read() >= 0) {
                System.out.println("ended");
            }
        }
    }

    static ProviderRegistration describe(final Ringside ringside) {
        final ProviderRegistration registration = ringside.register(RingsideFixture.SCHEMA);
        event(registration).intern();
        registration.traits(TRAITS);
        return registration;
    }

    static SelfDescribingEvent event(final ProviderRegistration registration) {
        return registration.selfDescribing("improved").level(4).fields(FieldSchema.of("number", FieldType.INT64));
    }
}
