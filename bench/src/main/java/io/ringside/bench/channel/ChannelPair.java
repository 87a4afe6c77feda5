package io.ringside.bench.channel;

import java.io.IOException;

/** A reader and writers, each in a new process, and what they do together. For one thread. */
public final class ChannelPair implements AutoCloseable {
    /**
     * So many runs in a row without a compilation end the warm-up. Background work that runs some times a second is
     * compiled late, on a processor that a spinning thread needs.
     */
    private static final int QUIET_RUNS = 8;
    private static final long MS_NS = 1_000_000;

    private final ChildJvm reader;
    private final ChildJvm writer;

    /** The answers of both ends. */
    public record Answers(String reader, String writer) {}

    private ChannelPair(final ChildJvm reader, final ChildJvm writer) {
        this.reader = reader;
        this.writer = writer;
    }

    /**
     * Starts both processes.
     *
     * @param host       which outlives the pair
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

    /** Sends a command to each, and waits for both answers. */
    public Answers run(final String readerCommand, final String writerCommand) {
        reader.tell(readerCommand);
        final String answer = writer.ask(writerCommand);
        return new Answers(reader.answer(), answer);
    }

    /**
     * Repeats a run until the compilers of both have been quiet for a while.
     *
     * @param maxMillis after which they are left to it
     * @param run       of a few hundred milliseconds
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

    /** Ends both processes, writers first. */
    @Override
    public void close() {
        writer.close();
        reader.close();
    }
}
