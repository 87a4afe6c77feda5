package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.registry.ClockPair;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.ship.LinkDescriptor.ACKNOWLEDGEMENT_OUTCOME_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.ACKNOWLEDGEMENT_TEXTS_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.ANSWER_ARRIVED_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.ANSWER_BOOT_LEAST_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.ANSWER_BOOT_MOST_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.ANSWER_LEFT_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.ANSWER_RECORDING_LEAST_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.ANSWER_RECORDING_MOST_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.ANSWER_TEXTS_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.ANSWER_WALL_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.ASKER_LEAST_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.ASKER_MOST_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.CONTENT_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.KIND_ACKNOWLEDGEMENT;
import static io.ringside.internal.ship.LinkDescriptor.KIND_ANSWER;
import static io.ringside.internal.ship.LinkDescriptor.KIND_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.KIND_PROBE;
import static io.ringside.internal.ship.LinkDescriptor.KIND_REQUEST;
import static io.ringside.internal.ship.LinkDescriptor.LENGTH_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.MAGIC;
import static io.ringside.internal.ship.LinkDescriptor.MAGIC_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.MAX_TEXTS;
import static io.ringside.internal.ship.LinkDescriptor.MAX_TEXT_BYTES;
import static io.ringside.internal.ship.LinkDescriptor.NUMBER_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.REQUEST_TEXTS_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.REQUEST_WALL_OFFSET;
import static io.ringside.internal.ship.LinkDescriptor.TEXT_LENGTH_BYTES;
import static io.ringside.internal.ship.LinkDescriptor.VERSION;
import static io.ringside.internal.ship.LinkDescriptor.VERSION_OFFSET;

/**
 * A small message between senders and receivers, which is a question or an answer. Immutable.
 *
 * @param kind   kind of question or answer
 * @param asker  random id of the process that asks
 * @param number number of the question, unique for the asker
 * @param body   content of the message
 */
record LinkMessage(int kind, UUID asker, long number, Body body) {
    /** Maximum number of characters shown of a text that is too long. */
    private static final int SHOWN_CHARS = 40;

    /** The content of a message. */
    sealed interface Body permits Probe, Answer, Request, Acknowledgement {}

    /** A question for the clocks. */
    record Probe() implements Body {}

    /**
     * An answer with the clocks of a sender.
     *
     * @param recordingId id of the recording that it ships
     * @param bootId      boot id of its kernel, zeros if unknown
     * @param arrivedNs   time at which the probe was received, by the monotonic clock of its host
     * @param left        both clocks when the answer was sent
     * @param host        name of the host
     */
    record Answer(UUID recordingId, UUID bootId, long arrivedNs, ClockPair left, String host) implements Body {}

