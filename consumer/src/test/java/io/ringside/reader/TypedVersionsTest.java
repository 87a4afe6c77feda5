package io.ringside.reader;

import io.ringside.event.EventDescriptor;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import io.ringside.typed.TypedReceiver;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Events of providers that are older, newer, others or hostile, and a receiver of version 1. */
@Tag("jdk25")
class TypedVersionsTest {
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
    private final List<String> received = new ArrayList<>();
    private final TypedReceiver receiver = new TypedVersionsTestVersionedEventsReceiver(this::receive);

    /** Its second field came with version 1. */
    @TraceProvider("Example-Versions")
    interface VersionedEvents {
        @TraceEvent(id = 1, version = 1)
        void moved(Way way, CharSequence name, byte[] data, At at);
    }

    /** An enum. */
    enum Way {
        IN, OUT
    }

    /** A record that must not be made of nothing. */
    record At(int x) {
        At {
            if (x == 0) {
                throw new IllegalArgumentException("x is 0");
            }
        }
    }

    @Test
    void shouldReceiveAnOlderVersionWithoutWhatWasAddedSince() {
        assertThat(receiver.receive(event(0, payload().putByte(1), way("IN", "OUT")))).isTrue();
        assertThat(receiver.receive(event(0, payload().putByte(0).putString("x"), way("IN", "OUT"),
                FieldSchema.of("otherName", FieldType.STRING)))).isTrue();
        assertThat(received).containsExactly("OUT '' 0 null", "IN 'x' 0 null");
    }

    @Test
    void shouldPassOverWhatANewerVersionHasAdded() {
        assertThat(receiver.receive(event(2, payload().putByte(9).putString("x").putBinary(new byte[3]).putInt(4)
                .putLong(99), way("IN", "OUT", "BACK"), name(), data(), at(), FieldSchema.of("more", FieldType.INT64))))
                .isTrue();
        assertThat(received).containsExactly("null 'x' 3 At[x=4]");
    }

    @Test
    void shouldNeedNoMethodForEventsThatAreNotWanted() {
        final TypedReceiver none = new TypedVersionsTestVersionedEventsReceiver(
                new TypedVersionsTestVersionedEventsReceiver.Adapter() {});

        assertThat(none.receive(event(0, payload().putByte(1), way("IN", "OUT")))).isTrue();
        assertThat(received).isEmpty();
    }

    @Test
    void shouldRefuseFieldsThatAreOthers() {
        final PayloadWriter payload = payload().putLong(0).putLong(0);
        assertThat(receiver.receive(event(1, payload, FieldSchema.of("way", FieldType.UINT8), name()))).isFalse();
        assertThat(receiver.receive(event(1, payload, way("OUT", "IN"), name()))).isFalse();
        assertThat(receiver.receive(event(1, payload, way("IN", "OUT").prefixed(), name()))).isFalse();
        assertThat(receiver.receive(event(1, payload, way("IN", "OUT"), name().sized(3)))).isFalse();
        assertThat(receiver.receive(event(1, payload, way("IN", "OUT"), name(), data(),
                FieldSchema.struct("at", FieldSchema.of("x", FieldType.INT32), FieldSchema.of("y", FieldType.INT32)))))
                .isFalse();
    }

    @Test
    void shouldReceiveFieldsThatAreDescribedOtherwise() {
        assertThat(receiver.receive(event(1, payload().putByte(1).putString("x").putBinary(new byte[3]).putInt(4),
                way("IN", "OUT").withDocumentation("there"), name().withDocumentation("or back"), data(),
                FieldSchema.struct("at", FieldSchema.of("x", FieldType.INT32).withDocumentation("right")))))
                .isTrue();
        assertThat(received).containsExactly("OUT 'x' 3 At[x=4]");
    }

    @Test
    void shouldRefuseEventsOfOthers() {
        final EventSchema unknown = ProviderSchema.builder("Example-Versions")
                .event("else", EventDescriptor.of(2, 4, 0), way("IN", "OUT")).build().events().get(0);
        final UUID id = receiver.provider().id();
        assertThat(receiver.receive(new CopiedEvent(id, unknown, buffer, 1))).isFalse();
        assertThat(receiver.receive(new CopiedEvent(id, null, buffer, 1))).isFalse();
        assertThat(receiver.receive(new CopiedEvent(new UUID(0, 0), receiver.provider().events().get(0), buffer, 99)))
                .isFalse();
    }

    @Test
    void shouldRefuseAPayloadThatIsTooShort() {
        final int length = payload().putByte(1).putString("name").putBinary(new byte[2]).putInt(7).length();
        final EventSchema schema = receiver.provider().events().get(0);
        for (int i = 0; i < length; i++) {
            assertThat(receiver.receive(new CopiedEvent(receiver.provider().id(), schema, buffer, i))).isFalse();
        }
        assertThat(receiver.receive(new CopiedEvent(receiver.provider().id(), schema, buffer, length))).isTrue();
        assertThat(received).containsExactly("OUT 'name' 2 At[x=7]");
    }

    @Test
    void shouldThrowNothingWhateverAPayloadHolds() {
        final long seed = System.nanoTime();
        final SplittableRandom random = new SplittableRandom(seed);
        final TypedReceiver all = new TypeEventsReceiver(new TypeEventsLog());
        for (int i = 0; i < 50_000; i++) {
            for (int j = 0; j < 64; j++) {
                buffer.putByte(j, (byte) (random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(3)));
            }
            final EventSchema schema = all.provider().events().get(random.nextInt(all.provider().events().size()));
            final int length = random.nextInt(64);
            assertThat(buffer.capacity()).as("seed=%s", seed).isEqualTo(256);
            all.receive(new CopiedEvent(all.provider().id(), schema, buffer, length));
        }
    }

    private void receive(final Way way, final CharSequence name, final byte[] data, final At at) {
        received.add(way + " '" + name + "' " + data.length + ' ' + at);
    }

    private PayloadWriter payload() {
        return new PayloadWriter().wrap(buffer, 0, buffer.capacity());
    }

    private CopiedEvent event(final int version, final PayloadWriter payload, final FieldSchema... fields) {
        final ProviderSchema provider = ProviderSchema.builder("Example-Versions")
                .event("moved", EventDescriptor.of(1, version, 0, 4, 0, 0, 0), fields).build();
        return new CopiedEvent(provider.id(), provider.events().get(0), buffer, payload.length());
    }

    private static FieldSchema way(final String... constants) {
        return FieldSchema.of("way", FieldType.UINT8).withValues(TypedReceiver.values("Way", constants));
    }

    private static FieldSchema name() {
        return FieldSchema.of("name", FieldType.STRING);
    }

    private static FieldSchema data() {
        return FieldSchema.of("data", FieldType.BINARY);
    }

    private static FieldSchema at() {
        return FieldSchema.struct("at", FieldSchema.of("x", FieldType.INT32));
    }
}
