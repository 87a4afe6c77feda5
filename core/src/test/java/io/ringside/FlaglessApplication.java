package io.ringside;

import io.ringside.event.DataDescriptors;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.session.ProviderEnablements;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** What an application does with this module before it asks for anything to be traced, as a process of its own. */
final class FlaglessApplication {
    private FlaglessApplication() {}

    public static void main(final String[] args) {
        final EventDescriptor descriptor = EventDescriptor.of(1, Level.INFORMATION, 0x1);
        final ProviderSchema schema = ProviderSchema.builder("Flagless")
                .keyword("all", 0x1)
                .event("happened", descriptor, FieldSchema.of("n", FieldType.INT64))
                .build();
        final DataDescriptors blocks = new DataDescriptors().add(new byte[8], 0, 8).add(ByteBuffer.allocate(8), 0, 8)
                .reset();
        final ProviderEnablements enablements = ProviderEnablements.NONE.with(0, Enablement.of(5, 0, 0));
        System.out.println("declared " + schema.name() + " hash " + (schema.contentHash() != 0)
                + " blocks " + blocks.count() + " overflowed " + new PayloadWriter().putLong(1).isOverflowed()
                + " mask " + enablements.eventMask(descriptor, "e") + " lanes "
                + SessionSettings.builder("s").build().lanes());
        try {
            System.out.println("buffers work: " + new UnsafeBuffer(new byte[8]).getLong(0));
        } catch (final IllegalAccessError | ExceptionInInitializerError e) {
            System.out.println("buffers do not work");
        }
    }
}
