package io.ringside.reader;

import io.ringside.control.EnableRequest;
import io.ringside.etw.trace.EventRecord;
import io.ringside.etw.trace.HeaderFlags;
import io.ringside.event.DataDescriptors;
import io.ringside.event.EventDescriptor;
import io.ringside.event.Level;
import io.ringside.internal.control.ControllerContext;
import io.ringside.internal.control.DirectoryController;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.drain.MappedLedgers;
import io.ringside.internal.drain.SinkReader;
import io.ringside.internal.event.ExtendedItemType;
import io.ringside.internal.registry.Registry;
import io.ringside.internal.schema.SchemaDecoder;
import io.ringside.internal.schema.TextFields;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.recording.Recorder;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ProviderTraits;
import io.ringside.session.Enablement;
import io.ringside.write.ProviderEvent;
import io.ringside.write.WriteResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Events that describe themselves, and traits of providers, from a real provider to who reads them, live or later. */
@Timeout(60)
class SelfDescribingEventsTest {
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final ProviderTraits TRAITS = ProviderTraits.of("Example-Orders").inGroup(new UUID(3, 4));
    private static final ProviderSchema OTHERS = ProviderSchema.builder("Example-Others").build();

    @TempDir
    Path root;
    private final List<String> texts = new ArrayList<>();
    private final EventRecord record = new EventRecord();
    private final List<Integer> flags = new ArrayList<>();
    private final List<Map<Integer, byte[]>> items = new ArrayList<>();
    private final List<EventDescriptor> descriptors = new ArrayList<>();
    private RecordingFixture fixture;
    private Ringside ringside;

    @BeforeEach
    void start() {
        fixture = new RecordingFixture(root);
        final HandMadeSession session = fixture.session;
        final DirectoryController controller = new DirectoryController(
                new ControllerContext(new Registry(session.participant()),
                        new MappedLedgers(session.directory(), session.participant().files(), SinkReader.NONE,
                                (file, problem) -> fixture.problems.add(problem))));
        ringside = Ringside.connect(
                new RingsideContext().directory(session.directory().path()).registerTimeoutNs(TIMEOUT_NS));
        for (final ProviderSchema provider : List.of(RecordingFixture.ORDERS, OTHERS)) {
            controller.enable("hand-made", EnableRequest.of(provider.name(), Enablement.of(5, 0, 0)), TIMEOUT);
        }
    }

    @AfterEach
    void close() {
        ringside.close();
        fixture.close();
    }

    @Test
    @DisplayName("R2.23 99-field event round trips; the record has Id 0, Channel 11 and ext item 11")
    void shouldCarryAnEventOfNinetyNineFields() {
        final FieldSchema[] fields = IntStream.range(0, 99).mapToObj(i -> FieldSchema.of("f" + i, FieldType.INT32))
                .toArray(FieldSchema[]::new);
        final ProviderEvent event = ringside.register(RecordingFixture.ORDERS).selfDescribing("wide")
                .level(Level.WARNING).keyword(0x8).opcode(3).task(9).fields(fields).intern();
        final UnsafeBuffer values = new UnsafeBuffer(new byte[99 * Integer.BYTES]);
        final DataDescriptors blocks = new DataDescriptors();
        for (int i = 0; i < 99; i++) {
            values.putInt(i * Integer.BYTES, 1_000 + i);
            blocks.add(values, i * Integer.BYTES, Integer.BYTES);
        }
        assertThat(WriteResult.written(event.write(blocks))).isEqualTo(1);

        readLive();

        assertThat(texts).containsExactly("Example-Orders/wide " + IntStream.range(0, 99)
                .mapToObj(i -> "f" + i + "=" + (1_000 + i)).collect(Collectors.joining(" ")));
        assertThat(descriptors).containsExactly(
                EventDescriptor.of(0, 0, EventDescriptor.CHANNEL_SELF_DESCRIBING, Level.WARNING, 9, 3, 0x8));
        assertThat(flags).containsExactly(HeaderFlags.ALWAYS | HeaderFlags.EXTENDED_INFO);
        assertThat(items.get(0)).containsOnlyKeys(ExtendedItemType.EVENT_SCHEMA);
        final UnsafeBuffer item = new UnsafeBuffer(items.get(0).get(ExtendedItemType.EVENT_SCHEMA));
        final ProviderSchema schema = SchemaDecoder.decode(item, 0, item.capacity());
        assertThat(schema.events()).singleElement().isEqualTo(event.schema());
        assertThat(schema.id()).isEqualTo(RecordingFixture.ORDERS.id());
    }

