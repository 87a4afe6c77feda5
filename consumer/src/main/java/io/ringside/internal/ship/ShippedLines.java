package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.internal.render.EventLines;
import io.ringside.internal.render.JsonRow;
import io.ringside.reader.EventHandler;
import io.ringside.reader.EventReader;
import io.ringside.reader.EventView;
import io.ringside.reader.GapView;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.recording.RecordingPosition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.jspecify.annotations.Nullable;

/**
 * The events and losses of records as lines of JSON, for consumers that know nothing of recordings: as {@code export
 * --as jsonl} has them, and the name of the host. Reads the recording beside the sender, excerpt by excerpt. Not
 * thread-safe.
 */
public final class ShippedLines implements AutoCloseable {
    private final Path folder;
    private final ErrorHandler errorHandler;
    private final String prefix;
    private final EventLines json = EventLines.jsonForOthers(false);
    private final List<byte[]> lines = new ArrayList<>();
    private final Lines handler = new Lines();
    private @Nullable EventReader reader;
    /** What comes before is in lines that were shipped. */
    private @Nullable RecordingPosition shipped;

    /**
     * Lines of a recording.
     *
     * @param folder       of the recording
     * @param host         name of this machine
     * @param errorHandler notified of damage
     */
    public ShippedLines(final Path folder, final String host, final ErrorHandler errorHandler) {
        this.folder = folder;
        this.errorHandler = errorHandler;
        final String row = new JsonRow().put("host", host).end().toString();
        this.prefix = row.substring(0, row.length() - 1) + ",";
    }

    /**
     * Continue after a position; null for the beginning.
     *
     * @throws RingsideException if the recording was changed since
     */
    public void resume(final @Nullable RecordingPosition position) {
        CloseHelper.close(reader);
        reader = null;
        shipped = position;
        final ReaderContext context = new ReaderContext().merged(false).errorHandler(errorHandler);
        final Source all = Source.recording(folder);
        if (position == null) {
            reader = EventReader.open(context, all);
            return;
        }
        try {
            reader = EventReader.open(context, Source.recording(folder).after(position));
        } catch (final RingsideException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
            // Its file is gone: what is left comes after it, and a gap before that.
            reader = EventReader.open(context, all);
        }
    }

    /** The lines of a record; valid until the next call. */
    public List<byte[]> of(final ShipRecord record) {
        lines.clear();
        final RecordingPosition position = record.position();
        final EventReader reading = reader;
        if (position == null || reading == null) {
            throw new IllegalStateException("record has no position, or lines were not resumed");
        }
        if (record.isGap()) {
            add(new JsonRow().put("lostEvents", record.lost()).put("cause", "gone").end());
            return lines;
        }
        RecordingPosition read = reading.position();
        while (read == null || read.compareTo(position) < 0) {
            if (reading.poll(handler) == 0) {
                throw new RingsideException(ErrorCode.CORRUPT, "recording was changed while it was shipped: path="
                        + folder + ", position=" + position + ": restore intact files");
            }
            read = reading.position();
            final RecordingPosition before = shipped;
            if (read == null || (before != null && read.compareTo(before) <= 0)) {
                lines.clear();
            }
        }
        return lines;
    }

    private void add(final CharSequence line) {
        lines.add((prefix + line.subSequence(1, line.length())).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        CloseHelper.close(reader);
    }

    private final class Lines implements EventHandler {
        @Override
        public void onEvent(final EventView event) {
            add(json.line(event));
        }

        @Override
        public void onGap(final GapView gap) {
            json.forEachLine(gap, ShippedLines.this::add);
        }
    }
}
