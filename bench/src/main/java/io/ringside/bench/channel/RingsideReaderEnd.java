package io.ringside.bench.channel;

import io.ringside.internal.files.TraceDirectory;
import io.ringside.reader.ConsumerContext;
import io.ringside.reader.SessionConsumer;

/** A live consumer, which takes lane by lane. */
final class RingsideReaderEnd implements ReaderEnd {
    private final SessionConsumer consumer;

    RingsideReaderEnd(final ChannelPlan plan, final Receiver receiver) {
        consumer = SessionConsumer.open(new ConsumerContext(TraceDirectory.open(plan.traceDirectory()),
                ChannelHost.SESSION, event -> receiver.onMessage(event.timeTicks(), event.buffer(),
                        event.payloadOffset(), event.payloadLength()))
                .merged(false)
                .errorHandler(failure -> {
                    throw new IllegalStateException("a consumer of the bench has failed", failure);
                }));
    }

    @Override
    public int poll() {
        return consumer.doWork();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
