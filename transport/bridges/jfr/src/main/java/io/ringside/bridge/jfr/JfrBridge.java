package io.ringside.bridge.jfr;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.callback.ControlCode;
import io.ringside.callback.ControlNotice;
import io.ringside.callback.SessionChange;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.session.Enablement;
import io.ringside.write.ProviderEvent;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;

/**
 * The provider of the events of JDK Flight Recorder in this JVM. While a session wants any of them, a recording of its
 * own has them enabled; when that ends, JFR has the settings that it has without it. Thread-safe.
 * <p>
 * JFR hands its events over about once a second. Here they have their own times, so readers of a live session mark
 * them as late, and the field {@code lag} of each is the time from its end until it was handed over. Those of the last
 * second of a session are not in it.
 */
public final class JfrBridge implements AutoCloseable {
    /** Name of the provider. */
    public static final String NAME = "Ringside.Jfr";

    private final JfrSchema schema;
    private final Map<String, JfrEvent> events = new HashMap<>();
    private final JfrStream stream = new JfrStream(events);
    /** Only for callbacks, which never overlap. */
    private final Map<Long, Enablement> sessions = new LinkedHashMap<>();
    private final ProviderRegistration registration;

    private JfrBridge(final Ringside ringside, final List<EventType> types) {
        schema = JfrSchema.of(types);
        registration = ringside.register(schema.provider(), this::onControl, null);
        for (final ProviderEvent event : registration.events()) {
            final String name = event.schema().name();
            events.put(name, new JfrEvent(event, schema.fields(name)));
        }
    }

    /**
     * Register the provider, with all events that JFR knows at this moment. Waits as registering does.
     *
     * @param ringside of the application
     * @return the bridge, to be closed before it
     * @throws RingsideException if this JVM has no JFR
     */
    public static JfrBridge open(final Ringside ringside) {
        final JfrBridge bridge = new JfrBridge(ringside, types());
        bridge.stream.begin();
        return bridge;
    }

    private static List<EventType> types() {
        try {
            if (FlightRecorder.isAvailable()) {
                return FlightRecorder.getFlightRecorder().getEventTypes();
            }
        } catch (final IllegalStateException | SecurityException e) {
            throw new RingsideException(ErrorCode.UNEXPECTED, "Flight Recorder cannot be used: reason="
                    + e.getMessage() + ": see the options of this JVM", e);
        }
        throw new RingsideException(ErrorCode.UNEXPECTED, "this JVM has no Flight Recorder: vm="
                + System.getProperty("java.vm.name") + ": use one that has, without -XX:-FlightRecorder");
    }

    /** {@return the registration of the provider} */
    public ProviderRegistration registration() {
        return registration;
    }

    private void onControl(final ControlNotice notice) {
        if (notice.code() == ControlCode.DISABLE_PROVIDER) {
            sessions.clear();
        } else if (notice.code() == ControlCode.ENABLE_PROVIDER) {
            for (final SessionChange change : notice.changes()) {
                final Enablement after = change.after();
                if (after == null) {
                    sessions.remove(change.session().sessionId());
                } else {
                    sessions.put(change.session().sessionId(), after);
                }
            }
        } else {
            return;
        }
        stream.want(JfrSettings.of(schema.provider().events(), sessions.values()));
    }

    /** End it. The recording ends a moment later. */
    @Override
    public void close() {
        stream.end();
        registration.close();
    }
}
