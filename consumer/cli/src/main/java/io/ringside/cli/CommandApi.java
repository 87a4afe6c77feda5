package io.ringside.cli;

import io.ringside.cli.console.CommandContext;
import io.ringside.cli.console.Console;
import io.ringside.cli.console.ExitCode;
import io.ringside.cli.console.Interruption;
import io.ringside.cli.counters.CountersCommand;
import io.ringside.serve.Exchange;
import io.ringside.text.JsonRow;
import io.ringside.text.PlainText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * HTTP access to the program's commands. A request is a command line: its parameters are the command's options, and the
 * response is the command's JSON. Thread-safe.
 */
final class CommandApi implements Exchange.Handler {
    /** Path at which the commands are served. */
    static final String PATH = "/api";
    /** The only command whose output can be downloaded as the body of the response. */
    static final String EXPORT = "export";

    /** The decoder's replacement for bytes that are not UTF-8. */
    private static final char UNDECODED = '\uFFFD';
    private static final String STREAM = "stream";
    private static final int STREAMS_MAX = 16;
    private static final int BODY_MAX = 64 * 1024;
    private static final int CONFLICT = HttpURLConnection.HTTP_CONFLICT;
    private static final String DOWNLOAD = "-";
    private static final String MESSAGE = "ringside: ";
    /** Options that would block a request, or that concern the directory that is served. */
    private static final Set<String> LEFT_OUT = Set.of("hold", "group", "follow", "idle");

    /** Longest wait at shutdown for streams, whose clients may read slowly. */
    private static final long STREAM_END_NS = TimeUnit.SECONDS.toNanos(1);
    private static final String ENDS = "server ends: call it again when it has been started";

    private final Semaphore streams = new Semaphore(STREAMS_MAX);
    /** Calls in progress; the set is also the lock that guards {@code isEnding}. */
    private final Set<Call> calls = new LinkedHashSet<>();
    private boolean isEnding;
    private final @Nullable Path directory;
    private final Map<String, Route> routeByName = new LinkedHashMap<>();

    /**
     * A command that clients can call. Immutable.
     *
     * @param method     HTTP method: GET for commands that change nothing
     * @param name       name in the path, the command's first word
     * @param spec       of the command
     * @param parameters by name
     * @param fixed      words that always follow the name
     * @param isStream   whether the command keeps running and responds with server-sent events
     */
    record Route(String method, String name, CommandSpec spec, Map<String, ArgSpec> parameters, List<String> fixed,
            boolean isStream) {
        String path() {
            return PATH + "/" + name;
        }
    }

    /** A call that is running a command for a client. */
    private record Call(String command, boolean isStream, Interruption interruption) {}

    /**
     * Creates the handler for a directory.
     *
     * @param context   for creating the commands
     * @param directory served directory, null for the default one
     */
    CommandApi(final CommandContext context, final @Nullable Path directory) {
        this.directory = directory;
        final Map<String, CommandLine> commands = CommandTree.commands(context).getSubcommands();
        List.of("sessions", "query", "providers", "processes").forEach(name -> add("GET", command(commands, name)));
        add("GET", command(commands, "stat"), List.of("--once"), Set.of("name", "interval"));
        add("GET", command(commands, "latency"), List.of("--peek"),
                Set.of("source", "from", "to", "between", "by", "pair", "slowest", "where"));
        add("GET", command(commands, "timeline"), List.of("--peek"),
                Set.of("source", "key", "show", "slowest", "where"));
        final CommandLine counters = command(commands, CountersCommand.NAME);
        add("GET", CountersCommand.NAME, command(counters.getSubcommands(), "query"), List.of("query"),
                Set.of("path", "interval"));
        add(STREAM, command(commands, "tail"), List.of("--peek", "--follow"), Set.of("source", "where"));
        List.of("start", "enable", "disable", "capture-state", "update", "flush", "stop", "snapshot", EXPORT)
                .forEach(name -> add("POST", command(commands, name)));
    }

    private static CommandLine command(final Map<String, CommandLine> commands, final String name) {
        return Objects.requireNonNull(commands.get(name), name);
    }

    private void add(final String method, final CommandLine command) {
        add(method, command, List.of(), Set.of());
    }

