package io.ringside.provider.generated;

import io.ringside.callback.ProviderCallback;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.TextDictionary;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Composite;
import io.ringside.write.ProviderEvent;
import org.jspecify.annotations.Nullable;

/**
 * A registered provider whose events are methods; the generated providers extend it. Thread-safe. Its events throw
 * nothing but what their arguments throw, and do nothing after it has been closed.
 */
public abstract class TypedProvider implements AutoCloseable {
    private final ProviderRegistration registration;
    private final ProviderCallback.@Nullable Recorded kept;

    /**
     * Registers a provider.
     *
     * @param ringside        runtime to register with
     * @param schema          of the provider
     * @param callback        called with each notice, after level and masks have been kept; null for none
     * @param callbackContext that each call is given; may be null
     */
    protected TypedProvider(final Ringside ringside, final ProviderSchema schema,
            final @Nullable ProviderCallback callback, final @Nullable Object callbackContext) {
        kept = callback == null ? null : new ProviderCallback.Recorded(callback);
        registration = ringside.register(schema, kept, callbackContext);
    }

    /** {@return the registration of the events} */
    public final ProviderRegistration registration() {
        return registration;
    }

    /**
     * Level and masks of the last callback.
     *
     * @return null if the provider was made without a callback
     */
    public final @Nullable Composite wanted() {
        final ProviderCallback.Recorded state = kept;
        return state == null ? null : state.wanted();
    }

    /**
     * The numbers of texts.
     *
     * @param table that fields of the schema name
     * @return the dictionary
     */
    protected final TextDictionary dictionary(final String table) {
        return registration.dictionary(table);
    }

    /** End the registration. */
    @Override
    public final void close() {
        registration.close();
    }

    /**
     * Handle of an event.
     *
     * @param index of the event in the schema
     * @return the handle
     */
    protected final ProviderEvent event(final int index) {
        return registration.events().get(index);
    }
}
