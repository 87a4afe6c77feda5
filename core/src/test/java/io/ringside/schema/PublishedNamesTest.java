package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.SeededRandom;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.schema.SchemaDecoder;
import io.ringside.internal.schema.SchemaEncoder;
import io.ringside.internal.schema.TextFields;
import io.ringside.schema.PublishedNames.AsOf;
import io.ringside.schema.PublishedNames.Entry;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PublishedNamesTest {
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Example-Orders")
            .event("Submitted", EventDescriptor.of(1, 4, 0),
                    FieldSchema.of("symbol", FieldType.INT32).withValues(ValueMap.published("symbol")),
                    FieldSchema.struct("leg",
                            FieldSchema.of("venue", FieldType.UINT8).withValues(ValueMap.published("venue"))))
            .event("Started", EventDescriptor.of(2, 4, 0), FieldSchema.of("count", FieldType.INT32))
            .build();

    private final PublishedNames names = new PublishedNames();
    private final AsOf asOf = new AsOf();
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[5]);

    @Test
    void shouldSayOfAnyTextWhetherItMayBeAName() {
        final Random random = SeededRandom.create(getClass());
        final String characters = "aB .\u00e4\u00df\u20ac\ud83d\ude00\ud800\udfff\u0000\n\u007f\u0085\uffff";
        for (int i = 0; i < 20_000; i++) {
            final StringBuilder text = new StringBuilder();
            final int length = random.nextInt(random.nextBoolean() ? 4 : 300);
            while (text.length() < length) {
                // Most texts have one or two kinds of characters, so that long ones may be allowed.
                text.append(random.nextInt(50) > 0
                        ? characters.charAt(i % 8)
                        : characters.charAt(random.nextInt(characters.length())));
            }
            boolean isAllowed = true;
            try {
                PublishedNames.check(Entry.ofName("symbol", 1, text.toString(), 0));
            } catch (final RingsideException e) {
                isAllowed = false;
            }
            assertThat(PublishedNames.isName(text)).as("%s", text).isEqualTo(isAllowed);
        }
    }

    @Test
    void shouldShowNamesThatComeAfterTheSchema() {
        final ProviderSchema schema = SCHEMA.withNames(names, asOf);
        assertThat(shown(schema, 17, 3)).isEqualTo("symbol=17 leg={venue=3}");

        names.publish("symbol", 17, "AAPL", 100);
        names.publish("venue", 3, "XNAS", 100);

        assertThat(shown(schema, 17, 3)).isEqualTo("symbol=AAPL leg={venue=XNAS}");
        assertThat(shown(schema, 3, 17)).isEqualTo("symbol=3 leg={venue=17}");
        assertThat(shown(SCHEMA, 17, 3)).as("without a process").isEqualTo("symbol=17 leg={venue=3}");
    }

    @Test
    void shouldShowTheNameThatAppliesAtTheTimeOfTheEvent() {
        final ProviderSchema schema = SCHEMA.withNames(names, asOf);
        names.publish("symbol", 17, "AAPL", 100);
        names.publish("symbol", 17, "MSFT", 200);
        names.publish("symbol", 17, "AAPL", 300);

        assertThat(symbolAt(schema, 99)).as("the first name is that of earlier events too").isEqualTo("AAPL");
        assertThat(symbolAt(schema, 199)).isEqualTo("AAPL");
        assertThat(symbolAt(schema, 200)).isEqualTo("MSFT");
        assertThat(symbolAt(schema, 299)).isEqualTo("MSFT");
        assertThat(symbolAt(schema, 300)).isEqualTo("AAPL");
        assertThat(symbolAt(schema, Long.MAX_VALUE)).isEqualTo("AAPL");
    }

    @Test
    void shouldAddNothingForANameThatAValueHasOrForAnOlderOne() {
        assertThat(names.add(Entry.ofName("symbol", 17, "AAPL", 100))).isTrue();
        assertThat(names.add(Entry.ofName("symbol", 17, "AAPL", 200))).isFalse();
        assertThat(names.add(Entry.ofName("symbol", 17, "MSFT", 100))).isFalse();
        assertThat(names.publish("symbol", 17, "MSFT", 50)).as("published after the other").isTrue();

        assertThat(names.entries(0)).extracting(Entry::timeTicks).containsExactly(100L, 101L);
    }

    @Test
    void shouldAddScalesBesideNames() {
        assertThat(names.add(Entry.ofName("symbol", 17, "AAPL", 100))).isTrue();
        assertThat(names.add(Entry.ofScale("symbol", 17, 4, 50))).as("another than the name").isTrue();
        assertThat(names.add(Entry.ofScale("symbol", 17, 4, 200))).isFalse();
        assertThat(names.add(Entry.ofScale("symbol", 17, 3, 50))).isFalse();
        assertThat(names.add(Entry.ofScale("venue", 17, 3, 50))).isTrue();
        assertThat(names.publishScale("symbol", 17, 0, 60)).as("published after the others").isTrue();

        assertThat(names.entries(0)).extracting(Entry::timeTicks).containsExactly(100L, 50L, 50L, 60L);
        final ValueMap map = ValueMap.published("symbol").withNames(names, asOf);
        assertThat(map.scaleOf(17)).isZero();
        assertThat(map.scaleOf(18)).isEqualTo(ValueMap.NO_SCALE);
        assertThat(map.symbolOf(17)).isEqualTo("AAPL");
        asOf.timeTicks(59);
        assertThat(map.scaleOf(17)).isEqualTo(4);
        assertThat(ValueMap.of("Side", Map.of(17L, "BUY")).scaleOf(17)).isEqualTo(ValueMap.NO_SCALE);
    }

    @Test
    void shouldBeTheSameSchemaWhateverNamesAreThere() {
        names.publish("symbol", 17, "AAPL", 100);
        final ProviderSchema schema = SCHEMA.withNames(names, asOf);

        assertThat(schema).isEqualTo(SCHEMA);
        assertThat(schema.contentHash()).isEqualTo(SCHEMA.contentHash());
        final byte[] encoded = SchemaEncoder.encode(schema);
        final ProviderSchema decoded = SchemaDecoder.decode(new UnsafeBuffer(encoded), 0, encoded.length);
        assertThat(decoded).isEqualTo(SCHEMA);
        assertThat(decoded.publishedTables()).containsExactly("symbol", "venue");
        assertThat(ProviderSchema.builder("Example-Plain").build().withNames(names, asOf).hasPublishedNames())
                .isFalse();
    }

    @Test
    void shouldFindEachOfManyNamesWhateverTheirValues() {
        final Random random = SeededRandom.create(PublishedNamesTest.class);
        final PublishedNames.Table table = names.table("symbol");
        final Map<Long, String> known = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            final long value = random.nextBoolean() ? random.nextLong() : random.nextInt(5_000) * 64L;
            final String name = "N" + random.nextInt(1_000);
            names.publish("symbol", value, name, i);
            known.put(value, name);
        }

        known.forEach((value, name) -> assertThat(table.nameOf(value, asOf)).isEqualTo(name));
        assertThat(table.nameOf(-7, asOf)).isEqualTo(known.get(-7L));
    }

    @Test
    void shouldFindANameWhileOthersArePublished() {
        final PublishedNames.Table table = names.table("symbol");
        names.publish("symbol", 64, "FIRST", 0);
        final AtomicBoolean done = new AtomicBoolean();
        final CompletableFuture<Long> looking = CompletableFuture.supplyAsync(() -> {
            long missed = 0;
            while (!done.get()) {
                missed += "FIRST".equals(table.nameOf(64, asOf)) ? 0 : 1;
            }
            return missed;
        });
        for (int i = 0; i < 10_000; i++) {
            names.publish("symbol", 128 + i * 64L, "N" + i, i);
        }
        done.set(true);

        assertThat(looking.join()).isZero();
    }

    @Test
    void shouldSayWhatIsTooMuch() {
        assertThatThrownBy(() -> names.publish("symbol", 1, "ä".repeat(128), 0)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("value=1").hasMessageContaining("bytes=256, max=255");
        assertThatThrownBy(() -> names.publish("symbol", 1, "", 0)).hasMessageContaining("length=0");
        assertThatThrownBy(() -> names.publish("symbol", 1, "A\nB", 0)).hasMessageContaining("control characters");
        for (final int scale : new int[]{-1, 19}) {
            assertThatThrownBy(() -> names.publishScale("symbol", 1, scale, 0)).isInstanceOf(RingsideException.class)
                    .hasMessage("published scale is out of range: table=symbol, value=1, scale=" + scale
                            + ", min=0, max=18");
        }
        assertThat(names.size()).isZero();

        for (int i = 0; i < PublishedNames.NAMES_MAX; i++) {
            names.publish("symbol", i, "N" + i, i);
        }
        assertThatThrownBy(() -> names.publish("symbol", -1, "ONE-MORE", 0)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("names=65536, max=65536").hasMessageContaining("name=ONE-MORE");
        assertThatThrownBy(() -> names.publishScale("symbol", 5, 4, 0)).hasMessageContaining("scale=4, names=65536");
        assertThat(names.publish("symbol", 5, "N5", 0)).as("has that name").isFalse();
        assertThat(names.size()).isEqualTo(PublishedNames.NAMES_MAX);
    }

    @Test
    void shouldBoundTheBytesOfAllNames() {
        final String table = "t".repeat(255);
        final int length = Entry.ofName(table, 0, "n".repeat(255), 0).length();
        final int fitting = PublishedNames.BYTES_MAX / length;
        for (int i = 0; i < fitting; i++) {
            names.publish(table, i, "%0255d".formatted(i), i);
        }

        assertThatThrownBy(() -> names.publish(table, -1, "n".repeat(255), 0))
                .hasMessageContaining("maxBytes=" + PublishedNames.BYTES_MAX);
        assertThat(length % 8).isZero();
        assertThat(length).isEqualTo((24 + 510 + 7) / 8 * 8);
        assertThat("%0255d".formatted(1).getBytes(StandardCharsets.UTF_8)).hasSize(255);
    }

    private String symbolAt(final ProviderSchema schema, final long ticks) {
        asOf.timeTicks(ticks);
        final ValueMap map = schema.events().get(0).fields().get(0).values();
        return map == null ? "" : String.valueOf(map.symbolOf(17));
    }

    private String shown(final ProviderSchema schema, final int symbol, final int venue) {
        payload.putInt(0, symbol);
        payload.putByte(4, (byte) venue);
        final StringBuilder text = new StringBuilder();
        new TextFields().append(text, schema.events().get(0), payload, 0, 5);
        return text.toString();
    }
}
