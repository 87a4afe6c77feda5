package io.ringside.cli;

import io.ringside.cli.CommandApi.Route;
import io.ringside.text.JsonRow;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.ArgSpec;

/** The OpenAPI 3.0 document of the server's commands. Stateless. */
final class OpenApi {
    /** File name of the document. */
    static final String NAME = "openapi.json";
    /** Media type of the parameters of a POST request. */
    static final String FORM = "application/x-www-form-urlencoded";

    private static final String ANSWER = "#/components/schemas/Answer";

    private OpenApi() {}

    /** Returns the document, generated from the help of the commands. */
    static CharSequence of(final List<Route> routes) {
        final JsonRow row = new JsonRow().put("openapi", "3.0.3");
        row.beginObject("info").put("title", "ringside serve").put("version", ProgramVersion.text())
                .put("description", "Commands of ringside over HTTP. A parameter is an option or argument of the "
                        + "command of the same name, and rows are what it prints with --format json.")
                .endObject();
        row.beginObject("components").beginObject("securitySchemes").beginObject("token").put("type", "http")
                .put("scheme", "bearer").endObject().endObject();
        answer(row.beginObject("schemas"));
        row.endObject().endObject();
        row.beginArray("security").beginElement().beginArray("token").endArray().endObject().endArray();
        row.beginObject("paths");
        routes.forEach(route -> path(row, route));
        other(row, "/metrics", "Metrics for Prometheus, in the format that the header Accept names. On the loopback "
                + "address they need no token.", "text/plain", "application/openmetrics-text",
                "application/vnd.google.protobuf");
        other(row, CommandApi.PATH + "/" + NAME, "This document.", "application/json");
        return row.endObject().end();
    }

    private static void answer(final JsonRow row) {
        row.beginObject("Answer").put("type", "object").beginObject("properties");
        row.beginObject("exitCode").put("type", "integer")
                .put("description", "Exit code of the command: 0 if it was done, 3 if it was and events were lost.")
                .endObject();
        row.beginObject("rows").put("type", "array").beginObject("items").put("type", "object").endObject()
                .endObject();
        row.beginObject("messages").put("type", "array").beginObject("items").put("type", "string").endObject()
                .endObject();
        row.beginObject("error").put("type", "string").put("description", "Why it was not done.").endObject();
        row.endObject().endObject();
    }

    private static void path(final JsonRow row, final Route route) {
        final String[] help = route.spec().usageMessage().description();
        row.beginObject(route.path()).beginObject(route.method().toLowerCase(Locale.ROOT))
                .put("operationId", route.name()).put("summary", plain(help[0]))
                .put("description", plain(String.join(" ", help)));
        if (route.method().equals("GET")) {
            row.beginArray("parameters");
            route.parameters().forEach((name, argument) -> {
                row.beginElement().put("name", name).put("in", "query")
                        .put("required", CommandApi.isRequired(argument))
                        .put("description", plain(String.join(" ", argument.description())));
                schema(row.beginObject("schema"), argument).endObject().endObject();
            });
            row.endArray();
        } else {
            form(row, route.parameters());
        }
        row.beginObject("responses");
        if (route.isStream()) {
            row.beginObject("200").put("description", "Server-sent events: message has a line of the command, beat how "
                    + "many lines were skipped in the last second, problem what it says to people, end that it ended.")
                    .beginObject("content").beginObject("text/event-stream").endObject().endObject().endObject();
        } else if (route.name().equals(CommandApi.EXPORT)) {
            answerOf(row.beginObject("200").put("description", "It was done. With to=- the export itself.")
                    .beginObject("content")).beginObject("application/octet-stream").beginObject("schema")
                    .put("type", "string").put("format", "binary").endObject().endObject().endObject().endObject();
        } else {
            response(row, "200", "It was done.");
        }
        failures(row, route.method().equals("POST"));
        row.endObject().endObject().endObject();
    }

    private static void failures(final JsonRow row, final boolean isChange) {
        response(row, "400", "The parameters are not understood.");
        response(row, "401", "The token is missing or wrong.");
        if (isChange) {
            response(row, "403", "The request comes from a page of another origin.");
        }
        response(row, "409", "It could not be done.");
        if (isChange) {
            response(row, "413", "The request has more than 64 KiB.");
            response(row, "415", "The parameters are no form.");
        }
        response(row, "421", "The request names another host.");
        response(row, "500", "The server has failed.");
        response(row, "503", "The server ends, or is too busy.");
    }

    private static void form(final JsonRow row, final Map<String, ArgSpec> parameters) {
        row.beginObject("requestBody").beginObject("content").beginObject(FORM).beginObject("schema")
                .put("type", "object").beginObject("properties");
        parameters.forEach((name, argument) -> schema(row.beginObject(name), argument)
                .put("description", plain(String.join(" ", argument.description()))).endObject());
        row.endObject();
        if (parameters.values().stream().anyMatch(CommandApi::isRequired)) {
            row.beginArray("required");
            parameters.forEach((name, argument) -> {
                if (CommandApi.isRequired(argument)) {
                    row.add(name);
                }
            });
            row.endArray();
        }
        row.endObject().endObject().endObject().endObject();
    }

    private static JsonRow schema(final JsonRow row, final ArgSpec argument) {
        if (CommandApi.isSeveral(argument)) {
            return row.put("type", "array").beginObject("items").put("type", "string").endObject();
        }
        return row.put("type", argument.typeInfo().isBoolean() ? "boolean" : "string");
    }

    private static void response(final JsonRow row, final String status, final String description) {
        answerOf(row.beginObject(status).put("description", description).beginObject("content")).endObject()
                .endObject();
    }

    private static JsonRow answerOf(final JsonRow content) {
        return content.beginObject("application/json").beginObject("schema").put("$ref", ANSWER).endObject()
                .endObject();
    }

    private static void other(final JsonRow row, final String path, final String summary, final String... types) {
        row.beginObject(path).beginObject("get").put("summary", summary).beginObject("responses").beginObject("200")
                .put("description", summary).beginObject("content");
        for (final String type : types) {
            row.beginObject(type).endObject();
        }
        row.endObject().endObject().endObject().endObject().endObject();
    }

    /** Returns the text as help shows it. */
    private static String plain(final String text) {
        return text.replace("%%", "%");
    }
}
