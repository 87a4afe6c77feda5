package io.ringside.internal.schema;

import io.ringside.AllocatedBytes;
import io.ringside.SeededRandom;
import io.ringside.schema.PayloadWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TextEncoderTest {
    private static final int OFFSET = 3;
    private static final int ROOM_LENGTH = 16 * 1024;
    private static final byte UNTOUCHED = 0x5A;
    private static final int[] PLACES = {0, 1, 7, 8, 62, 63, 64, 247, 248, 254, 255, 256, 257, 510, 511, 512};
    /** Of one to four bytes; among them one whose low byte is a letter, halves of a pair, and the last of Latin-1. */
    private static final List<String> OTHERS = List.of("\u0000", "\u007F", "\u0080", "\u00FF", "\u0100", "\u0141",
            "\u20AC", "\uD83D\uDE00", "\uD83D", "\uDE00", "\uFFFF");

    private final TextEncoder encoder = new TextEncoder();
    private final UnsafeBuffer onHeap = new UnsafeBuffer(new byte[ROOM_LENGTH]);
    private final UnsafeBuffer outside = new UnsafeBuffer(ByteBuffer.allocateDirect(ROOM_LENGTH));

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 255, 256, 257, 511, 512, 513, 3_000})
    void shouldPutATextAsTheJdkDoesWhateverStandsWhereverInIt(final int length) {
        final String ascii = "orders!".repeat(length / 7 + 1).substring(0, length);
        check(ascii);
        for (final int place : PLACES) {
            if (place < length) {
                OTHERS.forEach(other -> check(ascii.substring(0, place) + other + ascii.substring(place + 1)));
            }
        }
        OTHERS.forEach(other -> check(ascii + other));
    }

    @Test
    void shouldPutRandomTextsAsTheJdkDoes() {
        final Random random = SeededRandom.create(getClass());
        for (int i = 0; i < 2_000; i++) {
            final int chars = 1 << (1 + random.nextInt(Character.SIZE));
            final int rarity = 1 + random.nextInt(600);
            final char[] text = new char[random.nextInt(2_000)];
            for (int j = 0; j < text.length; j++) {
                text[j] = (char) (random.nextInt(rarity) == 0 ? random.nextInt(chars) : 'a' + j % 26);
            }
            check(new String(text));
        }
    }

    @Test
    void shouldPutWhatIsNoStringAsTheSameBytes() {
        final String text = "x".repeat(600) + "\u20AC";
        assertThat(encoder.encode(CharBuffer.wrap(text), onHeap, 0, ROOM_LENGTH)).isEqualTo(603);
        assertThat(Arrays.copyOf(onHeap.byteArray(), 603)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldAllocateNothingOnceItHasPutALongText() {
        final List<String> texts = OTHERS.stream().map(other -> "a".repeat(600) + other + "b".repeat(600)).toList();
        final Runnable write = () -> {
            for (int i = 0; i < texts.size(); i++) {
                encoder.encode(texts.get(i), outside, 0, ROOM_LENGTH);
            }
        };
        assertThat(AllocatedBytes.by(2_000, write)).isZero();
    }

    @Test
    void shouldNotAllocateWithAFirstLongTextIfItIsCompact() {
        final String text = "a".repeat(600) + "\u20AC";
        final PayloadWriter[] writers = new PayloadWriter[600];
        Arrays.setAll(writers, i -> new PayloadWriter().compact());
        final AtomicInteger next = new AtomicInteger();
        assertThat(AllocatedBytes.by(writers.length / 6, () -> writers[next.getAndIncrement()]
                .wrap(onHeap, 0, ROOM_LENGTH).putText(text))).isZero();
        assertThat(next.get()).isPositive();
        assertThat(Arrays.copyOf(onHeap.byteArray(), 603)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 65, 256, 600})
    void shouldPutTheSameBytesIfItIsCompact(final int length) {
        encoder.compact();
        final String ascii = "orders!".repeat(length / 7 + 1).substring(0, length);
        for (final int place : PLACES) {
            if (place < length) {
                OTHERS.forEach(other -> check(ascii.substring(0, place) + other + ascii.substring(place + 1)));
            }
        }
    }

    @Test
    void shouldLeaveAllBehindTheLimitAsItWas() {
        for (final String other : OTHERS) {
            for (final String text : List.of("a".repeat(70) + other, "a".repeat(255) + other + "b".repeat(9))) {
                final byte[] expected = text.getBytes(StandardCharsets.UTF_8);
                for (int limit = -2; limit < expected.length; limit++) {
                    onHeap.setMemory(0, ROOM_LENGTH, UNTOUCHED);
                    assertThat(encoder.encode(text, onHeap, OFFSET, limit)).as(text).isEqualTo(Utf.NO_ROOM);
                    for (int i = OFFSET + Math.max(0, limit); i <= OFFSET + expected.length; i++) {
                        assertThat(onHeap.getByte(i)).isEqualTo(UNTOUCHED);
                    }
                }
            }
        }
    }

    private void check(final String text) {
        final byte[] expected = text.getBytes(StandardCharsets.UTF_8);
        check(text, expected, onHeap);
        check(text, expected, outside);
    }

    private void check(final String text, final byte[] expected, final UnsafeBuffer buffer) {
        final int end = OFFSET + expected.length;
        buffer.putByte(OFFSET - 1, UNTOUCHED);
        buffer.putByte(end, UNTOUCHED);
        assertThat(encoder.encode(text, buffer, OFFSET, expected.length)).isEqualTo(expected.length);
        final byte[] put = new byte[expected.length];
        buffer.getBytes(OFFSET, put);
        assertThat(put).isEqualTo(expected);
        assertThat(encoder.encode(text, buffer, OFFSET, expected.length - 1)).isEqualTo(Utf.NO_ROOM);
        assertThat(buffer.getByte(OFFSET - 1)).isEqualTo(UNTOUCHED);
        assertThat(buffer.getByte(end)).isEqualTo(UNTOUCHED);
    }
}
