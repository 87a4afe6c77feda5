package io.ringside.consumer.cli.emit;

import io.ringside.consumer.cli.argument.DurationConverter;
import io.ringside.consumer.cli.argument.SizeConverter;
import io.ringside.consumer.cli.console.CommandContext;
import io.ringside.consumer.cli.console.ExitCode;
import io.ringside.consumer.cli.console.JsonRow;
import io.ringside.consumer.cli.console.TextTable;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.SchemaException;
import io.ringside.session.LossCause;
import io.ringside.transport.ErrorCode;
import io.ringside.transport.RingsideException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ringside emit}: a provider to test with. */
@Command(name = "emit", description = {
    "Be a provider to test with: write numbered events, and tell what became of them.",
    "Each thread numbers its events from 0: id 1, level 4, keyword 0x1 if even, 0x2 if odd."}, footer = {
        "", "Examples:", "  ringside emit --provider Orders --events 1000",
        "  ringside emit --provider Orders --threads 4 --rate 100000 --wait-enabled 1m"})
public final class EmitCommand implements Callable<Integer> {
    private static final String NAME_MARK = "*";

    private final CommandContext context;

    @Option(names = "--provider", paramLabel = "NAME", required = true, description = "Name of the provider.")
    private String provider = "";

    @Option(names = "--events", paramLabel = "N", description = "Events of each thread (default: 1000000).")
    private long events = 1_000_000;

    @Option(names = "--threads", paramLabel = "T", description = "Threads that write (default: 1).")
    private int threads = 1;

    @Option(names = "--payload", paramLabel = "BYTES", converter = SizeConverter.class, description = {
        "Payload of each event in all, at least 8 (default: 32)."})
    private long payloadBytes = 32;

    @Option(names = "--rate", paramLabel = "R", description = {
        "Events per second of the whole process (default: as fast as it goes)."})
    private long rate;

    @Option(names = "--wait-enabled", paramLabel = "D", converter = DurationConverter.class, description = {
        "First wait until a session wants events, this long at most (default: do not wait)."})
    private @Nullable Duration waitEnabled;

    /**
     * A command that is yet to be parsed.
     *
     * @param context to work with
     */
    public EmitCommand(final CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws Exception {
        final EmitPlan plan = new EmitPlan(events, threads, (int) Math.min(payloadBytes, Integer.MAX_VALUE), rate);
        final ProviderSchema schema = schema(plan.payloadBytes());
        context.interruption().handle();
        try (EmitRun run = EmitRun.register(context, schema)) {
            if (waitEnabled != null) {
                run.awaitEnabled(waitEnabled);
            }
            print(run.emit(plan));
        }
        return context.interruption().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }

    private ProviderSchema schema(final int bytes) {
        final String name = provider.startsWith(NAME_MARK) ? provider.substring(NAME_MARK.length()) : provider;
        try {
            return NumberedEvents.schema(name, bytes);
        } catch (final SchemaException | IllegalArgumentException e) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT, e.getMessage() + ": see ringside emit --help", e);
        }
    }

    private void print(final WriteTally tally) {
        if (context.isJson()) {
            final JsonRow row = new JsonRow().put("attempted", tally.attempted()).put("wanted", tally.wanted())
                    .put("written", tally.written()).put("lost", tally.lost().total())
                    .put("disabled", tally.disabled()).beginObject("lostByCause");
            for (final LossCause cause : LossCause.values()) {
                row.put(cause.jsonName(), tally.lost().of(cause));
            }
            context.console().print(row.endObject().end());
            return;
        }
        final TextTable table = new TextTable("attempted", count(tally.attempted()))
                .row("disabled", count(tally.disabled())).row("wanted", count(tally.wanted()))
                .row("written", count(tally.written())).row("lost", count(tally.lost().total()));
        for (final LossCause cause : LossCause.values()) {
            if (tally.lost().of(cause) > 0) {
                table.row("  " + cause.jsonName(), count(tally.lost().of(cause)));
            }
        }
        table.lines().forEach(context.console()::print);
    }

    private static String count(final long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
