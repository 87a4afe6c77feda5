package io.ringside.cli.emit;

import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.schema.ProviderSchema;
import java.util.function.LongUnaryOperator;

/**
 * The provider of numbered events: {@code sequence}, and as much data behind it as the payload is to have. Its payload
 * decides which of three interfaces it is: bytes with their number in front need two at least. Thread-safe.
 */
final class NumberedProvider {
    /** Payload with the number alone. */
    static final int MIN_PAYLOAD_BYTES = Long.BYTES;

    private static final int PREFIX_BYTES = Short.BYTES;

    private final ProviderRegistration registration;
    private final LongUnaryOperator even;
    private final LongUnaryOperator odd;

    private NumberedProvider(final ProviderRegistration registration, final LongUnaryOperator even,
            final LongUnaryOperator odd) {
        this.registration = registration;
        this.even = even;
        this.odd = odd;
    }

    /** What a provider of that name and payload declares. */
    static ProviderSchema schema(final String provider, final int payloadBytes) {
        final int rest = payloadBytes - Long.BYTES;
        return (rest == 0
                ? NumberedEventsBareProvider.SCHEMA
                : rest < PREFIX_BYTES ? NumberedEventsOneByteProvider.SCHEMA : NumberedEventsFilledProvider.SCHEMA)
                .named(provider);
    }

    /** Registers a provider whose events all have a payload of so many bytes, {@link #MIN_PAYLOAD_BYTES} or more. */
    static NumberedProvider register(final String provider, final Ringside ringside, final int payloadBytes) {
        final int rest = payloadBytes - Long.BYTES;
        if (rest == 0) {
            final NumberedEventsBareProvider events = NumberedEventsBareProvider.registerAs(provider, ringside);
            return new NumberedProvider(events.registration(), events::even, events::odd);
        }
        if (rest < PREFIX_BYTES) {
            final NumberedEventsOneByteProvider events = NumberedEventsOneByteProvider.registerAs(provider, ringside);
            final byte data = Long.BYTES;
            return new NumberedProvider(events.registration(), sequence -> events.even(sequence, data),
                    sequence -> events.odd(sequence, data));
        }
        final NumberedEventsFilledProvider events = NumberedEventsFilledProvider.registerAs(provider, ringside);
        final byte[] data = data(rest - PREFIX_BYTES);
        return new NumberedProvider(events.registration(), sequence -> events.even(sequence, data),
                sequence -> events.odd(sequence, data));
    }

    ProviderRegistration registration() {
        return registration;
    }

    /** Writes an event; returns a {@link io.ringside.write.WriteResult}. */
    long write(final long sequence) {
        return ((sequence & 1) == 0 ? even : odd).applyAsLong(sequence);
    }

    /** Each byte is its own offset in the payload. */
    static byte[] data(final int length) {
        final byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = (byte) (Long.BYTES + PREFIX_BYTES + i);
        }
        return data;
    }
}
