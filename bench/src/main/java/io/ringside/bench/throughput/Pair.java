package io.ringside.bench.throughput;

import io.ringside.bench.channel.ChannelHost;
import io.ringside.bench.channel.ChannelKind;
import io.ringside.bench.channel.ChildJvm;
import java.io.IOException;

/** A host, a reader and writers, all fresh. For one thread. */
final class Pair implements AutoCloseable {
    private final ChannelHost host;
    private final ChildJvm reader;
    private final ChildJvm writer;
    private long missing;

    /** What the reader says. */
    record Reading(long received, long missing, long ns) {
        static Reading parse(final String answer) {
            final String[] words = answer.split(" ", -1);
            return new Reading(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
        }
    }

    /** What both say of a command. */
    record Answers(Reading reading, String writer) {}

    private Pair(final ChannelHost host, final ChildJvm reader, final ChildJvm writer) {
        this.host = host;
        this.reader = reader;
        this.writer = writer;
    }

    static Pair open(final ChannelKind kind, final int roomBytes, final boolean blocks) throws IOException {
        final ChannelHost host = ChannelHost.open(kind, roomBytes, blocks);
        boolean complete = false;
        try {
            final ChildJvm reader = ChildJvm.start(ThroughputReaderMain.class, host.plan().toArguments());
            try {
                final Pair pair = new Pair(host, reader,
                        ChildJvm.start(ThroughputWriterMain.class, host.plan().toArguments()));
                complete = true;
                return pair;
            } finally {
                if (!complete) {
                    reader.close();
                }
            }
        } finally {
            if (!complete) {
                host.close();
            }
        }
    }

    /** Lets the writers do something of which so many events come. */
    Answers run(final long events, final String command) {
        reader.tell("read " + events);
        final String answer = writer.ask(command);
        final Reading reading = Reading.parse(reader.answer());
        missing += reading.missing();
        return new Answers(reading, answer);
    }

    /** Ends both, and compares what the reader has missed with the ledger, if there is one. */
    void end() {
        writer.close();
        reader.close();
        final long lost = host.end();
        if (host.plan().kind() == ChannelKind.RINGSIDE && lost != missing) {
            throw new IllegalStateException("the ledger does not tell what is missing: lost=" + lost + ", missing="
                    + missing);
        }
    }

    @Override
    public void close() {
        writer.close();
        reader.close();
        host.close();
    }
}
