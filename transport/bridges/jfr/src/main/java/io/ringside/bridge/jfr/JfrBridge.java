package io.ringside.bridge.jfr;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.callback.ControlNotice;
import io.ringside.internal.machine.OperatorLog;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.schema.PayloadWriter;
import io.ringside.session.Enablement;
import io.ringside.write.ProviderEvent;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Provider of the events of JDK Flight Recorder in this JVM. While a session wants any of them, the bridge has its own
 * recording in which they are enabled; when that ends, JFR has its previous settings again. Thread-safe.
 * <p>
 * JFR delivers its events about once a second. They keep their original times, so readers of a live session mark them
 * as late, and the field {@code lag} of each is the time from its end to its delivery. A session does not contain the
 * events of its last second.
 */
public final class JfrBridge implements AutoCloseable {
    /** Name of the provider. */
    public static final String NAME = "Ringside.Jfr";

    /** Larger than any path. */
    private static final int SHORTAGE_BYTES = 8 * 1024;

    private final JfrSchema schema;
    private final Map<String, JfrEvent> events = new HashMap<>();
    private final JfrStream stream;
    /** Used only by callbacks, which never overlap. */
    private final Map<Long, Enablement> sessions = new LinkedHashMap<>();
    private final ProviderRegistration registration;

    private JfrBridge(final Ringside ringside, final List<EventType> types, final JfrSpace space) {
        schema = JfrSchema.of(types);
        stream = new JfrStream(events, space, this::onShortage);
        registration = ringside.register(schema.provider(), this::onControl, null);
        for (final ProviderEvent event : registration.events()) {
            final String name = event.schema().name();
            events.put(name, new JfrEvent(event, schema.fields(name)));
        }
    }

    /**
     * Registers the provider, with all events that JFR knows at this time. Blocks as registering does.
     *
     * @param ringside of the application
     * @return the bridge, which must be closed before Ringside
     * @throws RingsideException if this JVM has no JFR; with {@link ErrorCode#NO_SPACE} if the file system of its
     *                           repository is nearly full
     */
    public static JfrBridge open(final Ringside ringside) {
        return open(ringside, JfrSpace.ofThisJvm());
    }

    static JfrBridge open(final Ringside ringside, final JfrSpace space) {
        final JfrShortage shortage = space.shortage(JfrSpace.START_MIN_BYTES);
        if (shortage != null) {
            throw new RingsideException(ErrorCode.NO_SPACE,
                    shortage.message("events of Flight Recorder are refused") + "try again");
        }
        final JfrBridge bridge = new JfrBridge(ringside, types(), space);
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
        if (notice.code() == ControlNotice.DISABLE_PROVIDER) {
            sessions.clear();
        } else if (notice.code() == ControlNotice.ENABLE_PROVIDER) {
            for (final ControlNotice.SessionChange change : notice.changes()) {
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

    /** Writes an event, so that sessions without access to the application's log are informed of the shortage too. */
    private void onShortage(final JfrShortage shortage) {
        OperatorLog.warn(shortage.message("events of Flight Recorder end here") + "enable " + NAME + " again");
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[SHORTAGE_BYTES]);
        final PayloadWriter payload = new PayloadWriter().wrap(buffer, 0, SHORTAGE_BYTES)
                .putString(shortage.path().toString()).putLong(shortage.freeBytes()).putLong(shortage.minBytes());
        registration.event(JfrSchema.ENDED).write(buffer, 0, payload.length());
    }

    /** Closes the provider. The recording ends shortly afterwards. */
    @Override
    public void close() {
        stream.end();
        registration.close();
    }
}
