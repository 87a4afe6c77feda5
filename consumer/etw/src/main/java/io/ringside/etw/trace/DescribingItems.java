package io.ringside.etw.trace;

import io.ringside.internal.event.ExtendedItemType;
import io.ringside.internal.schema.SchemaEncoder;
import io.ringside.schema.EventSchema;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Extended items that ETW puts into every record, but that are stored once here: the encoded schema of self-describing
 * events, and the traits of the provider. Created when first needed. Not thread-safe.
 */
final class DescribingItems {
    private final ProviderSchema provider;
    private final @Nullable ProviderTraits traits;
    private @Nullable DirectBuffer schema;
    private @Nullable DirectBuffer traitBytes;

    DescribingItems(final ProviderSchema provider) {
        this.provider = provider;
        this.traits = provider.traits();
    }

    /** {@return whether these are the items of a provider's events} */
    @SuppressWarnings("ReferenceEquality") // An equal schema in another object only causes new items.
    boolean isOf(final ProviderSchema schema) {
        return provider == schema;
    }

    /** {@return whether an event has such an item; null for an event without a schema} */
    boolean has(final @Nullable EventSchema event) {
        return traits != null || (event != null && event.isSelfDescribing());
    }

    void read(final @Nullable EventSchema event, final EventRecord.ItemVisitor visitor) {
        if (event != null && event.isSelfDescribing()) {
            final DirectBuffer encoded = schema();
            visitor.onItem(ExtendedItemType.EVENT_SCHEMA, encoded, 0, encoded.capacity());
        }
        final ProviderTraits known = traits;
        if (known != null) {
            final DirectBuffer bytes = bytes(known);
            visitor.onItem(ExtendedItemType.PROVIDER_TRAITS, bytes, 0, bytes.capacity());
        }
    }

    private DirectBuffer schema() {
        DirectBuffer known = schema;
        if (known == null) {
            known = new UnsafeBuffer(SchemaEncoder.encode(provider));
            schema = known;
        }
        return known;
    }

    private DirectBuffer bytes(final ProviderTraits known) {
        DirectBuffer bytes = traitBytes;
        if (bytes == null) {
            bytes = new UnsafeBuffer(known.toBytes());
            traitBytes = bytes;
        }
        return bytes;
    }
}
