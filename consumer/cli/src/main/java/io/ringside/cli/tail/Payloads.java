package io.ringside.cli.tail;

import io.ringside.reader.EventView;
import java.util.HexFormat;

/** Payloads that nobody can decode. Stateless. */
final class Payloads {
    private Payloads() {}

    static String hex(final EventView event) {
        final byte[] bytes = new byte[event.payloadLength()];
        event.buffer().getBytes(event.payloadOffset(), bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
