package io.ringside.internal.export;

import io.ringside.internal.render.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** One JSON object in each line, as {@code ringside tail --format json} prints it, with times and levels for people. */
public final class JsonLinesEncoder implements EventEncoder {
    private final OutputStream out;
    private final EventLines lines;
    private final boolean flushing;

    /**
     * An encoder.
     *
     * @param out         to write to
     * @param longsQuoted whether whole numbers of 64 bits are strings
     * @param flushing    whether somebody waits for each line
     */
    public JsonLinesEncoder(final OutputStream out, final boolean longsQuoted, final boolean flushing) {
        this.out = out;
        this.flushing = flushing;
        this.lines = EventLines.jsonForOthers(longsQuoted);
    }

    @Override
    public void event(final EventView event) throws IOException {
        write(lines.line(event));
    }

    @Override
    public void gap(final GapView gap, final long timeNs) throws IOException {
        final StringBuilder all = new StringBuilder();
        lines.forEachLine(gap, line -> all.append(all.isEmpty() ? "" : "\n").append(line));
        write(all);
    }

    @Override
    public void end() throws IOException {
        out.flush();
    }

    private void write(final CharSequence line) throws IOException {
        out.write(line.toString().getBytes(StandardCharsets.UTF_8));
        out.write('\n');
        if (flushing) {
            out.flush();
        }
    }
}
