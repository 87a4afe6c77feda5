package io.ringside.internal.ship;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.reader.EventReader;
import io.ringside.reader.ReaderContext;
import io.ringside.reader.Source;
import io.ringside.recording.RecordingPosition;
import io.ringside.ship.ShipContext;
import java.nio.file.Path;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.jspecify.annotations.Nullable;

/**
 * The events and losses of records, encoded for consumers that know nothing of recordings. Reads the recording beside
 * the sender, excerpt by excerpt. Not thread-safe.
 */
public final class ShippedLines implements AutoCloseable {
    private final Path folder;
    private final ErrorHandler errorHandler;
    private final ShipEncoder encoder;
    private @Nullable EventReader reader;
    /** Position up to which all events are in lines that were shipped. */
    private @Nullable RecordingPosition shipped;

    /** The events of a recording as values for others; null if the recording itself is shipped. */
    public static @Nullable ShippedLines of(final ShipContext context, final Path folder) {
        return context.format() == ShipContext.Format.RINGSIDE
                ? null
                : new ShippedLines(folder, ShipEncoder.find(context), context.errorHandler());
    }

    /**
     * Lines of a recording.
     *
     * @param folder       of the recording
     * @param encoder      of events and losses
     * @param errorHandler notified of damage
     */
    private ShippedLines(final Path folder, final ShipEncoder encoder, final ErrorHandler errorHandler) {
        this.folder = folder;
        this.errorHandler = errorHandler;
        this.encoder = encoder;
    }

    /** Name of the form of the lines. */
    public String form() {
        return encoder.form();
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

    /** The values of a record. */
    public List<byte[]> of(final ShipRecord record) {
        encoder.take();
        final RecordingPosition position = record.position();
        final EventReader reading = reader;
        if (position == null || reading == null) {
            throw new IllegalStateException("record has no position, or lines were not resumed");
        }
        if (record.isGap()) {
            encoder.onGone(record.lost(), record.wallNs());
            return encoder.take();
        }
        RecordingPosition read = reading.position();
        while (read == null || read.compareTo(position) < 0) {
            if (reading.poll(encoder) == 0) {
                throw new RingsideException(ErrorCode.CORRUPT, "recording was changed while it was shipped: path="
                        + folder + ", position=" + position + ": restore intact files");
            }
            read = reading.position();
            final RecordingPosition before = shipped;
            if (read == null || (before != null && read.compareTo(before) <= 0)) {
                encoder.take();
            }
        }
        return encoder.take();
    }

    @Override
    public void close() {
        CloseHelper.close(reader);
    }
}
