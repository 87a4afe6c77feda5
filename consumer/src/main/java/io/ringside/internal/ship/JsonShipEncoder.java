package io.ringside.internal.ship;

import io.ringside.reader.EventLines;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.text.JsonRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes events as the lines of {@code export --as jsonl}, with the name of their host added. For received events,
 * this is the host that they come from. Not thread-safe.
 */
final class JsonShipEncoder implements ShipEncoder {
    private final String prefix;
    private final EventLines json = EventLines.jsonForOthers(false);
    private List<byte[]> lines = new ArrayList<>();

    /** Creates an encoder for events of the named host. */
    JsonShipEncoder(final String host) {
        final String row = new JsonRow().put("host", host).end().toString();
        this.prefix = row.substring(0, row.length() - 1) + ",";
    }

    @Override
    public String form() {
        return "jsonl";
    }

    @Override
    public void onEvent(final EventView event) {
        add(event.host(), json.line(event));
    }

    @Override
    public void onGap(final GapView gap) {
        json.forEachLine(gap, line -> add(gap.host(), line));
    }

    @Override
    public void onGone(final long lostEvents, final long wallNs) {
        add(null, new JsonRow().put("lostEvents", lostEvents).put("cause", "gone").end());
    }

    private void add(final @Nullable String host, final CharSequence line) {
        lines.add((host == null ? prefix + line.subSequence(1, line.length()) : line.toString())
                .getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public List<byte[]> take() {
        final List<byte[]> taken = lines;
        lines = new ArrayList<>();
        return taken;
    }
}
