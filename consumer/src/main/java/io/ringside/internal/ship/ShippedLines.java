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
 * Encodes the events and losses in records, for consumers that cannot read recordings. It reads the recording in
 * parallel to the sender, excerpt by excerpt. Not thread-safe.
 */
public final class ShippedLines implements AutoCloseable {
    private final Path folder;
    private final ErrorHandler errorHandler;
    private final ShipEncoder encoder;
    private @Nullable EventReader reader;
    /** Position up to which all events are contained in shipped values. */
    private @Nullable RecordingPosition shipped;

    /** Returns the encoder for the format in the settings; null if the recording itself is shipped. */
    public static @Nullable ShippedLines of(final ShipContext context, final Path folder) {
        return context.format() == ShipContext.Format.RINGSIDE
                ? null
                : new ShippedLines(folder, ShipEncoder.find(context), context.errorHandler());
    }

    /**
     * Creates an encoder of a recording.
     *
     * @param folder       of the recording
     * @param encoder      encodes events and losses
     * @param errorHandler notified of damage
     */
    private ShippedLines(final Path folder, final ShipEncoder encoder, final ErrorHandler errorHandler) {
        this.folder = folder;
        this.errorHandler = errorHandler;
        this.encoder = encoder;
    }

    /** Returns the name of the encoding. */
    public String form() {
        return encoder.form();
    }

    /**
     * Continues after a position; null for the beginning.
     *
     * @throws RingsideException if the recording was modified since
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
            // The file of the position was removed, so all remaining events come after it; the sender ships a gap
            // before them.
            reader = EventReader.open(context, all);
        }
    }

    /** Returns the encoded values of a record. */
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
