package io.ringside.etw.sample;

import io.ringside.etw.classic.ClassicEvent;
import io.ringside.etw.classic.ClassicFlags;
import io.ringside.etw.classic.ClassicProvider;
import io.ringside.etw.classic.ClassicRegistration;
import io.ringside.etw.classic.ClassicStatus;
import io.ringside.etw.classic.EventClass;
import io.ringside.etw.classic.RedirectProtection;
import io.ringside.event.Level;
import io.ringside.internal.event.GuidEncoding;
import io.ringside.provider.Ringside;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ValueMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * ETW's example of a classic provider in the terms of this library. It keeps the session that has enabled it first, and
 * writes an event of six fields if that session asks for errors or for everything. Its event takes the level that was
 * asked for as its own. A write that fails turns tracing off, and nothing else. For one thread.
 * <p>
 * {@code consumer/etw/docs/etw-names.md} tells how to run it as an application.
 */
public final class ClassicSample implements AutoCloseable {
    public static final UUID PROVIDER_ID = UUID.fromString("7C214FB1-9CAC-4b8d-BAED-7BF48BF63BB3");
    public static final UUID CATEGORY_ID = UUID.fromString("B49D5931-AD85-4070-B1B1-3F81F1532875");
    public static final UUID VALUE_ID = UUID.fromString("25BAEDA9-C81A-4889-8764-184FE56750F2");
    public static final int EVENT_TYPE = 1;
    public static final int EVENT_VERSION = 1;

    public static final EventClass CATEGORY = EventClass.builder("MyCategory", CATEGORY_ID)
            .event("MyEvent", EVENT_TYPE, EVENT_VERSION,
                    FieldSchema.of("Cost", FieldType.INT32),
                    FieldSchema.of("Indices", FieldType.UINT32).fixed(3),
                    FieldSchema.of("Signature", FieldType.TERMINATED_WIDE_STRING),
                    FieldSchema.of("IsComplete", FieldType.INT32)
                            .withValues(ValueMap.of("Bool", Map.of(0L, "false", 1L, "true"))),
                    FieldSchema.of("ID", FieldType.GUID),
                    FieldSchema.of("Size", FieldType.UINT32))
            .build();

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final String SIGNATURE = "Signature";
    private static final int COST_OFFSET = 0;
    private static final int INDICES_OFFSET = 4;
    private static final int INDICES_LENGTH = 3 * Integer.BYTES;
    private static final int IS_COMPLETE_OFFSET = 16;
    private static final int ID_OFFSET = 20;
    private static final int SIZE_OFFSET = 36;
    private static final int SIGNATURE_OFFSET = 40;
    private static final int SIGNATURE_LENGTH = (SIGNATURE.length() + 1) * Character.BYTES;
    private static final int FIELDS = 6;

    private final RedirectProtection control = new RedirectProtection();
    private final ClassicRegistration registration;
    private final ClassicEvent event = new ClassicEvent();
    /** What the application works with, where it lies and in its own order. */
    private final UnsafeBuffer data = new UnsafeBuffer(new byte[SIGNATURE_OFFSET + SIGNATURE_LENGTH]);

    public ClassicSample(final Ringside ringside) {
        registration = ClassicRegistration.register(ringside, ClassicProvider.of("MyProvider", PROVIDER_ID, CATEGORY),
                control, null);
        new PayloadWriter().wrap(data, 0, data.capacity())
                .putInt(32).putInt(4).putInt(5).putInt(6).putInt(1).putGuid(VALUE_ID).putInt(1024)
                .putWideText(SIGNATURE).putShort(0);
    }

    /** The application: it logs ten times a second, until it is ended. */
    public static void main(final String[] args) {
        try (Ringside ringside = Ringside.connect(); ClassicSample sample = new ClassicSample(ringside)) {
            if (sample.registration().problem() != null) {
                System.err.println(sample.registration().problem());
            }
            while (!Thread.interrupted()) {
                sample.log();
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    public RedirectProtection control() {
        return control;
    }

    public ClassicRegistration registration() {
        return registration;
    }

    /** Log the event if the session wants it; the application goes on either way. */
    public ClassicStatus log() {
        final RedirectProtection.State now = control.state();
        if (!now.isWanted(Level.ERROR)) {
            return ClassicStatus.OK;
        }
        event.reset()
                .size(event.sizeOf(FIELDS))
                .flags(ClassicFlags.TRACED_GUID | ClassicFlags.USE_MOF_POINTER)
                .classId(CATEGORY_ID)
                .type(EVENT_TYPE)
                .version(EVENT_VERSION)
                .level(now.level())
                .field(0, data, COST_OFFSET, Integer.BYTES)
                .field(1, data, INDICES_OFFSET, INDICES_LENGTH)
                .field(2, data, SIGNATURE_OFFSET, SIGNATURE_LENGTH)
                .field(3, data, IS_COMPLETE_OFFSET, Integer.BYTES)
                .field(4, data, ID_OFFSET, GuidEncoding.LENGTH)
                .field(5, data, SIZE_OFFSET, Integer.BYTES);
        final ClassicStatus status = now.session().write(event);
        if (status != ClassicStatus.OK) {
            control.turnOff(now);
        }
        return status;
    }

    @Override
    public void close() {
        registration.close();
    }
}
