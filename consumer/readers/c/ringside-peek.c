/* Prints recordings and live sessions as JSON lines: see README.md. */
#define RINGSIDE_IMPLEMENTATION
#include "ringside.h"

#include <signal.h>

static const char usage[] =
    "usage: ringside-peek [--dir DIR] SOURCE            events and losses of a session or a recording\n"
    "       ringside-peek [--dir DIR] --ledger SESSION  totals of a session\n"
    "       ringside-peek [--dir DIR] --list            running sessions\n";

static void print_problem(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "ringside: %s\n", text);
}

/* A mapped file was truncated, which neither Ringside nor its recorders do. */
static void on_bus_error(int signal)
{
    static const char text[] = "ringside: a file was truncated while it was read\n";
    ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written;
    _exit(signal == SIGBUS ? 1 : 2);
}

static int print_session(void *context, const ringside_session *session)
{
    (void)context;
    printf("{\"name\":");
    ringside_write_quoted(stdout, session->name);
    printf(",\"id\":%" PRId64 ",\"slot\":%" PRId64 ",\"state\":", session->id, session->slot);
    ringside_write_quoted(stdout, session->state);
    printf(",\"startWallNs\":%" PRId64 ",\"startTicks\":%" PRId64 ",\"settings\":{", session->start_wall_ns,
            session->start_ticks);
    for (size_t i = 0; i < session->setting_count; i++) {
        printf(i == 0 ? "" : ",");
        ringside_write_quoted(stdout, session->settings[i].key);
        printf(":");
        ringside_write_quoted(stdout, session->settings[i].value);
    }
    printf("}}\n");
    return 0;
}

static void print_ledger(ringside_reader *reader, const char *name)
{
    ringside_totals totals;
    ringside_ledger(reader, &totals);
    uint64_t lost = 0;
    for (int i = 0; i <= RINGSIDE_DISCARDED; i++) {
        lost += totals.lost[i];
    }
    printf("{\"name\":");
    ringside_write_quoted(stdout, (ringside_text){name, strlen(name)});
    printf(",\"id\":%" PRId64 ",\"wanted\":%" PRIu64 ",\"delivered\":%" PRIu64 ",\"overwritten\":%" PRIu64
            ",\"lost\":%" PRIu64 ",\"lostByCause\":{", totals.id, totals.wanted, totals.delivered, totals.overwritten,
            lost);
    const char *separator = "";
    for (int i = 0; i <= RINGSIDE_DISCARDED; i++) {
        if (totals.lost[i] > 0) {
            printf("%s\"%s\":%" PRIu64, separator, ringside_fate_name((ringside_fate)i), totals.lost[i]);
            separator = ",";
        }
    }
    /* Writers go on between the loads, so the difference of a moment can be below 0. */
    printf("},\"inRing\":%" PRId64 ",\"sampledOut\":%" PRIu64 ",\"overLimit\":%" PRIu64 "}\n",
            (int64_t)(totals.wanted - totals.delivered - totals.overwritten - lost), totals.sampled_out,
            totals.over_limit);
}

static void print_rows(ringside_reader *reader)
{
    ringside_row row;
    while (!ferror(stdout) && ringside_next(reader, &row) > 0) {
        ringside_text lines = ringside_json(reader, &row);
        fwrite(lines.bytes, 1, lines.length, stdout);
    }
}

/* A folder with this file is a recording, even if a session has its name. */
static bool is_recording(const char *folder)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/metadata.cq4t", folder);
    return length > 0 && (size_t)length < sizeof path && access(path, F_OK) == 0;
}

int main(int count, char **arguments)
{
    char directory[4096], error[RINGSIDE_ERROR_LENGTH] = "";
    const char *named = NULL, *source = NULL;
    bool lists = false, wants_ledger = false, is_wrong = false;
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--list") == 0) {
            lists = true;
        } else if (strcmp(arguments[i], "--ledger") == 0) {
            wants_ledger = true;
        } else if (strcmp(arguments[i], "--dir") == 0 && i + 1 < count) {
            named = arguments[++i];
        } else if (strncmp(arguments[i], "--", 2) != 0 && source == NULL) {
            source = arguments[i];
        } else {
            is_wrong = true;
        }
    }
    if (is_wrong || lists == (source != NULL) || (lists && wants_ledger)) {
        fputs(usage, stderr);
        return 2;
    }
    if (named == NULL) {
        if (!ringside_default_directory(directory, sizeof directory)) {
            print_problem(NULL, "name of the trace directory is too long: name it with --dir");
            return 1;
        }
        named = directory;
    }
    signal(SIGBUS, on_bus_error);
    if (lists) {
        if (!ringside_sessions(named, print_session, NULL, error)) {
            print_problem(NULL, error);
            return 1;
        }
        return fflush(stdout) == 0 ? 0 : 1;
    }
    bool is_folder = !wants_ledger && (strchr(source, '/') != NULL || is_recording(source));
    ringside_reader *reader = is_folder ? ringside_open_recording(source, print_problem, NULL, error)
            : ringside_open_peek(named, source, print_problem, NULL, error);
    if (reader == NULL) {
        print_problem(NULL, error);
        return 1;
    }
    if (wants_ledger) {
        print_ledger(reader, source);
    } else {
        print_rows(reader);
    }
    bool is_done = fflush(stdout) == 0 && !ferror(stdout) && ringside_problems(reader) == 0;
    ringside_close(reader);
    return is_done ? 0 : 1;
}
