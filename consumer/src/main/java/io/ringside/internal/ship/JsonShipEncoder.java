package io.ringside.internal.ship;

import io.ringside.internal.render.EventLines;
import io.ringside.internal.render.JsonRow;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Lines of JSON, as {@code export --as jsonl} has them, and the name of the host. For one thread. */
final class JsonShipEncoder implements ShipEncoder {
    private final String prefix;
    private final EventLines json = EventLines.jsonForOthers(false);
    private List<byte[]> lines = new ArrayList<>();

    /** Lines of the machine with a name. */
    JsonShipEncoder(final String host) {
        final String row = new JsonRow().put("host", host).end().toString();
        this.prefix = row.substring(0, row.length() - 1) + ",";
    }

    @Override
    public void onEvent(final EventView event) {
        add(json.line(event));
    }

    @Override
    public void onGap(final GapView gap) {
        json.forEachLine(gap, this::add);
    }

    @Override
    public void onGone(final long lostEvents, final long wallNs) {
        add(new JsonRow().put("lostEvents", lostEvents).put("cause", "gone").end());
    }

    private void add(final CharSequence line) {
        lines.add((prefix + line.subSequence(1, line.length())).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public List<byte[]> take() {
        final List<byte[]> taken = lines;
        lines = new ArrayList<>();
        return taken;
    }
}
