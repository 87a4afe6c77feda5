package io.ringside.internal.export;

import io.ringside.internal.reader.EventJson;
import io.ringside.internal.schema.JsonBytes;
import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.io.IOException;
import java.io.OutputStream;

/** Encoder of JSON lines, as {@code ringside tail --format json} prints them, with readable times and levels. */
public final class JsonLinesEncoder implements EventEncoder {
    private static final int FLUSH_BYTES = 1 << 16;

    private final OutputStream out;
    private final JsonBytes bytes = new JsonBytes(2 * FLUSH_BYTES);
    private final EventJson events;
    private final EventLines gaps;
    private final boolean flushing;

    /**
     * Creates an encoder.
     *
     * @param out         to write to
     * @param longsQuoted whether 64-bit integers are strings
     * @param flushing    whether each line is flushed, because somebody waits for it
     */
    public JsonLinesEncoder(final OutputStream out, final boolean longsQuoted, final boolean flushing) {
        this.out = out;
        this.flushing = flushing;
        this.events = new EventJson(bytes, true, longsQuoted);
        this.gaps = EventLines.jsonForOthers(longsQuoted);
    }

    @Override
    public void event(final EventView event) throws IOException {
        events.append(event);
        bytes.append('\n');
        handOn();
    }

    @Override
    public void gap(final GapView gap, final long timeNs) throws IOException {
        gaps.forEachLine(gap, line -> {
            bytes.append(line);
            bytes.append('\n');
        });
        handOn();
    }

    @Override
    public void end() throws IOException {
        bytes.writeTo(out);
        out.flush();
    }

    private void handOn() throws IOException {
        if (flushing) {
            end();
        } else if (bytes.length() >= FLUSH_BYTES) {
            bytes.writeTo(out);
        }
    }
}
