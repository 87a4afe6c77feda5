package io.ringside.sample;

import io.ringside.event.DataDescriptors;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteOptions;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The example of ETW's {@code EtwWrite} in the terms of this library: a driver tells of each device that starts. It
 * registers its provider when it is loaded and ends the registration when it is unloaded. An event is gathered from
 * three places, as they lie in memory, without being put together first: length of the device's name, the name, the
 * status. For one thread.
 */
final class EtwWriteSample implements AutoCloseable {
    static final String EVENT = "DeviceStarted";
    /** A text is its length in two bytes and then its bytes, so that the first two blocks are one field. */
    static final ProviderSchema SCHEMA = ProviderSchema.builder("Example-Driver")
            .keyword("lifetime", 0x1)
            .event(EVENT, EventDescriptor.of(1, Level.INFORMATION, 0x1),
                    FieldSchema.of("deviceName", FieldType.STRING), FieldSchema.of("status", FieldType.UINT32))
            .build();

    private final ProviderRegistration registration;
    private final ProviderEvent started;
    private final UnsafeBuffer nameLength = new UnsafeBuffer(new byte[Short.BYTES]);
    private final UnsafeBuffer status = new UnsafeBuffer(new byte[Integer.BYTES]);
    private final DataDescriptors blocks = new DataDescriptors();

    /** Load the driver. */
    EtwWriteSample(final Ringside ringside) {
        registration = ringside.register(SCHEMA);
        started = registration.event(EVENT);
    }

    /** Whether anybody wants to know; asking first saves what preparing an event costs. */
    boolean isEnabled() {
        return started.isEnabled();
    }

    /**
     * Tell that a device has started.
     *
     * @param deviceName in UTF-8, at most 65,535 bytes
     * @param code       its status
     * @return a {@link io.ringside.write.WriteResult}, which a driver need not look at
     */
    long deviceStarted(final DirectBuffer deviceName, final int code) {
        return started.write(gather(deviceName, code));
    }

    /**
     * Tell that a device has started, as part of an activity.
     *
     * @param deviceName in UTF-8, at most 65,535 bytes
     * @param code       its status
     * @param options    with the activity
     * @return a {@link io.ringside.write.WriteResult}
     */
    long deviceStarted(final DirectBuffer deviceName, final int code, final WriteOptions options) {
        return started.write(options, gather(deviceName, code));
    }

    /** Write blocks that were gathered elsewhere. */
    long write(final DataDescriptors gathered) {
        return started.write(gathered);
    }

    /** The three blocks: they refer to what they describe, which must stay as it is until the write returns. */
    DataDescriptors gather(final DirectBuffer deviceName, final int code) {
        nameLength.putShort(0, (short) deviceName.capacity(), ByteOrder.LITTLE_ENDIAN);
        status.putInt(0, code, ByteOrder.LITTLE_ENDIAN);
        return blocks.reset()
                .add(nameLength, 0, Short.BYTES)
                .add(deviceName, 0, deviceName.capacity())
                .add(status, 0, Integer.BYTES);
    }

    /** Unload the driver. */
    @Override
    public void close() {
        registration.close();
    }
}
