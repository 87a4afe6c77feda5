package io.ringside.bench.disabled;

import io.ringside.bench.fixture.MemoryFolder;
import java.io.IOException;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A mapped word that is 0. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures.
public class MappedWordState {
    private static final int PAGE_LENGTH = 4096;

    private MemoryFolder folder;
    UnsafeBuffer page;

    /** Maps the word. */
    @Setup
    public void open() throws IOException {
        folder = MemoryFolder.create();
        page = folder.map("word", PAGE_LENGTH);
    }

    /** Removes the file. */
    @TearDown
    public void close() {
        folder.close();
    }
}