    /**
     * Registers a command that clients can call.
     *
     * @param fixed words that are always added
     * @param only  the supported parameters; empty for all
     */
    private void add(final String method, final CommandLine command, final List<String> fixed,
            final Set<String> only) {
        add(method, command.getCommandName(), command, fixed, only);
    }

    private void add(final String method, final String name, final CommandLine command, final List<String> fixed,
            final Set<String> only) {
        final CommandSpec spec = command.getCommandSpec();
        final Map<String, ArgSpec> parameters = new LinkedHashMap<>();
        spec.positionalParameters().stream().sorted(Comparator.comparing(PositionalParamSpec::index))
                .forEach(argument -> parameters.put(argument.paramLabel().toLowerCase(Locale.ROOT), argument));
        spec.options().stream().filter(option -> !CommandTree.isInherited(option))
                .filter(option -> !LEFT_OUT.contains(name(option)))
                .forEach(option -> parameters.put(name(option), option));
        if (!only.isEmpty()) {
            parameters.keySet().retainAll(only);
        }
        routeByName.put(name, new Route(method.equals(STREAM) ? "GET" : method, name, spec, parameters, fixed,
                method.equals(STREAM)));
    }

    private static String name(final OptionSpec option) {
        return option.longestName().replaceFirst("^--", "");
    }

    /** Returns all commands that clients can call. */
    List<Route> routes() {
        return List.copyOf(routeByName.values());
    }

    @Override
    public void handle(final Exchange exchange) throws IOException {
        final String path = exchange.path();
        if (path.equals(PATH + "/" + OpenApi.NAME)) {
            exchange.requireMethod("GET", "HEAD");
            exchange.send(HttpURLConnection.HTTP_OK, Exchange.JSON, OpenApi.of(routes()));
            return;
        }
        final Route route = path.startsWith(PATH + "/") ? routeByName.get(path.substring(PATH.length() + 1)) : null;
        if (route == null) {
            throw exchange.notFound();
        }
        exchange.requireMethod(route.method());
        final Map<String, List<String>> given = new LinkedHashMap<>();
        decode(exchange.query(), given);
        if (route.method().equals("POST")) {
            decode(body(exchange), given);
        }
        final List<String> arguments = arguments(route, given);
        final Call call = new Call(route.name(), route.isStream(), new Interruption());
        begin(call);
        try {
            answer(exchange, route, call.interruption(), arguments, given);
        } finally {
            end(call);
        }
    }

    private void answer(final Exchange exchange, final Route route, final Interruption interruption,
            final List<String> arguments, final Map<String, List<String>> given) throws IOException {
        if (DOWNLOAD.equals(String.join("", given.getOrDefault("to", List.of()))) && route.name()
                .equals(EXPORT)) {
            download(exchange, interruption, arguments, fileName(String.join("", given.getOrDefault("as", List.of()))));
        } else if (route.isStream()) {
            stream(exchange, interruption, arguments);
        } else {
            run(exchange, interruption, arguments);
        }
    }

    private void begin(final Call call) {
        synchronized (calls) {
            if (isEnding) {
                throw new Exchange.Failure(HttpURLConnection.HTTP_UNAVAILABLE, ENDS);
            }
            calls.add(call);
        }
    }

    private void end(final Call call) {
        synchronized (calls) {
            calls.remove(call);
            calls.notifyAll();
        }
    }

    /** {@return the number of calls in progress, streams included} */
    int calls() {
        synchronized (calls) {
            return calls.size();
        }
    }

    /**
     * Rejects new calls and waits for those in progress. A command that takes too long is interrupted, as if by Ctrl-C,
     * and its client gets the output up to then.
     *
     * @param timeoutNs for commands to finish by themselves
     * @param graceNs   for commands to finish after they were interrupted
     * @param tell      receives a line for people if commands are waited for, and another if some did not finish
     */
    void end(final long timeoutNs, final long graceNs, final Consumer<String> tell) {
        synchronized (calls) {
            isEnding = true;
            calls.stream().filter(Call::isStream).forEach(call -> call.interruption().request());
            final List<String> waiting = commands();
            if (!waiting.isEmpty()) {
                tell.accept("waiting for commands that clients have called: commands=" + waiting + ", maxMs="
                        + TimeUnit.NANOSECONDS.toMillis(timeoutNs));
            }
            awaitEnd(timeoutNs, false);
            calls.forEach(call -> call.interruption().request());
            awaitEnd(graceNs, false);
            awaitEnd(STREAM_END_NS, true);
            final List<String> left = commands();
            if (!left.isEmpty()) {
                tell.accept("commands have not ended, their clients get no answer: commands=" + left
                        + ": see what they have done with ringside sessions");
            }
        }
    }

