package io.ringside.cli;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.option.Arguments;
import io.ringside.serve.ServeContext;
import io.ringside.serve.ServeContext.Latency;
import io.ringside.serve.TraceServer;
import io.ringside.text.JsonRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code ringside serve}: a live page, metrics and commands over HTTP. */
@Command(name = "serve", description = {
    "Serve a live page, metrics for Prometheus, and commands of this program over HTTP.",
    "The command prints its address, which contains a token, and runs until Ctrl-C. On the loopback address "
            + "/metrics can be read without the token; everything else needs it. A scrape reads what is in shared "
            + "memory and takes no events. Of the traced processes it asks only those whose counters have "
            + "callbacks."}, footer = {
                "",
                "Examples:",
                "  ringside serve",
                "  ringside serve --latency 'fills=Acme.Orders/accepted->Acme.Orders/filled by orderId'",
                "  ringside serve --listen 127.0.0.1:9000 --token-file ~/.ringside-token",
                "  ringside serve --listen 0.0.0.0:7464 --token-file token --tls keys.p12 --host trading.example.com"})
final class ServeCommand implements Callable<Integer> {
    private static final String PASSWORD_VARIABLE = "RINGSIDE_TLS_PASSWORD";
    /** Together less than what a process gets to end after a signal. */
    private static final long COMMANDS_END_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long COMMANDS_GRACE_NS = TimeUnit.SECONDS.toNanos(5);

    private final CommandContext context;
    private final Function<String, @Nullable String> environment;

    @Option(names = "--listen", paramLabel = "ADDRESS:PORT", description = {
        "Address to listen on, or a port of the loopback address; port 0 takes any that is free. Another than the "
                + "loopback address requires --token-file (default: 127.0.0.1:7464)."})
    private String listen = "127.0.0.1:7464";

    @Option(names = "--token-file", paramLabel = "FILE", description = {
        "File with the token that clients need (default: a new token each time)."})
    private @Nullable Path tokenFile;

    @Option(names = "--tls", paramLabel = "FILE", description = {
        "PKCS#12 file with the key and the certificates of the server. Its password is in the environment variable "
                + PASSWORD_VARIABLE + " or in --tls-password-file (default: plain HTTP)."})
    private @Nullable Path keys;

    @Option(names = "--tls-password-file", paramLabel = "FILE", description = {
        "File with the password of --tls (default: $$" + PASSWORD_VARIABLE + ")."})
    private @Nullable Path passwordFile;

    @Option(names = "--host", paramLabel = "NAME", converter = Arguments.Name.class, description = {
        "Name by which clients call the server; repeat it for more. Requests that name another host are rejected, "
                + "except localhost and IP addresses (default: none)."})
    private List<String> hosts = List.of();

    @Option(names = "--max-series", paramLabel = "N", description = {
        "Most series in a scrape, 100 to 1000000. Those beyond it are counted in ringside_scrape_omitted_series "
                + "(default: 10000)."})
    private int maxSeries = ServeContext.MAX_SERIES;

    @Option(names = "--timeout", paramLabel = "D", description = {
        "How long a scrape waits for processes that supply counters on request, at most 10s (default: 1s)."})
    private Duration timeout = Duration.ofSeconds(1);

    @Option(names = "--latency", paramLabel = "LATENCY", converter = LatencyConverter.class, description = {
        "Measure a latency in all sessions, as ringside_latency_seconds with the label latency=NAME. LATENCY is "
                + "'NAME=FROM->TO by FIELD' with two events, each as [PROVIDER/]EVENT, and the field whose value both "
                + "share, or EVENT.FIELD = EVENT.FIELD; without by FIELD it is the activity id. -> may also be the "
                + "arrow U+2192. Takes no events. Repeatable, at most 20 times (default: none)."})
    private List<Latency> latencies = List.of();

    ServeCommand(final CommandContext context) {
        this(context, System::getenv);
    }

    /** Creates the command with other environment variables, for tests. */
    ServeCommand(final CommandContext context, final Function<String, @Nullable String> environment) {
        this.context = context;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        context.interruption().handle();
        try (TraceServer server = open()) {
            final CommandApi api = new CommandApi(context, context.options().directory());
            server.route(CommandApi.PATH, false, api);
            server.start();
            print(server);
            context.interruption().await(Long.MAX_VALUE);
            api.end(COMMANDS_END_NS, COMMANDS_GRACE_NS, context.console()::tell);
        }
        return ExitCode.INTERRUPTED;
    }

    private void print(final TraceServer server) {
        final String url = server.address() + "?token=" + server.token();
        if (keys == null && !server.isLocal()) {
            context.console().tell("the token can be read on the network: listen=" + listen
                    + ": use --tls, or an address that only trusted machines reach");
        }
        if (context.isJson()) {
            context.console().print(new JsonRow().put("url", url).put("metrics", server.address() + "metrics")
                    .put("port", server.port()).put("directory", context.openDirectory().toString()).end());
        } else {
            context.console().print("address  " + url);
            context.console().print("metrics  " + server.address() + "metrics");
        }
    }

    private TraceServer open() {
        try {
            return TraceServer.open(settings().directory(context.openDirectory()));
        } catch (final RingsideException e) {
            // Settings are typed as options.
            throw new RingsideException(e.code(), String.valueOf(e.getMessage())
                    .replaceFirst(": choose another address or port$", "$0 with --listen")
                    .replaceFirst("a file that only you can read, and give it$", "$0 with --token-file")
                    .replaceFirst(": give a PKCS#12 file( and its password)$", ": give a PKCS#12 file with --tls,$1")
                    .replaceFirst(": give each another one$", ": give each --latency another one")
                    .replaceFirst("^setting is out of range: (\\w+)=([^:]+).*",
                            "option is out of range: option=--$1, value=$2: see ringside serve --help")
                    .replace("--maxSeries,", "--max-series,").replace("--latencies,", "--latency,"), e);
        }
    }

    private ServeContext settings() {
        final ServeContext settings = new ServeContext(listen, tokenFile).hosts(hosts).maxSeries(maxSeries)
                .timeout(timeout).latencies(latencies)
                .errorHandler(failure -> context.console().tell(String.valueOf(failure.getMessage())));
        final Path file = keys;
        if (file != null) {
            final String password = passwordFile == null
                    ? environment.apply(PASSWORD_VARIABLE)
                    : password(passwordFile);
            if (password == null) {
                throw new RingsideException(ErrorCode.INVALID_ARGUMENT, "password of the keys is missing: tls=" + file
                        + ": set " + PASSWORD_VARIABLE + ", or give --tls-password-file");
            }
            settings.tls(file, password.toCharArray());
        } else if (passwordFile != null) {
            throw new RingsideException(ErrorCode.INVALID_ARGUMENT,
                    "--tls-password-file requires --tls: file=" + passwordFile + ": see ringside serve --help");
        }
        return settings;
    }

    private static String password(final Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8).strip();
        } catch (final IOException e) {
            throw RingsideException.ofFile("read a password", file, e);
        }
    }

    /** A latency as it is typed. Stateless. */
    private static final class LatencyConverter implements ITypeConverter<Latency> {
        @Override
        public Latency convert(final String text) {
            try {
                return Latency.parse(text);
            } catch (final RingsideException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
