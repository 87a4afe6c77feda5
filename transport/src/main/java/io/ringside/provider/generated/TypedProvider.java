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
 * A registered provider whose events are methods. Generated providers extend it. Thread-safe. Its events throw only
 * exceptions of their arguments, and do nothing after it has been closed.
 */
public abstract class TypedProvider implements AutoCloseable {
    private final ProviderRegistration registration;
    private final ProviderCallback.@Nullable Recorded kept;

    /**
     * Registers a provider.
     *
     * @param ringside        runtime with which the provider is registered
     * @param schema          of the provider
     * @param callback        callback for each notice, called after level and masks have been stored; null for none
     * @param callbackContext context passed with each call; may be null
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
     * Returns the level and masks of the last notice.
     *
     * @return the composite; null if the provider was created without a callback
     */
    public final @Nullable Composite wanted() {
        final ProviderCallback.Recorded state = kept;
        return state == null ? null : state.wanted();
    }

    /**
     * Returns the dictionary of repeated texts.
     *
     * @param table table to which fields of the schema refer
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
     * Returns the handle of an event.
     *
     * @param index of the event in the schema
     * @return the handle
     */
    protected final ProviderEvent event(final int index) {
        return registration.events().get(index);
    }
}