    private List<String> commands() {
        return calls.stream().filter(call -> !call.isStream()).map(Call::command).toList();
    }

    private void awaitEnd(final long timeoutNs, final boolean withStreams) {
        final long deadlineNs = System.nanoTime() + timeoutNs;
        try {
            for (long leftNs = timeoutNs; leftNs > 0
                    && calls.stream().anyMatch(call -> withStreams || !call.isStream()); leftNs = deadlineNs
                            - System.nanoTime()) {
                // At least 1, because 0 would wait forever.
                calls.wait(1 + TimeUnit.NANOSECONDS.toMillis(leftNs));
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stream(final Exchange exchange, final Interruption interruption, final List<String> arguments)
            throws IOException {
        if (!streams.tryAcquire()) {
            throw new Exchange.Failure(HttpURLConnection.HTTP_UNAVAILABLE, "too many streams are open: max="
                    + STREAMS_MAX + ": close other pages");
        }
        try {
            TailStream.run(exchange, interruption, arguments.toArray(new String[0]));
        } finally {
            streams.release();
        }
    }

    /** Returns the command line that corresponds to the request. */
    private List<String> arguments(final Route route, final Map<String, List<String>> given) {
        final List<String> words = new ArrayList<>();
        if (directory != null) {
            words.addAll(List.of("--dir", directory.toString()));
        }
        words.addAll(List.of("--format", "json", route.name()));
        words.addAll(route.fixed());
        for (final String name : given.keySet()) {
            if (!route.parameters().containsKey(name)) {
                final String near = PlainText.suggestion(name, route.parameters().keySet());
                throw invalid("no such parameter: path=" + route.path() + ", parameter=" + name
                        + (near.isEmpty() ? ": see " : near + " See ") + PATH + "/" + OpenApi.NAME);
            }
        }
        final List<String> typed = new ArrayList<>(List.of("--"));
        route.parameters().forEach((name, argument) -> {
            final List<String> values = given.getOrDefault(name, List.of());
            if (values.isEmpty() && isRequired(argument)) {
                throw invalid("parameter is missing: path=" + route.path() + ", parameter=" + name + ": see " + PATH
                        + "/" + OpenApi.NAME);
            }
            if (values.size() > 1 && !isSeveral(argument)) {
                throw invalid("parameter is given more than once: path=" + route.path() + ", parameter=" + name
                        + ": give one value");
            }
            if (argument instanceof final OptionSpec option) {
                values.forEach(value -> addOption(words, route, option, value));
            } else {
                typed.addAll(values);
            }
        });
        words.addAll(typed);
        return words;
    }

    private static void addOption(final List<String> words, final Route route, final OptionSpec option,
            final String value) {
        if (!option.typeInfo().isBoolean()) {
            words.add(option.longestName() + "=" + value);
        } else if (value.isEmpty() || value.equals("true")) {
            words.add(option.longestName());
        } else if (!value.equals("false")) {
            throw invalid("parameter is no truth: path=" + route.path() + ", parameter=" + name(option) + ", value="
                    + value + ": give true or false");
        }
    }

    /** {@return whether a command requires the argument} */
    static boolean isRequired(final ArgSpec argument) {
        return argument instanceof OptionSpec ? argument.required() : argument.arity().min() > 0;
    }

    /** {@return whether the argument may be given more than once} */
    static boolean isSeveral(final ArgSpec argument) {
        return argument.typeInfo().isMultiValue();
    }

    private static void run(final Exchange exchange, final Interruption interruption,
            final List<String> arguments) throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final int exitCode = run(out, err, interruption, arguments);
        final String rows = out.toString(StandardCharsets.UTF_8).lines().collect(Collectors.joining(","));
        final JsonRow answer = new JsonRow().put("exitCode", exitCode);
        answer.name("rows").append('[').append(rows).append(']');
        exchange.send(status(exitCode), Exchange.JSON, messages(answer, exitCode, err));
    }

    private static int run(final OutputStream out, final OutputStream err, final Interruption interruption,
            final List<String> arguments) {
        return CommandTree.run(new Console(out, err, false, false), interruption, arguments.toArray(new String[0]));
    }

    private static String messages(final JsonRow answer, final int exitCode, final ByteArrayOutputStream err) {
        final List<String> messages = err.toString(StandardCharsets.UTF_8).lines()
                .map(line -> line.startsWith(MESSAGE) ? line.substring(MESSAGE.length()) : line)
                .collect(Collectors.toCollection(ArrayList::new));
        if (exitCode == ExitCode.INTERRUPTED) {
            messages.add("command was interrupted, as the server ends: see what it has done, and call it again");
        }
        if (status(exitCode) != HttpURLConnection.HTTP_OK) {
            answer.put("error", String.join("\n", messages));
        }
        answer.beginArray("messages");
        messages.forEach(answer::add);
        return answer.endArray().end() + "\n";
    }

    /** Sends what the command writes while it writes it; before that, a failure is an answer. */
    private static void download(final Exchange exchange, final Interruption interruption,
            final List<String> arguments, final String fileName) throws IOException {
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        exchange.setHeader("Content-Disposition", "attachment; filename=\"" + fileName + "\"");
        final OutputStream body = exchange.stream("application/octet-stream");
        final int exitCode = run(body, err, interruption, arguments);
        if (status(exitCode) == HttpURLConnection.HTTP_OK) {
            body.close();
        } else {
            // If some of it was sent, no more is: without its last chunk, the answer is seen to be incomplete.
            exchange.setHeader("Content-Disposition", null);
            exchange.send(status(exitCode), Exchange.JSON,
                    messages(new JsonRow().put("exitCode", exitCode), exitCode, err));
        }
    }

    private static String fileName(final String format) {
        return "ringside." + switch (format.toLowerCase(Locale.ROOT)) {
            case "perfetto" -> "pftrace";
            case "chrome" -> "json";
            case "jfr", "jsonl", "csv" -> format.toLowerCase(Locale.ROOT);
            default -> "bin";
        };
    }

    private static int status(final int exitCode) {
        return switch (exitCode) {
            case ExitCode.DONE, ExitCode.LOST -> HttpURLConnection.HTTP_OK;
            case ExitCode.USAGE -> HttpURLConnection.HTTP_BAD_REQUEST;
            default -> CONFLICT;
        };
    }

    private static String body(final Exchange exchange) {
        final byte[] bytes = exchange.body(BODY_MAX);
        final String type = exchange.header("Content-Type");
        if (bytes.length > 0 && (type == null || !type.toLowerCase(Locale.ROOT).startsWith(OpenApi.FORM))) {
            throw new Exchange.Failure(HttpURLConnection.HTTP_UNSUPPORTED_TYPE, "type of the request is unknown: type="
                    + type + ": send parameters as " + OpenApi.FORM);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void decode(final @Nullable String form, final Map<String, List<String>> parameters) {
        if (form == null || form.isEmpty()) {
            return;
        }
        for (final String pair : form.split("&", -1)) {
            final int equals = pair.indexOf('=');
            try {
                final String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
                parameters.computeIfAbsent(name, key -> new ArrayList<>()).add(equals < 0
                        ? ""
                        : decoded(pair.substring(equals + 1)));
            } catch (final IllegalArgumentException e) {
                throw invalid("parameter is not encoded as it must be: reason=" + e.getMessage() + ": encode it as "
                        + OpenApi.FORM);
            }
        }
    }

    private static String decoded(final String text) {
        final String plain = URLDecoder.decode(text, StandardCharsets.UTF_8);
        if (plain.indexOf(UNDECODED) >= 0) {
            throw new IllegalArgumentException("it is not UTF-8");
        }
        return plain;
    }

    private static Exchange.Failure invalid(final String message) {
        return new Exchange.Failure(HttpURLConnection.HTTP_BAD_REQUEST, message);
    }
}
