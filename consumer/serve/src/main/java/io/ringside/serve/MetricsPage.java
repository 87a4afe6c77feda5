package io.ringside.serve;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusProtobufWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.ringside.internal.control.DirectoryController;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Answers scrapes, one at a time. Thread-safe. */
final class MetricsPage implements Exchange.Handler, AutoCloseable {
    private static final long WAIT_S = 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final ExpositionFormatWriter text = PrometheusTextFormatWriter.create();
    private final ExpositionFormatWriter openMetrics = OpenMetricsTextFormatWriter.create();
    /** The only one that has native histograms. */
    private final ExpositionFormatWriter protobuf = new PrometheusProtobufWriter();
    private final TraceMetrics metrics;
    private final @Nullable LatencyMetrics latencies;
    private boolean closed;

    /**
     * A page.
     *
     * @param controller of the directory, not closed by this
     * @param limit      most series of a scrape
     * @param timeoutNs  longest wait for processes whose counters have callbacks
     * @param latencies  beyond the limit; null for none
     */
    public MetricsPage(final DirectoryController controller, final int limit, final long timeoutNs,
            final @Nullable LatencyMetrics latencies) {
        this.metrics = new TraceMetrics(controller, limit, timeoutNs);
        this.latencies = latencies;
    }

    @Override
    public void handle(final Exchange exchange) throws IOException {
        exchange.requireMethod("GET", "HEAD");
        final String accept = exchange.header("Accept");
        final ExpositionFormatWriter format = protobuf.accepts(accept) && protobuf.isAvailable()
                ? protobuf
                : openMetrics.accepts(accept) ? openMetrics : text;
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        format.write(bytes, read());
        exchange.send(HttpURLConnection.HTTP_OK, format.getContentType(), bytes.toByteArray());
    }

    private MetricSnapshots read() {
        boolean locked = false;
        try {
            locked = lock.tryLock(WAIT_S, TimeUnit.SECONDS);
            if (!locked || closed) {
                throw new Exchange.Failure(HttpURLConnection.HTTP_UNAVAILABLE, "other scrapes have not ended: waitedS="
                        + WAIT_S + ": scrape less often");
            }
            final MetricSnapshots.Builder all = MetricSnapshots.builder();
            metrics.read().forEach(all::metricSnapshot);
            if (latencies != null) {
                latencies.collect().forEach(all::metricSnapshot);
            }
            return all.build();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Exchange.Failure(HttpURLConnection.HTTP_UNAVAILABLE, "server ends: scrape it again later");
        } finally {
            if (locked) {
                lock.unlock();
            }
        }
    }

    /** Lets go of the directory, after a scrape that is under way. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            metrics.close();
        } finally {
            lock.unlock();
        }
    }
}