    /**
     * A request to run a command.
     *
     * @param wallNs    time of the request, in nanoseconds since 1970
     * @param host      name of the requested host; empty for all hosts
     * @param arguments command line
     */
    record Request(long wallNs, String host, List<String> arguments) implements Body {
        /** Rejects a command that is too long, because a truncated one must not be run. */
        Request {
            if (arguments.size() >= MAX_TEXTS) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "command for other hosts has too many "
                        + "arguments: arguments=" + arguments.size() + ", max=" + (MAX_TEXTS - 1)
                        + ": give fewer of them, or run it on the hosts themselves");
            }
            requireFits("name of a host", host);
            arguments.forEach(each -> requireFits("argument of a command for other hosts", each));
        }

        private static void requireFits(final String what, final String text) {
            final int length = text.getBytes(StandardCharsets.UTF_8).length;
            if (length > MAX_TEXT_BYTES) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, what + " is too long: bytes=" + length
                        + ", maxBytes=" + MAX_TEXT_BYTES + ", begin=" + text.substring(0, SHOWN_CHARS)
                        + ": shorten it, or run the command on the hosts themselves");
            }
        }
    }

    /**
     * The outcome of a request.
     *
     * @param outcome result of the command
     * @param host    name of the host
     * @param detail  output of the command
     */
    record Acknowledgement(Outcome outcome, String host, String detail) implements Body {}

    /** The possible outcomes of a request. */
    enum Outcome {
        /** The command has succeeded. */
        DONE(0),
        /** The command was not run. */
        REFUSED(1),
        /** The command has failed. */
        FAILED(2);

        private final int code;

        Outcome(final int code) {
            this.code = code;
        }

        private static Outcome of(final int code) {
            for (final Outcome outcome : values()) {
                if (outcome.code == code) {
                    return outcome;
                }
            }
            throw damaged("outcome");
        }
    }

    static LinkMessage probe(final UUID asker, final long number) {
        return new LinkMessage(KIND_PROBE, asker, number, new Probe());
    }

    static LinkMessage request(final UUID asker, final long number, final Request request) {
        return new LinkMessage(KIND_REQUEST, asker, number, request);
    }

    static LinkMessage acknowledgement(final UUID asker, final long number, final Acknowledgement acknowledgement) {
        return new LinkMessage(KIND_ACKNOWLEDGEMENT, asker, number, acknowledgement);
    }

    /** Returns the message that answers this question. */
    LinkMessage answer(final Answer answer) {
        return new LinkMessage(KIND_ANSWER, asker, number, answer);
    }

    /**
     * Decodes a message.
     *
     * @param bytes any bytes
     * @throws RingsideException with {@link ErrorCode#LAYOUT} if the message has another version, or
     *                           {@link ErrorCode#CORRUPT} if the bytes are not a message
     */
    static LinkMessage decode(final byte[] bytes) {
        final DirectBuffer buffer = new UnsafeBuffer(bytes);
        require(bytes.length >= KIND_OFFSET && bytes.length <= ShipMessages.MAX_LENGTH
                && buffer.getInt(MAGIC_OFFSET) == MAGIC, "magic");
        if (buffer.getInt(VERSION_OFFSET) != VERSION) {
            throw new RingsideException(ErrorCode.LAYOUT, "message between hosts has another version: version="
                    + buffer.getInt(VERSION_OFFSET) + ", expected=" + VERSION
                    + ": use the same version of ringside at both ends");
        }
        require(bytes.length >= CONTENT_OFFSET && buffer.getInt(LENGTH_OFFSET) == bytes.length, "length");
        final DirectBuffer content = new UnsafeBuffer(buffer, CONTENT_OFFSET, bytes.length - CONTENT_OFFSET);
        final int kind = buffer.getInt(KIND_OFFSET);
        return new LinkMessage(kind, new UUID(buffer.getLong(ASKER_MOST_OFFSET), buffer.getLong(ASKER_LEAST_OFFSET)),
                buffer.getLong(NUMBER_OFFSET), body(kind, content));
    }

    private static Body body(final int kind, final DirectBuffer content) {
        return switch (kind) {
            case KIND_PROBE -> {
                require(content.capacity() == 0, "probe");
                yield new Probe();
            }
            case KIND_ANSWER -> {
                final List<String> host = texts(content, ANSWER_TEXTS_OFFSET);
                require(host.size() == 1, "host");
                yield new Answer(
                        new UUID(content.getLong(ANSWER_RECORDING_MOST_OFFSET),
                                content.getLong(ANSWER_RECORDING_LEAST_OFFSET)),
                        new UUID(content.getLong(ANSWER_BOOT_MOST_OFFSET), content.getLong(ANSWER_BOOT_LEAST_OFFSET)),
                        content.getLong(ANSWER_ARRIVED_OFFSET),
                        new ClockPair(content.getLong(ANSWER_WALL_OFFSET), content.getLong(ANSWER_LEFT_OFFSET)),
                        host.get(0));
            }
            case KIND_REQUEST -> {
                final List<String> asked = texts(content, REQUEST_TEXTS_OFFSET);
                require(!asked.isEmpty(), "host");
                yield new Request(content.getLong(REQUEST_WALL_OFFSET), asked.get(0),
                        List.copyOf(asked.subList(1, asked.size())));
            }
            case KIND_ACKNOWLEDGEMENT -> {
                final List<String> said = texts(content, ACKNOWLEDGEMENT_TEXTS_OFFSET);
                require(said.size() == 2, "texts");
                yield new Acknowledgement(Outcome.of(content.getInt(ACKNOWLEDGEMENT_OUTCOME_OFFSET)), said.get(0),
                        said.get(1));
            }
            default -> throw damaged("kind");
        };
    }

    /** Reads texts: their number, followed by the length and the bytes of each. */
    private static List<String> texts(final DirectBuffer content, final int offset) {
        require(content.capacity() >= offset + TEXT_LENGTH_BYTES, "texts");
        final int count = content.getInt(offset);
        require(count >= 0 && count <= MAX_TEXTS, "texts");
        final List<String> texts = new ArrayList<>(count);
        int next = offset + TEXT_LENGTH_BYTES;
        for (int i = 0; i < count; i++) {
            require(next + TEXT_LENGTH_BYTES <= content.capacity(), "texts");
            final int length = content.getInt(next);
            next += TEXT_LENGTH_BYTES;
            require(length >= 0 && length <= MAX_TEXT_BYTES && length <= content.capacity() - next, "texts");
            texts.add(content.getStringWithoutLengthUtf8(next, length));
            next += length;
        }
        require(next == content.capacity(), "texts");
        return texts;
    }

    /** Returns the bytes of this message. The output of a command is truncated if it is too long. */
    byte[] encode() {
        final MutableDirectBuffer buffer = new ExpandableArrayBuffer();
        buffer.putInt(MAGIC_OFFSET, MAGIC);
        buffer.putInt(VERSION_OFFSET, VERSION);
        buffer.putInt(KIND_OFFSET, kind);
        buffer.putLong(ASKER_MOST_OFFSET, asker.getMostSignificantBits());
        buffer.putLong(ASKER_LEAST_OFFSET, asker.getLeastSignificantBits());
        buffer.putLong(NUMBER_OFFSET, number);
        final int end;
        if (body instanceof final Answer answer) {
            buffer.putLong(CONTENT_OFFSET + ANSWER_RECORDING_MOST_OFFSET,
                    answer.recordingId.getMostSignificantBits());
            buffer.putLong(CONTENT_OFFSET + ANSWER_RECORDING_LEAST_OFFSET,
                    answer.recordingId.getLeastSignificantBits());
            buffer.putLong(CONTENT_OFFSET + ANSWER_BOOT_MOST_OFFSET, answer.bootId.getMostSignificantBits());
            buffer.putLong(CONTENT_OFFSET + ANSWER_BOOT_LEAST_OFFSET, answer.bootId.getLeastSignificantBits());
            buffer.putLong(CONTENT_OFFSET + ANSWER_ARRIVED_OFFSET, answer.arrivedNs);
            buffer.putLong(CONTENT_OFFSET + ANSWER_LEFT_OFFSET, answer.left.monotonicNs());
            buffer.putLong(CONTENT_OFFSET + ANSWER_WALL_OFFSET, answer.left.wallNs());
            end = putTexts(buffer, CONTENT_OFFSET + ANSWER_TEXTS_OFFSET, List.of(answer.host));
        } else if (body instanceof final Request request) {
            buffer.putLong(CONTENT_OFFSET + REQUEST_WALL_OFFSET, request.wallNs);
            final List<String> texts = new ArrayList<>();
            texts.add(request.host);
            texts.addAll(request.arguments);
            end = putTexts(buffer, CONTENT_OFFSET + REQUEST_TEXTS_OFFSET, texts);
        } else if (body instanceof final Acknowledgement acknowledgement) {
            buffer.putInt(CONTENT_OFFSET + ACKNOWLEDGEMENT_OUTCOME_OFFSET, acknowledgement.outcome.code);
            end = putTexts(buffer, CONTENT_OFFSET + ACKNOWLEDGEMENT_TEXTS_OFFSET,
                    List.of(acknowledgement.host, acknowledgement.detail));
        } else {
            end = CONTENT_OFFSET;
        }
        buffer.putInt(LENGTH_OFFSET, end);
        final byte[] bytes = new byte[end];
        buffer.getBytes(0, bytes);
        return bytes;
    }

    private static int putTexts(final MutableDirectBuffer buffer, final int offset, final List<String> texts) {
        buffer.putInt(offset, texts.size());
        int next = offset + TEXT_LENGTH_BYTES;
        for (final String text : texts) {
            final byte[] whole = text.getBytes(StandardCharsets.UTF_8);
            final byte[] bytes = whole.length <= MAX_TEXT_BYTES ? whole : Arrays.copyOf(whole, MAX_TEXT_BYTES);
            buffer.putInt(next, bytes.length);
            buffer.putBytes(next + TEXT_LENGTH_BYTES, bytes);
            next += TEXT_LENGTH_BYTES + bytes.length;
        }
        return next;
    }

    private static void require(final boolean holds, final String what) {
        if (!holds) {
            throw damaged(what);
        }
    }

    private static RingsideException damaged(final String what) {
        return new RingsideException(ErrorCode.CORRUPT, "message between hosts is foreign or damaged: field=" + what);
    }
}
