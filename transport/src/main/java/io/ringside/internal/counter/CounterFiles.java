package io.ringside.internal.counter;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.counter.CounterSetSchema;
import io.ringside.internal.counterset.CounterSetDecoder;
import io.ringside.internal.counterset.CounterSetEncoder;
import io.ringside.internal.files.ExistingFile;
import io.ringside.internal.files.ExistingFile.Access;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.files.FileNames.CounterFileName;
import io.ringside.internal.files.FolderListing;
import io.ringside.internal.files.Incarnation;
import io.ringside.internal.files.MappedFile;
import io.ringside.internal.files.TraceDirectory;
import io.ringside.internal.layout.CounterFileDescriptor;
import io.ringside.internal.layout.FileHeader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

import static io.ringside.internal.layout.CounterFileDescriptor.CONTENT_LENGTH_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.FILE_LENGTH_MAX;
import static io.ringside.internal.layout.CounterFileDescriptor.FLAGS_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.HAS_CALLBACK;
import static io.ringside.internal.layout.CounterFileDescriptor.HEADER_LENGTH;
import static io.ringside.internal.layout.CounterFileDescriptor.INCARNATION_LEAST_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.INCARNATION_MOST_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.MAGIC;
import static io.ringside.internal.layout.CounterFileDescriptor.NAME_ROOM_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.OPEN;
import static io.ringside.internal.layout.CounterFileDescriptor.PID_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.SEGMENT_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.SET_NUMBER_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.SLOTS_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.STATE_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.VALUES_OFFSET;
import static io.ringside.internal.layout.CounterFileDescriptor.VERSION;

/** Creates, opens, checks and removes the counter files of a trace directory. Stateless. */
public final class CounterFiles {
    private CounterFiles() {}

    /** Makes a file without instances. */
    static MappedFile create(final TraceDirectory directory, final FileMaker files, final CounterFileName name,
            final byte[] content, final SlotGeometry geometry, final int flags) {
        return files.create(directory.counters().resolve(name.toString()), geometry.fileLength(), buffer -> {
            buffer.putLong(INCARNATION_MOST_OFFSET, name.incarnation().most());
            buffer.putLong(INCARNATION_LEAST_OFFSET, name.incarnation().least());
            buffer.putLong(PID_OFFSET, ProcessHandle.current().pid());
            buffer.putInt(SET_NUMBER_OFFSET, name.set());
            buffer.putInt(SEGMENT_OFFSET, name.segment());
            buffer.putInt(VALUES_OFFSET, geometry.values());
            buffer.putInt(NAME_ROOM_OFFSET, geometry.nameRoom());
            buffer.putInt(SLOTS_OFFSET, geometry.slots());
            buffer.putInt(CONTENT_LENGTH_OFFSET, content.length);
            buffer.putInt(FLAGS_OFFSET, flags);
            buffer.putBytes(HEADER_LENGTH, content);
            buffer.putLong(STATE_OFFSET, OPEN);
            FileHeader.publish(buffer, MAGIC, VERSION);
        });
    }

    /** Opens a file for reading. Every number that determines an address is copied and checked here. */
    static CounterFileView open(final TraceDirectory directory, final CounterFileName name) {
        final Path path = directory.counters().resolve(name.toString());
        final MappedFile file = ExistingFile.map(path, Access.READ_ONLY, HEADER_LENGTH, FILE_LENGTH_MAX);
        boolean complete = false;
        try {
            final UnsafeBuffer buffer = file.buffer();
            FileHeader.check(path, buffer, MAGIC, VERSION);
            final SlotGeometry geometry = new SlotGeometry(buffer.getInt(CONTENT_LENGTH_OFFSET),
                    buffer.getInt(VALUES_OFFSET), buffer.getInt(NAME_ROOM_OFFSET), buffer.getInt(SLOTS_OFFSET));
            if (!geometry.fits(buffer.capacity())) {
                throw damaged(path, "lengths do not fit the file, " + geometry);
            }
            final Incarnation incarnation = new Incarnation(buffer.getLong(INCARNATION_MOST_OFFSET),
                    buffer.getLong(INCARNATION_LEAST_OFFSET));
            if (!incarnation.equals(name.incarnation()) || buffer.getInt(SET_NUMBER_OFFSET) != name.set()
                    || buffer.getInt(SEGMENT_OFFSET) != name.segment()) {
                throw damaged(path, "process, set or segment are not those of the name");
            }
            final CounterSetSchema schema = schema(path, buffer, geometry);
            complete = true;
            return new CounterFileView(file, name, schema, geometry, buffer.getLong(PID_OFFSET),
                    (buffer.getInt(FLAGS_OFFSET) & HAS_CALLBACK) != 0);
        } finally {
            if (!complete) {
                file.close();
            }
        }
    }

    /**
     * List the counter files of a directory.
     *
     * @param directory to scan
     * @return names of the files
     */
    public static List<CounterFileName> names(final TraceDirectory directory) {
        final List<CounterFileName> names = new ArrayList<>();
        for (final String name : FolderListing.namesIn(directory.counters())) {
            final CounterFileName parsed = CounterFileName.parse(name);
            if (parsed != null) {
                names.add(parsed);
            }
        }
        return names;
    }

    /**
     * Remove the counter files of a dead process.
     *
     * @param directory   with the files
     * @param incarnation incarnation of the process
     */
    public static void remove(final TraceDirectory directory, final Incarnation incarnation) {
        names(directory).stream().filter(name -> name.incarnation().equals(incarnation))
                .forEach(name -> ExistingFile.remove(directory.counters().resolve(name.toString())));
    }

    /** Encodes a set, within the size limits of a file. */
    static byte[] content(final CounterSetSchema schema) {
        final int values = schema.counters().size();
        if (values > CounterFileDescriptor.VALUES_MAX) {
            throw new RingsideException(ErrorCode.LIMIT, "counter set has too many counters: counterSet="
                    + schema.name() + ", counters=" + values + ", max=" + CounterFileDescriptor.VALUES_MAX
                    + ": divide it into several sets");
        }
        return CounterSetEncoder.encode(schema);
    }

    private static CounterSetSchema schema(final Path path, final UnsafeBuffer buffer, final SlotGeometry geometry) {
        final CounterSetSchema schema;
        try {
            schema = CounterSetDecoder.decode(buffer, HEADER_LENGTH, geometry.contentLength());
        } catch (final RingsideException e) {
            throw new RingsideException(ErrorCode.CORRUPT, "counter set cannot be decoded: path=" + path
                    + ", reason=" + e.getMessage() + ": end its process, then remove it", e);
        }
        if (schema.counters().size() != geometry.values()) {
            throw damaged(path, "values=" + geometry.values() + ", counters=" + schema.counters().size());
        }
        return schema;
    }

    private static RingsideException damaged(final Path path, final String reason) {
        return new RingsideException(ErrorCode.CORRUPT, "file of counters is damaged: path=" + path + ", reason="
                + reason + ": end its process, then remove it");
    }
}
