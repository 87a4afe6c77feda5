package acme.desk;

import io.ringside.counter.CounterSchema;
import io.ringside.counter.CounterSetKind;
import io.ringside.counter.CounterSetSchema;
import io.ringside.counter.CounterType;
import io.ringside.session.Enablement;
import io.ringside.event.EventDescriptor;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.control.Controller;
import io.ringside.control.EnableRequest;
import io.ringside.control.StopResult;
import io.ringside.provider.counter.CounterCallback;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.write.WriteResult;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/** Starts a session for its own events, writes typed and untyped ones, gives counters, and stops the session. */
public final class DeskApplication {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);

    public static void main(String[] args) {
        final ProviderSchema schema = ProviderSchema.builder("Acme.Risk")
                .event("limit", EventDescriptor.of(1, 4, 1), FieldSchema.of("value", FieldType.INT64)).build();
        final CounterSetSchema counters = CounterSetSchema.of("Acme Desk", CounterSetKind.SINGLE,
                List.of(CounterSchema.of(1, "open", CounterType.LARGE_RAWCOUNT)));
        try (Controller controller = Controller.open();
                Ringside ringside = Ringside.connect();
                DeskEventsProvider desk = DeskEventsProvider.register(ringside);
                ProviderRegistration risk = ringside.register(schema)) {
            ringside.counterSet(counters, request -> {
                request.buffer().add("", 0, 7);
                return CounterCallback.SUCCESS;
            }, null);
            controller.start("desk");
            for (final String provider : List.of("Acme.Desk", "Acme.Risk")) {
                System.out.println("acknowledged=" + controller.enable("desk",
                        EnableRequest.of(provider, Enablement.of(255, 0, 0)), TIMEOUT_NS).acknowledged());
            }
            System.out.println("written=" + WriteResult.written(desk.quoted(42)));
            System.out.println("written="
                    + WriteResult.written(risk.event("limit").write(new UnsafeBuffer(new byte[8]), 0, 8)));
            System.out.println("wanted=" + controller.query("desk").ledger().totals().wanted());
            final StopResult result = controller.stop("desk", TIMEOUT_NS);
            result.requireComplete();
            System.out.println("ended=" + result.ended());
        }
    }
}
