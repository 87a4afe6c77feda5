package io.ringside.cli.counters;

import io.ringside.cli.argument.DurationConverter;
import io.ringside.cli.control.ControlConnection;
import io.ringside.reader.counter.CounterQuery;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How long providers are waited for that have to be asked for their counters. */
final class ProviderWait {
    @Option(names = "--timeout", paramLabel = "D", converter = DurationConverter.class, description = {
        "How long to wait for providers that supply counters on request (default: 1s)."})
    private Duration timeout = Duration.ofSeconds(1);

    /** A query of the trace directory that a command is connected to. */
    CounterQuery open(final ControlConnection connection) {
        return CounterQuery.open(connection.controller()).timeoutNs(timeout.toNanos());
    }
}
