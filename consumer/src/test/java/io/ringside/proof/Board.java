package io.ringside.proof;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What controllers say of their sessions to writers of a proof, beside the product: a plain mapped file of one word for
 * each controller. A word never has the same value twice, so that who reads it before and after a call knows whether
 * anything has changed meanwhile.
 */
final class Board {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();
    private static final int CONTROLLERS = 2;
    private static final int LINE_LENGTH = 128;
    private static final int STATE_MASK = 3;

    private final ByteBuffer buffer;
    private long changes;

    /** What may be said. */
    enum State {
        /** A change is under way: anything may happen. */
        CHANGING(0),
        /** Nothing is wanted, acknowledged by all. */
        OFF(1),
        /** The events are wanted, acknowledged by all. */
        ON(2);

        private static final State[] BY_CODE = values();

        private final int code;

        State(final int code) {
            this.code = code;
        }
    }

    private Board(final ByteBuffer buffer) {
        this.buffer = buffer.order(ByteOrder.nativeOrder());
    }

    static Board open(final Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return new Board(channel.map(FileChannel.MapMode.READ_WRITE, 0, CONTROLLERS * LINE_LENGTH));
        }
    }

    /** Say something new. For one thread of a controller's process. */
    void say(final int controller, final State state) {
        changes++;
        LONGS.setVolatile(buffer, controller * LINE_LENGTH, (changes << 2) + state.code);
    }

    /** The word of a controller. */
    long read(final int controller) {
        return (long) LONGS.getVolatile(buffer, controller * LINE_LENGTH);
    }

    static State stateOf(final long word) {
        return State.BY_CODE[(int) word & STATE_MASK];
    }
}
