package io.ringside.schema;

import io.ringside.RingsideException;
import io.ringside.SeededRandom;
import io.ringside.internal.event.GuidEncoding;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProviderTraitsTest {
    private static final UUID GROUP = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

    @Test
    @DisplayName("R2.17 partly: \"settable once; ext item 12\" the bytes of a name, a group and one more")
    void shouldEncodeToGoldenBytes() {
        final ProviderTraits traits = ProviderTraits.of("Acm\u00e9").inGroup(GROUP).with(200, new byte[]{7, 8});

        assertThat(HexFormat.of().formatHex(traits.toBytes())).isEqualTo("2000" // 32 bytes in all
                + "41636dc3a9" + "00" // name
                + "1300" + "01" + "33221100" + "5544" + "7766" + "8899aabbccddeeff" // 19 bytes, group
                + "0500" + "c8" + "0708"); // 5 bytes, somebody's own
        assertThat(traits.name()).isEqualTo("Acm\u00e9");
        assertThat(traits.groupId()).isEqualTo(GROUP);
        assertThat(traits.trait(200)).containsExactly(7, 8);
        assertThat(traits.trait(201)).isNull();
        assertThat(parse(traits.toBytes())).isEqualTo(traits).hasSameHashCodeAs(traits);
    }

    @Test
    void shouldBeNoMoreThanANameIfNothingElseIsSaid() {
        final ProviderTraits traits = ProviderTraits.of("");

        assertThat(traits.toBytes()).containsExactly(3, 0, 0);
        assertThat(traits.groupId()).isNull();
        assertThat(parse(traits.toBytes()).name()).isEmpty();
    }

    @Test
    void shouldReplaceATraitAndLeaveTheOtherTraitsAsTheyWere() {
        final ProviderTraits first = ProviderTraits.of("p").inGroup(new UUID(1, 1)).with(130, new byte[0]);
        final ProviderTraits second = first.inGroup(GROUP);

        assertThat(second.groupId()).isEqualTo(GROUP);
        assertThat(second.trait(130)).isEmpty();
        assertThat(second.length()).isEqualTo(first.length());
        assertThat(first.groupId()).isEqualTo(new UUID(1, 1));
    }

    @Test
    void shouldWriteTheGroupAsAGuid() {
        final byte[] guid = new byte[GuidEncoding.LENGTH];
        GuidEncoding.put(new UnsafeBuffer(guid), 0, GROUP);

        assertThat(ProviderTraits.of("p").inGroup(GROUP).trait(ProviderTraits.TYPE_GROUP))
                .isEqualTo(guid);
    }

    @Test
    void shouldKeepTheBytesAsTheyWereGiven() {
        final byte[] bytes = HexFormat.of().parseHex("0f00" + "00" + "0400" + "ff" + "01" + "0500" + "80" + "0203"
                + "0300" + "80");

        final ProviderTraits traits = ProviderTraits.parse(new UnsafeBuffer(bytes), 0, bytes.length);

        assertThat(traits.toBytes()).isEqualTo(bytes);
        assertThat(traits.trait(0x80)).as("the first of its type").containsExactly(2, 3);
    }

    @Test
    @DisplayName("R2.17 partly: \"settable once; ext item 12\" whatever is of another form is refused")
    void shouldRefuseWhatIsNotOfTheForm() {
        final String group = "130001" + "00".repeat(16);
        refused("", "length=0, capacity=0");
        refused("0200", "length=2");
        refused("0400" + "00", "do not begin with their length");
        refused("0200" + "00", "do not begin with their length");
        refused("0400" + "4142", "has no end: offset=2");
        refused("0400" + "ff00", "not UTF-8: offset=2, length=1");
        refused("0400" + "0000", "trait is not within the traits: offset=3, length=0");
        refused("0500" + "000000", "trait is not within the traits: offset=3, length=0");
        refused("0600" + "00" + "0200" + "80", "offset=3, length=2, remaining=3");
        refused("0600" + "00" + "0400" + "80", "offset=3, length=4, remaining=3");
        refused("0600" + "00" + "0300" + "00", "type of trait out of range: type=0");
        refused("0600" + "00" + "0300" + "01", "trait of the group is not a GUID: length=0, expected=16");
        refused("2900" + "00" + group + group, "more than one group");
    }

    @Test
    void shouldRefuseWhatItCouldNotReadAgain() {
        final ProviderTraits traits = ProviderTraits.of("p");
        assertThatThrownBy(() -> ProviderTraits.of("p\0q")).hasMessageContaining("zero character: length=3, at=1");
        assertThatThrownBy(() -> ProviderTraits.of("\ud800")).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> traits.with(0, new byte[0])).hasMessageContaining("type=0, min=1, max=255");
        assertThatThrownBy(() -> traits.with(256, new byte[0])).hasMessageContaining("type=256");
        assertThatThrownBy(() -> traits.with(1, new byte[15])).hasMessageContaining("length=15, expected=16");
        assertThat(traits.with(128, new byte[0xFFFF - 7]).length()).isEqualTo(ProviderTraits.LENGTH_MAX);
        assertThatThrownBy(() -> traits.with(128, new byte[0xFFFF - 6]))
                .hasMessageContaining("length=65536, max=65535");
    }

    @Test
    void shouldRefuseARegionThatIsNotThere() {
        final UnsafeBuffer buffer = new UnsafeBuffer(ProviderTraits.of("p").toBytes());
        assertThatThrownBy(() -> ProviderTraits.parse(buffer, 1, 4)).hasMessageContaining("offset=1, length=4");
        assertThatThrownBy(() -> ProviderTraits.parse(buffer, -1, 4)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> ProviderTraits.parse(buffer, 0, -1)).isInstanceOf(RingsideException.class);
        assertThatThrownBy(() -> ProviderTraits.parse(buffer, 0, Integer.MAX_VALUE))
                .isInstanceOf(RingsideException.class);
    }

    @Test
    void shouldReadOrRefuseAnything() {
        final Random random = SeededRandom.create(getClass());
        int read = 0;
        for (int round = 0; round < 20_000; round++) {
            final byte[] bytes = damaged(Schemas.traits(random).toBytes(), random);
            try {
                assertThat(parse(bytes).toBytes()).isEqualTo(bytes);
                read++;
            } catch (final RingsideException e) {
                assertThat(e).hasMessageMatching("(?s)[^:]+: .+=.*");
            }
        }
        assertThat(read).as("some are still traits").isPositive();
    }

    private static byte[] damaged(final byte[] bytes, final Random random) {
        final byte[] damaged = random.nextInt(5) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length * 2)) : bytes;
        if (damaged.length >= 2 && random.nextInt(5) > 0) {
            damaged[0] = (byte) damaged.length;
            damaged[1] = (byte) (damaged.length >>> 8);
        }
        for (int i = random.nextInt(3); i > 0 && damaged.length > 2; i--) {
            damaged[2 + random.nextInt(damaged.length - 2)] = (byte) random.nextInt(30);
        }
        return damaged;
    }

    private static void refused(final String hex, final String message) {
        assertThatThrownBy(() -> parse(HexFormat.of().parseHex(hex))).isInstanceOf(RingsideException.class)
                .hasMessageContaining(message);
    }

    private static ProviderTraits parse(final byte[] bytes) {
        return ProviderTraits.parse(new UnsafeBuffer(bytes), 0, bytes.length);
    }
}
