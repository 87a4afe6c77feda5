package io.ringside.cli;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A copy of a recording's files, to be damaged. */
final class GoldenDamage {
    private static final int MAGIC = 0x58455352;
    private static final int LENGTH_OFFSET = 12;

    private final Map<String, byte[]> files = new TreeMap<>();
    private final List<Excerpt> excerpts = new ArrayList<>();

    /**
     * Where an excerpt is.
     *
     * @param file   name of its file
     * @param at     its first byte; the queue's word is before it
     * @param length in bytes
     */
    record Excerpt(String file, int at, int length) {}

    GoldenDamage(final Map<String, byte[]> whole) {
        whole.forEach((name, bytes) -> {
            files.put(name, bytes.clone());
            if (name.endsWith(".cq4")) {
                final ByteBuffer words = of(bytes);
                for (int at = 4; at + LENGTH_OFFSET < bytes.length; at += 4) {
                    if (words.getInt(at) == MAGIC && words.getInt(at - 4) == words.getInt(at + LENGTH_OFFSET)) {
                        excerpts.add(new Excerpt(name, at, words.getInt(at - 4)));
                    }
                }
            }
        });
    }

    Map<String, byte[]> files() {
        return files;
    }

    /** Writes zeros into a file, from an offset to its end. */
    GoldenDamage zero(final String file, final int from) {
        final byte[] bytes = files.get(file);
        Arrays.fill(bytes, from, bytes.length, (byte) 0);
        return this;
    }

    int count() {
        return excerpts.size();
    }

    Excerpt excerpt(final int index) {
        return excerpts.get(index);
    }

    /** Name of a file with excerpts, the oldest first. */
    String file(final int index) {
        return files.keySet().stream().filter(name -> name.endsWith(".cq4")).sorted().toList().get(index);
    }

    ByteBuffer bytes(final int index) {
        return of(files.get(excerpts.get(index).file()));
    }

    /** The word of the queue before an excerpt. */
    GoldenDamage word(final int index, final int value) {
        bytes(index).putInt(excerpts.get(index).at() - Integer.BYTES, value);
        return this;
    }

    int word(final int index) {
        return excerpts.get(index).length();
    }

    GoldenDamage i32(final int index, final int offset, final int value) {
        bytes(index).putInt(excerpts.get(index).at() + offset, value);
        return this;
    }

    int i32(final int index, final int offset) {
        return bytes(index).getInt(excerpts.get(index).at() + offset);
    }

    GoldenDamage i64(final int index, final int offset, final long value) {
        bytes(index).putLong(excerpts.get(index).at() + offset, value);
        return this;
    }

    long i64(final int index, final int offset) {
        return bytes(index).getLong(excerpts.get(index).at() + offset);
    }

    GoldenDamage flip(final int index, final int offset) {
        final byte[] bytes = files.get(excerpts.get(index).file());
        bytes[excerpts.get(index).at() + offset] ^= 1;
        return this;
    }

    /** Give an excerpt the checksum of what it is now, as somebody would who forges it. */
    GoldenDamage sealed(final int index) {
        final Excerpt excerpt = excerpts.get(index);
        final byte[] bytes = files.get(excerpt.file());
        final byte[] content = Arrays.copyOfRange(bytes, excerpt.at(), excerpt.at() + excerpt.length());
        System.arraycopy(GoldenRecording.seal(content), 0, bytes, excerpt.at(), content.length);
        return this;
    }

    GoldenDamage cut(final String file, final int length) {
        files.put(file, Arrays.copyOf(files.get(file), length));
        return this;
    }

    GoldenDamage remove(final String file) {
        files.remove(file);
        return this;
    }

    private static ByteBuffer of(final byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