    @Test
    @DisplayName("R2.23 partly: \"99 fields\" two events of one name and different fields both decode, live and later")
    void shouldDecodeEventsOfOneNameWithDifferentFields() {
        final ProviderRegistration orders = ringside.register(RecordingFixture.ORDERS);
        final ProviderEvent asNumber = orders.selfDescribing("priced").fields(FieldSchema.of("price", FieldType.INT64))
                .intern();
        writeLong(asNumber, 5);
        final ProviderEvent asText = orders.selfDescribing("priced").fields(FieldSchema.of("price", FieldType.STRING),
                FieldSchema.of("in", FieldType.STRING)).intern();
        writeText(asText, "five", "EUR");
        writeLong(asNumber, 6);
        readLive();
        assertThat(texts).containsExactly("Example-Orders/priced price=5", "Example-Orders/priced price=five in=EUR",
                "Example-Orders/priced price=6");

        try (Recorder recorder = fixture.recorder()) {
            writeLong(asNumber, 7);
            fixture.record(recorder);
            writeText(orders.selfDescribing("told").fields(FieldSchema.of("a", FieldType.STRING),
                    FieldSchema.of("b", FieldType.STRING)).intern(), "x", "y");
            writeText(asText, "eight", "USD");
            fixture.record(recorder);
        }
        ringside.close();
        assertThat(fixture.read().texts).containsExactly("Example-Orders/priced price=7", "Example-Orders/told a=x b=y",
                "Example-Orders/priced price=eight in=USD");
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    @DisplayName("R1.3 partly: \"versions 0 and 1\" events of id 0 of two providers are never taken for each other")
    void shouldKeepEventsWithoutIdApart() {
        final FieldSchema value = FieldSchema.of("value", FieldType.INT64);
        final ProviderRegistration orders = ringside.register(RecordingFixture.ORDERS);
        final ProviderRegistration others = ringside.register(OTHERS);
        writeLong(orders.selfDescribing("one").fields(value).intern(), 1);
        writeLong(others.selfDescribing("two").fields(value).intern(), 2);
        writeLong(others.selfDescribing("one").fields(value).intern(), 3);
        writeLong(orders.selfDescribing("two").fields(value).intern(), 4);
        writeLong(orders.event("Opened"), 5);

        readLive();

        assertThat(texts).containsExactly("Example-Orders/one value=1", "Example-Others/two value=2",
                "Example-Others/one value=3", "Example-Orders/two value=4", "Example-Orders/Opened order=5");
        assertThat(descriptors).extracting(EventDescriptor::id).containsExactly(0, 0, 0, 0, 7);
    }

    @Test
    @DisplayName("R2.17 a second SetTraits fails, the first remains, and events carry item 12 equal to the blob")
    void shouldTellTheTraitsOfTheProviderWithEachEvent() {
        final ProviderRegistration orders = ringside.register(RecordingFixture.ORDERS);
        final ProviderEvent described = orders.selfDescribing("told").fields(FieldSchema.of("v", FieldType.INT64))
                .intern();
        writeLong(orders.event("Opened"), 1);
        assertThat(orders.traits(TRAITS)).isTrue();
        assertThat(orders.traits(ProviderTraits.of("other"))).isFalse();
        writeLong(orders.event("Opened"), 2);
        writeLong(described, 3);
        assertThat(WriteResult.written(orders.writeString(Level.ERROR, 0x1, "a string"))).isEqualTo(1);

        readLive();

        assertThat(items).extracting(Map::keySet).containsExactly(Set.of(),
                Set.of(ExtendedItemType.PROVIDER_TRAITS),
                Set.of(ExtendedItemType.EVENT_SCHEMA, ExtendedItemType.PROVIDER_TRAITS),
                Set.of(ExtendedItemType.PROVIDER_TRAITS));
        assertThat(items.subList(1, 4)).allSatisfy(
                item -> assertThat(item.get(ExtendedItemType.PROVIDER_TRAITS)).isEqualTo(TRAITS.toBytes()));
        assertThat(flags).containsExactly(HeaderFlags.ALWAYS, HeaderFlags.ALWAYS | HeaderFlags.EXTENDED_INFO,
                HeaderFlags.ALWAYS | HeaderFlags.EXTENDED_INFO,
                HeaderFlags.ALWAYS | HeaderFlags.EXTENDED_INFO | HeaderFlags.STRING_ONLY);
        assertThat(texts.subList(0, 3)).containsExactly("Example-Orders/Opened order=1",
                "Example-Orders/Opened order=2",
                "Example-Orders/told v=3");
    }

    @Test
    @DisplayName("R1.15 partly: \"items 1, 5, 6 and unknown ones\" items 11 and 12 are told of recorded events too")
    void shouldTellTheItemsOfRecordedEvents() {
        final ProviderRegistration orders = ringside.register(RecordingFixture.ORDERS.withTraits(TRAITS));
        final ProviderEvent described = orders.selfDescribing("told").fields(FieldSchema.of("v", FieldType.INT64))
                .intern();
        try (Recorder recorder = fixture.recorder()) {
            writeLong(described, 1);
            fixture.record(recorder);
        }
        try (EventReader consumer = EventReader.open(new ReaderContext().errorHandler(this::failed),
                Source.recording(fixture.folder))) {
            consumer.readAvailable(this::onEvent);
        }

        assertThat(texts).containsExactly("Example-Orders/told v=1");
        assertThat(items).singleElement().satisfies(item -> {
            assertThat(item).containsOnlyKeys(ExtendedItemType.EVENT_SCHEMA, ExtendedItemType.PROVIDER_TRAITS);
            assertThat(item.get(ExtendedItemType.PROVIDER_TRAITS)).isEqualTo(TRAITS.toBytes());
        });
        assertThat(flags).containsExactly(HeaderFlags.ALWAYS | HeaderFlags.EXTENDED_INFO);
        assertThat(fixture.problems).isEmpty();
    }

    private void readLive() {
        final ReaderContext context = new ReaderContext().directory(fixture.session.directory().path())
                .errorHandler(this::failed).merged(false).clock(() -> fixture.nowNs).libraryThread(Runnable::run);
        try (EventReader consumer = EventReader.open(context, Source.session("hand-made"))) {
            for (int quiet = 0; quiet < 5;) {
                fixture.nowNs += TimeUnit.SECONDS.toNanos(1);
                quiet = consumer.poll(this::onEvent) == 0 ? quiet + 1 : 0;
            }
        }
        assertThat(fixture.problems).isEmpty();
    }

    private void onEvent(final EventView event) {
        final StringBuilder text = new StringBuilder(event.providerName()).append('/').append(event.eventName());
        final EventSchema schema = event.schema();
        if (schema != null) {
            new TextFields().append(text.append(' '), schema, event.buffer(), event.payloadOffset(),
                    event.payloadLength());
        }
        texts.add(text.toString());
        descriptors.add(event.descriptor());
        flags.add(record.wrap(event).headerFlags());
        final Map<Integer, byte[]> found = new HashMap<>();
        record.readExtendedItems((type, buffer, offset, length) -> {
            final byte[] bytes = new byte[length];
            buffer.getBytes(offset, bytes);
            found.put(type, bytes);
        });
        items.add(found);
    }

    private void failed(final Throwable problem) {
        fixture.problems.add(String.valueOf(problem));
    }

    private static void writeLong(final ProviderEvent event, final long value) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
        payload.putLong(0, value);
        assertThat(WriteResult.written(event.write(payload, 0, Long.BYTES))).isEqualTo(1);
    }

    private static void writeText(final ProviderEvent event, final String one, final String other) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[64]);
        final int length = new PayloadWriter().wrap(payload, 0, 64).putString(one).putString(other)
                .length();
        assertThat(WriteResult.written(event.write(payload, 0, length))).isEqualTo(1);
    }
}
