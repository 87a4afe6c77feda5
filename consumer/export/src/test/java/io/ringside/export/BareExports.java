package io.ringside.export;

import io.ringside.internal.schema.JsonBytes;
import io.ringside.internal.schema.JsonBytes.Piece;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventView;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What is left of exports if they are written for one kind of event, {@code ringside emit}'s orders, and check nothing:
 * no schema is asked, and whatever is the same in all events is one piece. About as many bytes as ours.
 */
final class BareExports {
    private static final int FLUSH_BYTES = 1 << 16;
    private static final int SLACK = 1 << 10;
    private static final int NS_PER_SECOND = 1_000_000_000;
    // Where the fields are.
    private static final int TYPE = 8;
    private static final int ORDER_ID = 9;
    private static final int SIZE = 17;
    private static final int PRICE = 21;
    private static final int DIRECTION = 29;
    private static final int PAYLOAD = 30;

    private BareExports() {}

    /** Writes events, and hands full buffers on. */
    interface Bare extends EventHandler {
        /** Hands on what is left. */
        void end() throws IOException;
    }

    static Bare of(final ExportFormat format, final OutputStream out) {
        return switch (format) {
            case JSONL -> new Lines(out);
            case PERFETTO -> new Packets(out, true);
            case CTF -> new Packets(out, false);
            default -> throw new IllegalArgumentException("format has no bare program: " + format);
        };
    }

    private static final class Lines implements Bare {
        private static final Piece TIME = Piece.of("{\"time\":");
        private static final Piece TICKS = Piece.of(",\"ticks\":");
        private static final Piece ISO_TIME = Piece.of(",\"isoTime\":\"2026-11-26T16:14:38.");
        private static final Piece HEAD = Piece.of("Z\",\"provider\":\"Orders\",\"event\":\"submitted\",\"id\":1,"
                + "\"version\":0,\"level\":4,\"levelName\":\"INFORMATION\",\"keyword\":\"0x1\",\"opcode\":0,\"task\":0,"
                + "\"pid\":14564,\"tid\":17,\"thread\":\"pool-1-thread-1\",\"activityId\":null,\"fields\":{\"time\":");
        private static final Piece TYPE_NAME = Piece.of(",\"type\":");
        private static final Piece ORDER_ID_NAME = Piece.of(",\"orderId\":");
        private static final Piece SIZE_NAME = Piece.of(",\"size\":");
        private static final Piece PRICE_NAME = Piece.of(",\"price\":");
        private static final Piece DIRECTION_NAME = Piece.of(",\"direction\":");
        private static final Piece END = Piece.of("}}\n");

        private final OutputStream target;
        private final JsonBytes out = new JsonBytes(2 * FLUSH_BYTES);

        Lines(final OutputStream target) {
            this.target = target;
        }

        @Override
        public void onEvent(final EventView event) {
            final long timeNs = event.timeNs();
            final DirectBuffer fields = event.buffer();
            final int at = event.payloadOffset();
            out.append(TIME);
            out.append(timeNs);
            out.append(TICKS);
            out.append(event.timeTicks());
            out.append(ISO_TIME);
            out.appendNine((int) (timeNs % NS_PER_SECOND));
            out.append(HEAD);
            out.append(fields.getLong(at));
            out.append(TYPE_NAME);
            out.append(fields.getByte(at + TYPE));
            out.append(ORDER_ID_NAME);
            out.append(fields.getLong(at + ORDER_ID));
            out.append(SIZE_NAME);
            out.append(fields.getInt(at + SIZE));
            out.append(PRICE_NAME);
            out.append(fields.getLong(at + PRICE));
            out.append(DIRECTION_NAME);
            out.append(fields.getByte(at + DIRECTION));
            out.append(END);
            if (out.length() >= FLUSH_BYTES) {
                try {
                    end();
                } catch (final IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        @Override
        public void end() throws IOException {
            out.writeTo(target);
        }
    }

    /** Packets of Perfetto with annotations, or events of CTF. */
    private static final class Packets implements Bare {
        /** What all events of a kind have in common. */
        private static final byte[] PERFETTO_HEAD = new byte[80];
        private static final byte[] CTF_HEAD = new byte[50];

        private final OutputStream target;
        private final boolean isPerfetto;
        private final byte[] bytes = new byte[FLUSH_BYTES + SLACK];
        private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        private int length;

        Packets(final OutputStream target, final boolean isPerfetto) {
            this.target = target;
            this.isPerfetto = isPerfetto;
        }

        @Override
        public void onEvent(final EventView event) {
            if (isPerfetto) {
                putPacket(event);
            } else {
                putEvent(event);
            }
            if (length >= FLUSH_BYTES) {
                try {
                    end();
                } catch (final IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        private void putEvent(final EventView event) {
            final long timeNs = event.timeNs();
            buffer.putInt(length, 1);
            buffer.putLong(length + Integer.BYTES, timeNs);
            System.arraycopy(CTF_HEAD, 0, bytes, length + 12, CTF_HEAD.length);
            buffer.putLong(length + 12 + CTF_HEAD.length, timeNs);
            event.buffer().getBytes(event.payloadOffset(), bytes, length + 20 + CTF_HEAD.length, PAYLOAD);
            length += 20 + CTF_HEAD.length + PAYLOAD;
        }

        private void putPacket(final EventView event) {
            final DirectBuffer fields = event.buffer();
            final int at = event.payloadOffset();
            final int begin = length;
            length += 5;
            bytes[length++] = 8 << 3;
            putVarint(event.timeNs());
            final int body = length;
            length += 5;
            System.arraycopy(PERFETTO_HEAD, 0, bytes, length, PERFETTO_HEAD.length);
            length += PERFETTO_HEAD.length;
            putAnnotation(1, fields.getLong(at));
            putAnnotation(2, fields.getByte(at + TYPE));
            putAnnotation(3, fields.getLong(at + ORDER_ID));
            putAnnotation(4, fields.getInt(at + SIZE));
            putAnnotation(5, fields.getLong(at + PRICE));
            putAnnotation(6, fields.getByte(at + DIRECTION));
            putLength(body, 11 << 3 | 2);
            buffer.putInt(length, 0x0268_0150);
            length += Integer.BYTES;
            putLength(begin, 1 << 3 | 2);
        }

        private void putAnnotation(final int name, final long value) {
            final int begin = length;
            bytes[begin] = 4 << 3 | 2;
            bytes[begin + 2] = 1 << 3;
            bytes[begin + 3] = (byte) name;
            bytes[begin + 4] = 4 << 3;
            length = begin + 5;
            putVarint(value);
            bytes[begin + 1] = (byte) (length - begin - 2);
        }

        private void putVarint(final long value) {
            long rest = value;
            int at = length;
            while ((rest & ~0x7FL) != 0) {
                bytes[at++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            bytes[at++] = (byte) rest;
            length = at;
        }

        private void putLength(final int begin, final int tag) {
            final int count = length - begin - 5;
            bytes[begin] = (byte) tag;
            buffer.putInt(begin + 1, (count & 0x7F) | (count & 0x3F80) << 1 | 0x0080_8080);
        }

        @Override
        public void end() throws IOException {
            target.write(bytes, 0, length);
            length = 0;
        }
    }
}
