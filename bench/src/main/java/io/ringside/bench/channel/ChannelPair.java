package io.ringside.bench.channel;

import java.io.IOException;

/** Reader and writers in two new processes, with their common operations. Not thread-safe. */
public final class ChannelPair implements AutoCloseable {
    /**
     * Number of successive runs without compilation that ends the warm-up. Background work that runs only a few times
     * per second is compiled late, on a processor that a spinning thread needs.
     */
    private static final int QUIET_RUNS = 8;
    private static final long MS_NS = 1_000_000;

    private final ChildJvm reader;
    private final ChildJvm writer;

    /** Answers of both ends. */
    public record Answers(String reader, String writer) {}

    private ChannelPair(final ChildJvm reader, final ChildJvm writer) {
        this.reader = reader;
        this.writer = writer;
    }

    /**
     * Starts both processes.
     *
     * @param host       which must outlive the pair
     * @param readerMain main class of the reader, which {@link ChildJvm#serve serves}
     * @param writerMain main class of the writers
     * @return the pair
     * @throws IOException if a process cannot be started
     */
    public static ChannelPair open(final ChannelHost host, final Class<?> readerMain, final Class<?> writerMain)
            throws IOException {
        final ChildJvm reader = ChildJvm.start(readerMain, host.plan().toArguments());
        return new ChannelPair(reader, ChildJvm.start(writerMain, host.plan().toArguments()));
    }

    /** Sends a command to each process, and waits for both answers. */
    public Answers run(final String readerCommand, final String writerCommand) {
        reader.tell(readerCommand);
        final String answer = writer.ask(writerCommand);
        return new Answers(reader.answer(), answer);
    }

    /**
     * Repeats a run until the compilers of both processes have been idle for a while.
     *
     * @param maxMillis maximum duration, after which compilers may still be active
     * @param run       takes a few hundred milliseconds
     */
    public void warmUp(final int maxMillis, final Runnable run) {
        final long beginNs = System.nanoTime();
        long compiledMs = -1;
        int quiet = 0;
        do {
            run.run();
            final long nowMs = reader.compilationMs() + writer.compilationMs();
            quiet = nowMs == compiledMs ? quiet + 1 : 0;
            compiledMs = nowMs;
        } while (quiet < QUIET_RUNS && System.nanoTime() - beginNs < maxMillis * MS_NS);
    }

    /** Ends both processes, the writers first. */
    @Override
    public void close() {
        writer.close();
        reader.close();
    }
}
