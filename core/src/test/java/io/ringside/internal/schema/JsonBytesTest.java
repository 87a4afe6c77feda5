package io.ringside.internal.schema;

import io.ringside.AllocatedBytes;
import io.ringside.SeededRandom;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.PayloadReader;
import io.ringside.schema.PayloadWriter;
import io.ringside.schema.Schemas;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** JSON as bytes is what the printers of texts print. */
@Timeout(120)
class JsonBytesTest {
    private final Random random = SeededRandom.create(getClass());
    private final JsonBytes bytes = new JsonBytes(0);
    private final PayloadReader reader = new PayloadReader();

    @Test
    void shouldPrintWholeNumbersAsTheJdkDoes() {
        final StringBuilder expected = new StringBuilder();
        long power = 1;
        for (int i = 0; i < 20; i++) {
            for (final long value : new long[]{power - 1, power, power + 1, -power, Long.MIN_VALUE + power}) {
                append(expected, value);
            }
            power *= 10;
        }
        for (int i = 0; i < 10_000; i++) {
            append(expected, random.nextLong() >> random.nextInt(Long.SIZE));
        }
        append(expected, Long.MAX_VALUE);
        append(expected, Long.MIN_VALUE);
        assertThat(bytes.toString()).isEqualTo(expected.toString());
    }

    private void append(final StringBuilder expected, final long value) {
        final int nine = (int) Math.floorMod(value, 1_000_000_000L);
        expected.append(value).append(' ').append(Long.toUnsignedString(value)).append(' ')
                .append(String.format("%09d", nine)).append("\"0x").append(Long.toHexString(value)).append('"')
                .append('"').append(new UUID(value, ~value)).append('"');
        bytes.append(value);
        bytes.append(' ');
        bytes.appendUnsigned(value);
        bytes.append(' ');
        bytes.appendNine(nine);
        bytes.appendMask(value);
        bytes.appendUuid(value, ~value);
    }

    @Test
    void shouldEscapeTextsOfAnyCharacters() {
        for (int round = 0; round < 5_000; round++) {
            final StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(30); i > 0; i--) {
                text.appendCodePoint(switch (random.nextInt(8)) {
                    case 0 -> random.nextInt(0x100);
                    case 1 -> random.nextInt(0x10000);
                    case 2 -> random.nextInt(Character.MAX_CODE_POINT + 1);
                    default -> ' ' + random.nextInt(0x5F);
                });
            }
            final StringBuilder expected = new StringBuilder();
            JsonText.appendQuoted(expected, text);
            bytes.length(0);
            bytes.appendQuoted(text);
            assertThat(bytes.toString()).isEqualTo(expected.toString());
        }
    }

    @Test
    void shouldReadUtf8AsTheJdkDoes() {
        for (int round = 0; round < 20_000; round++) {
            final byte[] utf8 = new byte[random.nextInt(20)];
            for (int i = 0; i < utf8.length; i++) {
                utf8[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : 0x80 | (random.nextInt(128) >> 1));
            }
            if (random.nextBoolean()) {
                final byte[] whole = Character.toString(random.nextInt(Character.MIN_SURROGATE))
                        .getBytes(StandardCharsets.UTF_8);
                System.arraycopy(whole, 0, utf8, 0, Math.min(whole.length, utf8.length));
            }
            final StringBuilder expected = new StringBuilder();
            JsonText.appendQuoted(expected, new String(utf8, StandardCharsets.UTF_8));
            bytes.length(0);
            bytes.appendQuoted(new UnsafeBuffer(utf8), 0, utf8.length);
            assertThat(bytes.toString()).as(Arrays.toString(utf8)).isEqualTo(expected.toString());
        }
    }

    @Test
    void shouldPrintAnyBytesByAnySchemaAsTextsArePrinted() {
        for (int round = 0; round < 3_000; round++) {
            final EventSchema event = Schemas.event(Schemas.fields(random, 1).toArray(FieldSchema[]::new));
            final FieldTable<JsonFieldBytes.Member> prepared = JsonFieldBytes.prepare(event);
            final boolean longsQuoted = random.nextBoolean();
            final JsonFields texts = new JsonFields(longsQuoted);
            final JsonFieldBytes fields = new JsonFieldBytes(bytes, longsQuoted);
            for (int times = 0; times < 3; times++) {
                final UnsafeBuffer payload = new UnsafeBuffer(payload());
                final StringBuilder expected = new StringBuilder();
                texts.append(expected, event, payload, 0, payload.capacity());
                bytes.length(0);
                fields.begin(prepared);
                reader.read(event, payload, 0, payload.capacity(), fields);
                fields.end();
                assertThat(bytes.toString()).isEqualTo(expected.toString());
            }
        }
    }

    private byte[] payload() {
        final byte[] payload = new byte[random.nextInt(300)];
        random.nextBytes(payload);
        switch (random.nextInt(3)) {
            case 0 -> Arrays.fill(payload, (byte) random.nextInt(4));
            case 1 -> {
                for (int i = 0; i < payload.length; i++) {
                    payload[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(4) : ' ' + random.nextInt(0x5F));
                }
            }
            default -> {
                // Any bytes.
            }
        }
        return payload;
    }

    @Test
    void shouldAllocateNothingForUsualFields() {
        final EventSchema event = Schemas.event(
                FieldSchema.of("i", FieldType.INT64),
                FieldSchema.of("u", FieldType.UINT64).fixed(2),
                FieldSchema.of("small", FieldType.UINT8),
                FieldSchema.of("side", FieldType.UINT8).withValues(Schemas.SIDE),
                FieldSchema.struct("s", FieldSchema.of("text", FieldType.STRING)).prefixed(),
                FieldSchema.of("other", FieldType.STRING),
                FieldSchema.of("open", FieldType.BOOLEAN),
                FieldSchema.of("key", FieldType.UUID),
                FieldSchema.of("at", FieldType.TIMESTAMP));
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[200]);
        final PayloadWriter writer = new PayloadWriter().wrap(payload, 0, payload.capacity());
        writer.putLong(-5).putLong(-1).putLong(1).putByte(7).putByte(2).putShort(2).putString("ASCII only, in words")
                .putString("a\"b").putString("\u00e9t\u00e9 \ud83d\ude00\n").putBoolean(true)
                .putUuid(new UUID(1, 2)).putLong(1_700_000_000_000_000_001L);
        final FieldTable<JsonFieldBytes.Member> prepared = JsonFieldBytes.prepare(event);
        final JsonFieldBytes fields = new JsonFieldBytes(bytes, false);
        assertThat(AllocatedBytes.by(2_000, () -> {
            bytes.length(0);
            fields.begin(prepared);
            reader.read(event, payload, 0, writer.length(), fields);
            fields.end();
        })).isZero();
        assertThat(bytes.toString()).endsWith("\"s\":[{\"text\":\"ASCII only, in words\"},{\"text\":\"a\\\"b\"}],"
                + "\"other\":\"\u00e9t\u00e9 \ud83d\ude00\\n\",\"open\":true,"
                + "\"key\":\"00000000-0000-0001-0000-000000000002\",\"at\":1700000000000000001}");
    }
}
