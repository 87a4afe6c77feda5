package io.ringside.bench.recording;

import io.ringside.bench.fixture.MemoryFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

/** A file that is copied to another on the same medium, a piece of as many bytes as a call's events have at a time. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class FileCopyState {
    private static final int SOURCE_PIECES = 128;

    private MemoryFolder root;
    private FileChannel source;
    private FileChannel target;
    private ByteBuffer piece;
    private long read;
    private long written;

    /** Makes the file that is copied. */
    @Setup
    public void open(final RecordedPayload payload) throws IOException {
        root = MemoryFolder.create();
        piece = ByteBuffer.allocateDirect(RecordedPayload.EVENTS * payload.recordBytes());
        source = FileChannel.open(file("source"), CREATE, READ, WRITE);
        for (int i = 0; i < SOURCE_PIECES; i++) {
            source.write(piece.clear());
        }
        reset();
    }

    /** Begins another copy. */
    @Setup(Level.Iteration)
    public void reset() throws IOException {
        if (target != null) {
            target.close();
        }
        target = FileChannel.open(file("target"), CREATE, WRITE, TRUNCATE_EXISTING);
        written = 0;
    }

    /** Sees that the copy does not grow for ever. */
    @Setup(Level.Invocation)
    public void bound() throws IOException {
        if (written > Medium.FILE_BYTES) {
            reset();
        }
        if (read + piece.capacity() > source.size()) {
            read = 0;
        }
    }

    /** Copies the next piece. */
    long copy() throws IOException {
        read += source.read(piece.clear(), read);
        written += target.write(piece.flip());
        return written;
    }

    /** Removes the files. */
    @TearDown
    public void close() throws IOException {
        source.close();
        target.close();
        root.close();
    }

    private Path file(final String name) {
        return root.path().resolve(name);
    }
}
