package io.ringside.provider;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.event.DataDescriptors;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.provider.counter.CounterInstance;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import io.ringside.write.EventClaim;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** An application that trades whether it can be traced or not. */
final class TradingApplication {
    private static final int ROUNDS = 10_000;
    /** Attempts of a run in a session that wants them: four writes and a claim in each round. */
    static final long EVENTS = 5 * ROUNDS;

    /** A JVM that has just started on a busy machine may need longer than the default. */
    private static final long REGISTER_TIMEOUT_NS = 20_000_000_000L;

    private TradingApplication() {}

    public static void main(final String[] args) {
        final ProviderSchema schema = ProviderSchema.builder("Test.Trading")
                .event("traded", EventDescriptor.of(1, Level.INFORMATION, 1))
                .build();
        try (Ringside ringside = Ringside.connect(new RingsideContext().directory(Path.of(args[0]))
                .registerTimeoutNs(REGISTER_TIMEOUT_NS));
                ProviderRegistration first = ringside.register(schema);
                ProviderRegistration second = ringside.register(schema)) {
            final ProviderEvent traded = first.event("traded");
            final CounterInstance trades = ringside
                    .counterSet(CounterSetSchema.of("Test.Trades", CounterSetSchema.Kind.SINGLE,
                            List.of(CounterSchema.of(1, "own", CounterType.LARGE_RAWCOUNT),
                                    CounterSchema.of(2, "shared", CounterType.LARGE_RAWCOUNT))))
                    .create("");
            final EventClaim claim = EventClaim.create();
            final DataDescriptors blocks = new DataDescriptors();
            final ProviderEvent described = first.selfDescribing("described").intern();
            first.traits(ProviderTraits.of(schema.name()));
            long wanted = 0;
            boolean ok = true;
            for (int i = 0; i < ROUNDS; i++) {
                wanted += traded.isEnabled() ? 1 : 0;
                final long result = traded.write();
                ok &= WriteResult.isOk(result);
                wanted += WriteResult.wanted(result);
                wanted += WriteResult.wanted(described.write());
                wanted += WriteResult.wanted(traded.write(blocks.reset()));
                wanted += WriteResult.wanted(traded.write());
                trades.counter(1).increment();
                trades.sharedCounter(2).increment();
                if (traded.tryClaim(claim, 8)) {
                    claim.commit();
                }
            }
            System.out.println(first.status() + " " + second.status() + " wanted=" + wanted + " ok=" + ok);
            System.out.println("counted " + trades.counter(1).value() + ' ' + trades.sharedCounter(2).value());
            System.out.println(Objects.toString(first.problem(), ""));
        }
        System.out.println("traded on");
    }
}
