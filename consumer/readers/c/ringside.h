/*
 * Ringside in C: reads recordings and live sessions. C11, POSIX, and nothing else.
 *
 * In one source file, before any other #include:
 *
 *     #define RINGSIDE_IMPLEMENTATION
 *     #include "ringside.h"
 *
 *     char error[RINGSIDE_ERROR_LENGTH];
 *     ringside_reader *reader = ringside_open_recording("/var/tmp/trading", NULL, NULL, error);
 *     ringside_row row;
 *     while (reader != NULL && ringside_next(reader, &row) > 0) {
 *         ringside_value price;
 *         if (!row.is_gap && ringside_find(reader, &row.event, "price", &price)) {
 *             printf("%" PRId64 "\n", price.number);
 *         }
 *     }
 *     ringside_close(reader);
 *
 * Other source files include it without the first line. The bytes are described by layout-recording.md, layout-ring.md,
 * layout-ledger.md, layout-process.md, layout-rows.md and schema-encoding.md. Each length is checked before it is used.
 * A reader is for one thread; different readers are independent.
 */
#ifndef RINGSIDE_H
#define RINGSIDE_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Bytes that a caller provides for the text of an error. */
#define RINGSIDE_ERROR_LENGTH 512

typedef struct ringside_reader ringside_reader;

/* Some bytes, without a zero at their end. NULL: absent. */
typedef struct {
    const char *bytes;
    size_t length;
} ringside_text;

/*
 * Receives a text for each place that is damaged or cannot be read; reading continues after it. Later receives one if the
 * end of the recording is missing, and one with the number of events in all damaged places.
 */
typedef void (*ringside_problem)(void *context, const char *text);

/* What became of events that are not there. The first eight are the codes of losses. */
typedef enum {
    RINGSIDE_FULL, RINGSIDE_TOO_LARGE, RINGSIDE_NO_LANE, RINGSIDE_NOT_ATTACHED, RINGSIDE_ERROR, RINGSIDE_CORRUPT,
    RINGSIDE_ABANDONED, RINGSIDE_DISCARDED,
    RINGSIDE_OVERWRITTEN, /* by newer events in overwrite mode */
    RINGSIDE_MISSING,     /* in the recording: somebody else took them, or a file was removed */
    RINGSIDE_BEHIND,      /* a peek was too slow to see them; they are not lost */
    RINGSIDE_FATES
} ringside_fate;

/* The types of fields, with their codes in schemas. */
typedef enum {
    RINGSIDE_INT8 = 1, RINGSIDE_INT16, RINGSIDE_INT32, RINGSIDE_INT64, RINGSIDE_UINT8, RINGSIDE_UINT16, RINGSIDE_UINT32,
    RINGSIDE_UINT64, RINGSIDE_FLOAT, RINGSIDE_DOUBLE, RINGSIDE_BOOLEAN, RINGSIDE_STRING, RINGSIDE_BINARY, RINGSIDE_UUID,
    RINGSIDE_TIMESTAMP, RINGSIDE_IPV4, RINGSIDE_IPV6, RINGSIDE_STRUCT, RINGSIDE_TERMINATED_STRING, RINGSIDE_WIDE_STRING,
    RINGSIDE_TERMINATED_WIDE_STRING, RINGSIDE_BOOLEAN32, RINGSIDE_POINTER, RINGSIDE_FILETIME, RINGSIDE_HEXINT32,
    RINGSIDE_HEXINT64, RINGSIDE_GUID
} ringside_type;

typedef struct ringside_field ringside_field;

/* A named value or a named pattern of a field. */
typedef struct {
    int64_t value;
    ringside_text pattern;
    ringside_text name;
} ringside_name;

/* A field of an event or of a struct, as schema-encoding.md describes it. */
struct ringside_field {
    ringside_text name;
    ringside_text unit;
    ringside_type type;
    int shape;    /* 0 scalar, 1 fixed, 2 counted, 3 prefixed */
    int out_type; /* 0: the type's own form */
    int count;    /* shape 1: elements, shape 2: index of the field that counts them */
    int length;   /* of each value, -1: the value says it */
    int sized_by; /* index of the field that says the length, -1: none */
    int scale;    /* digits after the point of all values, 0: they are no decimals, or differ */
    int scaled_by; /* index of the field that gives the scale of each value, -1: none */
    bool are_bits;
    const ringside_name *values;
    size_t value_count;
    ringside_text table; /* of the names that processes publish for its values; absent: none */
    const ringside_name *patterns;
    size_t pattern_count;
    const ringside_field *members;
    size_t member_count;
};

/* An event as its provider declares it. */
typedef struct {
    ringside_text name;
    ringside_text message;
    unsigned id, version, level, opcode, task;
    uint64_t keyword;
    bool is_sbe; /* the payload is a message of SBE, which this reader does not decode */
    const ringside_field *fields;
    size_t field_count;
} ringside_event_schema;

/* An event. All pointers are valid until the next call with the same reader. */
typedef struct {
    int64_t time;  /* ns since 1970 */
    int64_t ticks; /* of the session's clock */
    ringside_text provider;
    ringside_text event; /* absent without a schema */
    unsigned id, version, level, opcode, task;
    uint64_t keyword;
    bool has_pid;
    int64_t pid;
    int64_t tid;          /* Java's id of the thread */
    ringside_text thread; /* its name, if it is known */
    uint64_t activity[2]; /* most and least significant half; zeros: none */
    bool is_late;         /* a younger event was returned before */
    bool has_related;
    uint64_t related[2];
    bool has_event_key, has_process_start_key;
    uint64_t event_key, process_start_key;
    int64_t weight;      /* for how many events this one stands: 1 unless the session records a share of them */
    ringside_text stack; /* a line for each frame, innermost first; absent if none was recorded */
    bool is_string;      /* the payload is a text in UTF-16LE, with a zero at its end */
    const ringside_event_schema *schema; /* NULL: the payload cannot be decoded */
    const uint8_t *payload;
    size_t payload_length;
    char provider_id[40]; /* what `provider` refers to if the schema is not there */
    const void *names;    /* that its process has published, for ringside_decode; NULL: none */
} ringside_event;

/* Events that are not there. */
typedef struct {
    uint64_t counts[RINGSIDE_FATES];
    bool has_from, has_to, has_pid, has_tid;
    int64_t from, to; /* ns since 1970 */
    int64_t pid, tid;
    ringside_text thread;
} ringside_gap;

typedef struct {
    bool is_gap;
    union {
        ringside_event event;
        ringside_gap gap;
    };
} ringside_row;

typedef enum {
    RINGSIDE_IS_SIGNED,    /* number */
    RINGSIDE_IS_UNSIGNED,  /* number, as uint64_t */
    RINGSIDE_IS_FLOAT,     /* real, finite */
    RINGSIDE_IS_DOUBLE,    /* real, finite */
    RINGSIDE_IS_BOOLEAN,   /* number is 0 or 1 */
    RINGSIDE_IS_TIME,      /* number: ns since 1970 */
    RINGSIDE_IS_TEXT,      /* text: UTF-8 */
    RINGSIDE_IS_WORD,      /* text: hex, an address, a time, an id, NaN or Infinity, in ASCII */
    RINGSIDE_IS_BYTES,     /* text: any bytes */
    RINGSIDE_IS_DECIMAL,   /* text: all digits; number / 10^scale, as uint64_t if the field's type is unsigned */
    RINGSIDE_BEGINS_STRUCT,
    RINGSIDE_BEGINS_ARRAY, /* number of elements as the payload says, which may be more than follow */
    RINGSIDE_ENDS,         /* of a struct or an array */
    RINGSIDE_TRUNCATED,    /* the payload ended within the field */
    RINGSIDE_UNREAD        /* text: bytes that no field took; the field is NULL */
} ringside_kind;

/* A value in the form in which it is shown. `number` is also that of a number that is shown as a text or a word. */
typedef struct {
    ringside_kind kind;
    int64_t number;
    double real;
    ringside_text text;
    int scale; /* digits after the point of a decimal */
} ringside_value;

/* Receives the values of an event, in their order. Anything but 0 ends decoding. */
typedef int (*ringside_visit)(void *context, const ringside_field *field, const ringside_value *value);

typedef struct {
    ringside_text key, value;
} ringside_setting;

/* A running session. */
typedef struct {
    ringside_text name;
    ringside_text state;
    int64_t id, slot, start_wall_ns, start_ticks;
    const ringside_setting *settings; /* as its row has them */
    size_t setting_count;
} ringside_session;

/* Receives a session, valid during the call. Anything but 0 ends the listing. */
typedef int (*ringside_session_visit)(void *context, const ringside_session *session);

/* Totals of a session. They are exact when nobody writes; else each sum is of a slightly different moment. */
typedef struct {
    int64_t id;
    uint64_t wanted, delivered, overwritten;
    uint64_t sampled_out, over_limit; /* left out by rate filters: neither wanted nor lost */
    uint64_t lost[RINGSIDE_DISCARDED + 1];
} ringside_totals;

/* Where the trace directory is by default: RINGSIDE_DIR, else ringside-USER in /dev/shm. False: it does not fit. */
bool ringside_default_directory(char *path, size_t length);

/*
 * Opens a recording. NULL: it cannot be read, and the error says why. What the folder contains now is read; a recording
 * that grows is not followed.
 */
ringside_reader *ringside_open_recording(const char *folder, ringside_problem problem, void *context, char *error);

/*
 * Opens what a session holds now. Takes nothing, holds no lock, and may run beside a recorder and its writers. What
 * they overwrite meanwhile is a gap with RINGSIDE_BEHIND. NULL: it cannot be read, and the error says why.
 */
ringside_reader *ringside_open_peek(const char *directory, const char *session, ringside_problem problem, void *context,
        char *error);

/* The next row in the order of time: 1, or 0 at the end. */
int ringside_next(ringside_reader *reader, ringside_row *row);

/* Decodes the fields of an event. Returns what the visit returned; 0 also without a schema. */
int ringside_decode(ringside_reader *reader, const ringside_event *event, ringside_visit visit, void *context);

/* Finds a field of the event that is a single value. False: there is none with this name. */
bool ringside_find(ringside_reader *reader, const ringside_event *event, const char *name, ringside_value *value);

/* A row as `ringside tail --format json` prints it: one line, or one for each fate of a gap, each with its end. */
ringside_text ringside_json(ringside_reader *reader, const ringside_row *row);

/* How many places were damaged or could not be read, up to now. An end that is missing is none of them. */
uint64_t ringside_problems(const ringside_reader *reader);

/* Frees a reader. NULL is allowed. */
void ringside_close(ringside_reader *reader);

/* Hands over the running sessions of a trace directory. False: it cannot be read. */
bool ringside_sessions(const char *directory, ringside_session_visit visit, void *context, char *error);

/* The totals of a peek's session: those that its removed ledgers left, and those of the ledgers that exist. */
void ringside_ledger(ringside_reader *peek, ringside_totals *totals);

/* Writes a text as a string of JSON, which is safe on a terminal. */
void ringside_write_quoted(FILE *out, ringside_text text);

/* The name of a fate in JSON. */
const char *ringside_fate_name(ringside_fate fate);

#ifdef RINGSIDE_IMPLEMENTATION

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "words of mapped files are loaded at once");

#define RS_VERSION 1 /* of every layout */
#define RS_LANES_MAX 1024
#define RS_SCHEMAS_MAX 4095
#define RS_SLOTS 64
#define RS_BLOCK_MAX (128 * 1024)
#define RS_LANE_BYTES_MIN 4096
#define RS_LANE_BYTES_MAX (1 << 30)
#define RS_NAME_MAX 104
#define RS_SCHEMA_MAX (4 << 20)
#define RS_EVENTS_MAX 16384
#define RS_FIELDS_MAX 128
#define RS_DEPTH_MAX 8
#define RS_SCALE_MAX 18
#define RS_EMPTY_MAX 65535
#define RS_EXCERPT_MAX (64 << 20)
#define RS_NAMES_MAX 65536
#define RS_NAMES_BYTES_MAX (8 << 20)
#define RS_NAME_BYTES_MAX 255
#define RS_TABLE_BYTES_MAX 1024
#define RS_ROW_MAX (4 << 20)
#define RS_PENDING_MAX ((size_t)256 << 20)
#define RS_EAGER_MAX ((size_t)64 << 20)
#define RS_CANDIDATES_MAX 1000
#define RS_RECEIPT_MAX 8192
#define RS_RETRIES 100
/* No count and no number of an event is as large, so sums of some cannot overflow. */
#define RS_COUNT_MAX (INT64_C(1) << 59)

/* Bytes. All numbers are little-endian. */

static uint64_t rs_get(const uint8_t *at, int length)
{
    uint64_t value = 0;
    for (int i = 0; i < length; i++) {
        value |= (uint64_t)at[i] << (8 * i);
    }
    return value;
}

static uint32_t rs_u16(const uint8_t *at)
{
    return (uint32_t)rs_get(at, 2);
}

static uint32_t rs_u32(const uint8_t *at)
{
    return (uint32_t)rs_get(at, 4);
}

static int32_t rs_i32(const uint8_t *at)
{
    return (int32_t)rs_u32(at);
}

static uint64_t rs_u64(const uint8_t *at)
{
    return rs_get(at, 8);
}

static int64_t rs_i64(const uint8_t *at)
{
    return (int64_t)rs_u64(at);
}

/* Sums of times wrap around, as times of others can be anything. */
static int64_t rs_add(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t rs_subtract(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

static bool rs_is_count(int64_t value)
{
    return value >= 0 && value < RS_COUNT_MAX;
}

static size_t rs_align(size_t length)
{
    return (length + 7) & ~(size_t)7;
}

static ringside_text rs_text(const void *bytes, size_t length)
{
    ringside_text text = {bytes, length};
    return text;
}

static ringside_text rs_word(const char *word)
{
    return rs_text(word, strlen(word));
}

static bool rs_is_equal(ringside_text a, ringside_text b)
{
    return a.bytes != NULL && b.bytes != NULL && a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

/* A buffer that grows. When there is no memory, it drops what is appended and says so. */
typedef struct {
    char *bytes;
    size_t length, capacity;
    bool failed;
} rs_buffer;

static char *rs_room(rs_buffer *buffer, size_t length)
{
    if (buffer->failed || length > SIZE_MAX / 4) {
        buffer->failed = true;
        return NULL;
    }
    if (buffer->capacity - buffer->length < length) {
        size_t capacity = buffer->capacity < 256 ? 256 : buffer->capacity * 2;
        while (capacity - buffer->length < length) {
            capacity *= 2;
        }
        char *bytes = realloc(buffer->bytes, capacity);
        if (bytes == NULL) {
            buffer->failed = true;
            return NULL;
        }
        buffer->bytes = bytes;
        buffer->capacity = capacity;
    }
    char *at = buffer->bytes + buffer->length;
    buffer->length += length;
    return at;
}

static void rs_append(rs_buffer *buffer, const void *bytes, size_t length)
{
    char *at = length == 0 ? NULL : rs_room(buffer, length);
    if (at != NULL) {
        memcpy(at, bytes, length);
    }
}

static void rs_append_word(rs_buffer *buffer, const char *word)
{
    rs_append(buffer, word, strlen(word));
}

static void rs_append_text(rs_buffer *buffer, ringside_text text)
{
    rs_append(buffer, text.bytes, text.length);
}

static void rs_append_char(rs_buffer *buffer, char c)
{
    rs_append(buffer, &c, 1);
}

static void rs_append_format(rs_buffer *buffer, const char *format, ...)
{
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > 0) {
        rs_append(buffer, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
    }
}

static void rs_append_hex(rs_buffer *buffer, const void *bytes, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    char *at = length == 0 ? NULL : rs_room(buffer, 2 * length);
    for (size_t i = 0; at != NULL && i < length; i++) {
        uint8_t byte = ((const uint8_t *)bytes)[i];
        at[2 * i] = digits[byte >> 4];
        at[2 * i + 1] = digits[byte & 0xF];
    }
}

static ringside_text rs_content(const rs_buffer *buffer)
{
    return rs_text(buffer->bytes == NULL ? "" : buffer->bytes, buffer->length);
}

static void rs_free(rs_buffer *buffer)
{
    free(buffer->bytes);
    memset(buffer, 0, sizeof *buffer);
}

/* Text */

#define RS_REPLACEMENT 0xFFFD

/* The character at the beginning, which must not be empty; U+FFFD stands for bytes that are none. */
static uint32_t rs_character(const uint8_t *at, size_t length, size_t *taken)
{
    uint8_t lead = at[0];
    *taken = 1;
    if (lead < 0x80) {
        return lead;
    }
    size_t needed = lead >= 0xC2 && lead <= 0xDF ? 2 : (lead & 0xF0) == 0xE0 ? 3 : lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
    if (needed == 0) {
        return RS_REPLACEMENT;
    }
    uint32_t value = lead & (0xFFu >> (needed + 1));
    for (size_t i = 1; i < needed; i++) {
        if (i == length) {
            *taken = length;
            return RS_REPLACEMENT;
        }
        bool fits = (at[i] & 0xC0) == 0x80;
        if (i == 1) {
            fits = fits && !(lead == 0xE0 && at[1] < 0xA0) && !(lead == 0xF0 && at[1] < 0x90)
                    && !(lead == 0xF4 && at[1] > 0x8F);
        }
        if (!fits) {
            *taken = i;
            return RS_REPLACEMENT;
        }
        value = value << 6 | (at[i] & 0x3F);
    }
    *taken = needed;
    return value >= 0xD800 && value <= 0xDFFF ? RS_REPLACEMENT : value;
}

static void rs_append_character(rs_buffer *buffer, uint32_t value)
{
    if (value < 0x80) {
        rs_append_char(buffer, (char)value);
        return;
    }
    int following = value < 0x800 ? 1 : value < 0x10000 ? 2 : 3;
    char bytes[4];
    for (int i = following; i > 0; i--) {
        bytes[i] = (char)(0x80 | (value & 0x3F));
        value >>= 6;
    }
    bytes[0] = (char)((0xF0 << (3 - following) & 0xFF) | value);
    rs_append(buffer, bytes, (size_t)following + 1);
}

static bool rs_is_utf8(ringside_text text)
{
    size_t taken;
    for (size_t at = 0; at < text.length; at += taken) {
        const uint8_t *bytes = (const uint8_t *)text.bytes + at;
        if (rs_character(bytes, text.length - at, &taken) == RS_REPLACEMENT
                && (taken != 3 || memcmp(bytes, "\xEF\xBF\xBD", 3) != 0)) {
            return false;
        }
    }
    return true;
}

/* The same text without what is not UTF-8. */
static ringside_text rs_well_formed(rs_buffer *scratch, const uint8_t *bytes, size_t length)
{
    ringside_text text = rs_text(bytes, length);
    if (rs_is_utf8(text)) {
        return text;
    }
    scratch->length = 0;
    size_t taken;
    for (size_t at = 0; at < length; at += taken) {
        rs_append_character(scratch, rs_character(bytes + at, length - at, &taken));
    }
    return rs_content(scratch);
}

static void rs_append_wide(rs_buffer *buffer, const uint8_t *bytes, size_t length)
{
    for (size_t at = 0; at < length; at += 2) {
        uint32_t unit = length - at == 1 ? RS_REPLACEMENT : rs_u16(bytes + at);
        if (unit >= 0xD800 && unit <= 0xDFFF) {
            uint32_t next = length - at >= 4 ? rs_u16(bytes + at + 2) : 0;
            if (unit < 0xDC00 && next >= 0xDC00 && next <= 0xDFFF) {
                unit = 0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00);
                at += 2;
            } else {
                unit = RS_REPLACEMENT;
            }
        }
        rs_append_character(buffer, unit);
    }
}

/* Characters that could command a terminal, break a line or change the order in which text is shown. */
static bool rs_is_control(uint32_t c)
{
    static const uint16_t ranges[][2] = {{0x00, 0x1F}, {0x7F, 0x9F}, {0xAD, 0xAD}, {0x600, 0x605}, {0x61C, 0x61C},
        {0x6DD, 0x6DD}, {0x70F, 0x70F}, {0x890, 0x891}, {0x8E2, 0x8E2}, {0x180E, 0x180E}, {0x200B, 0x200F},
        {0x2028, 0x202E}, {0x2060, 0x2064}, {0x2066, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}};
    if (c >= 0x20 && c < 0x7F) {
        return false;
    }
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (c >= ranges[i][0] && c <= ranges[i][1]) {
            return true;
        }
    }
    return false;
}

static bool rs_is_plain(uint32_t c)
{
    return c != '"' && c != '\\' && !rs_is_control(c);
}

static void rs_append_escaped(rs_buffer *buffer, uint32_t c)
{
    switch (c) {
        case '"': rs_append_word(buffer, "\\\""); break;
        case '\\': rs_append_word(buffer, "\\\\"); break;
        case '\n': rs_append_word(buffer, "\\n"); break;
        case '\r': rs_append_word(buffer, "\\r"); break;
        case '\t': rs_append_word(buffer, "\\t"); break;
        default: rs_append_format(buffer, "\\u%04x", (unsigned)c); break;
    }
}

/* Escapes control characters, and with quotes also what has a meaning within them. */
static void rs_append_shown(rs_buffer *buffer, ringside_text text, bool with_quotes)
{
    if (with_quotes) {
        rs_append_char(buffer, '"');
    }
    size_t taken;
    for (size_t at = 0; at < text.length; at += taken) {
        uint32_t c = rs_character((const uint8_t *)text.bytes + at, text.length - at, &taken);
        if (with_quotes ? rs_is_plain(c) : !rs_is_control(c)) {
            rs_append_character(buffer, c);
        } else {
            rs_append_escaped(buffer, c);
        }
    }
    if (with_quotes) {
        rs_append_char(buffer, '"');
    }
}

static void rs_append_quoted(rs_buffer *buffer, ringside_text text)
{
    if (text.bytes == NULL) {
        rs_append_word(buffer, "null");
    } else {
        rs_append_shown(buffer, text, true);
    }
}

static void rs_format_uuid(char out[40], uint64_t most, uint64_t least)
{
    snprintf(out, 40, "%08x-%04x-%04x-%04x-%012" PRIx64, (unsigned)(most >> 32), (unsigned)(most >> 16 & 0xFFFF),
            (unsigned)(most & 0xFFFF), (unsigned)(least >> 48), least & UINT64_C(0xFFFFFFFFFFFF));
}

/* ISO 8601 with 0, 3, 6 or 9 decimals, of any year. */
static void rs_append_iso(rs_buffer *buffer, int64_t seconds, int ns)
{
    int64_t days = seconds / 86400, second = seconds % 86400;
    if (second < 0) {
        second += 86400;
        days--;
    }
    /* Days since March 1 of the year 0, in cycles of 400 years. */
    days += 719468;
    int64_t cycle = (days >= 0 ? days : days - 146096) / 146097;
    int64_t of_cycle = days - cycle * 146097;
    int64_t year_of = (of_cycle - of_cycle / 1460 + of_cycle / 36524 - of_cycle / 146096) / 365;
    int64_t of_year = of_cycle - (365 * year_of + year_of / 4 - year_of / 100);
    int64_t shifted = (5 * of_year + 2) / 153;
    int day = (int)(of_year - (153 * shifted + 2) / 5 + 1), month = (int)(shifted < 10 ? shifted + 3 : shifted - 9);
    int64_t year = year_of + cycle * 400 + (month <= 2 ? 1 : 0);
    rs_append_format(buffer, "%s%04" PRId64 "-%02d-%02dT%02d:%02d:%02d", year < 0 ? "-" : year > 9999 ? "+" : "",
            year < 0 ? -year : year, month, day, (int)(second / 3600), (int)(second / 60 % 60), (int)(second % 60));
    if (ns != 0) {
        if (ns % 1000000 == 0) {
            rs_append_format(buffer, ".%03d", ns / 1000000);
        } else if (ns % 1000 == 0) {
            rs_append_format(buffer, ".%06d", ns / 1000);
        } else {
            rs_append_format(buffer, ".%09d", ns);
        }
    }
    rs_append_char(buffer, 'Z');
}

static void rs_append_iso_ns(rs_buffer *buffer, int64_t time)
{
    int64_t seconds = time / 1000000000, ns = time % 1000000000;
    rs_append_iso(buffer, ns < 0 ? seconds - 1 : seconds, (int)(ns < 0 ? ns + 1000000000 : ns));
}

static void rs_append_ipv4(rs_buffer *buffer, const uint8_t *at)
{
    rs_append_format(buffer, "%d.%d.%d.%d", at[0], at[1], at[2], at[3]);
}

/* As RFC 5952 recommends: of two longest runs of zeros the first is left out, and none of one group. */
static void rs_append_ipv6(rs_buffer *buffer, const uint8_t *at)
{
    unsigned groups[8];
    int begin = 0, length = 1;
    for (int i = 0; i < 8; i++) {
        groups[i] = (unsigned)at[2 * i] << 8 | at[2 * i + 1];
    }
    for (int i = 0; i < 8; i++) {
        int end = i;
        while (end < 8 && groups[end] == 0) {
            end++;
        }
        if (end - i > length) {
            begin = i;
            length = end - i;
        }
    }
    for (int i = 0; i < 8; i++) {
        if (length > 1 && i == begin) {
            rs_append_word(buffer, "::");
            i += length - 1;
        } else {
            rs_append_format(buffer, i == 0 || (length > 1 && i == begin + length) ? "%x" : ":%x", groups[i]);
        }
    }
}

/* The fewest digits that identify a number, in the form of Java: 0.001, 100.0, 1.0E7. */
static void rs_append_real(rs_buffer *buffer, double value, bool is_float)
{
    if (value == 0) {
        rs_append_word(buffer, signbit(value) ? "-0.0" : "0.0");
        return;
    }
    char text[40];
    /* Java has at least two, which differ from one for the least numbers only: 4.9E-324. */
    int precision = 1;
    do {
        snprintf(text, sizeof text, "%.*e", precision, value);
    } while (++precision < (is_float ? 9 : 17)
            && (is_float ? strtof(text, NULL) != (float)value : strtod(text, NULL) != value));
    /* A locale may have another decimal point, so digits are taken by their place. */
    char *exponent_at = strchr(text, 'e');
    int exponent = exponent_at == NULL ? 0 : atoi(exponent_at + 1);
    char digits[40];
    int count = 0;
    for (const char *at = text; at < exponent_at; at++) {
        if (*at >= '0' && *at <= '9') {
            digits[count++] = *at;
        }
    }
    while (count > 1 && digits[count - 1] == '0') {
        count--;
    }
    if (value < 0) {
        rs_append_char(buffer, '-');
    }
    bool is_short = exponent >= -3 && exponent < 7;
    if (is_short && exponent < 0) {
        rs_append_word(buffer, "0.");
        for (int i = exponent + 1; i < 0; i++) {
            rs_append_char(buffer, '0');
        }
        rs_append(buffer, digits, (size_t)count);
        return;
    }
    int before = is_short ? exponent + 1 : 1;
    for (int i = 0; i < before || i < count; i++) {
        if (i == before) {
            rs_append_char(buffer, '.');
        }
        rs_append_char(buffer, i < count ? digits[i] : '0');
    }
    if (count <= before) {
        rs_append_word(buffer, ".0");
    }
    if (!is_short) {
        rs_append_format(buffer, "E%d", exponent);
    }
}

/* Files */

/* Opens a regular file, and nothing else, for reading; -1 with errno if there is none. */
static int rs_open(const char *path)
{
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (fd >= 0 && (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))) {
        close(fd);
        errno = EINVAL;
        return -1;
    }
    return fd;
}

/* Reads so many bytes; false if they are not there. */
static bool rs_read(int fd, void *into, size_t length, uint64_t offset)
{
    for (size_t done = 0; done < length;) {
        ssize_t count = pread(fd, (char *)into + done, length - done, (off_t)(offset + done));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return false;
        }
        done += (size_t)count;
    }
    return true;
}

/* Reads a whole file of bounded length. */
static bool rs_read_file(const char *path, size_t most, rs_buffer *into)
{
    int fd = rs_open(path);
    if (fd < 0) {
        return false;
    }
    struct stat status;
    bool done = fstat(fd, &status) == 0 && status.st_size >= 0 && (uint64_t)status.st_size <= most;
    into->length = 0;
    if (done && status.st_size > 0) {
        char *at = rs_room(into, (size_t)status.st_size);
        done = at != NULL && rs_read(fd, at, (size_t)status.st_size, 0);
    }
    close(fd);
    return done;
}

/* A text that is formatted into memory of its own; NULL: out of memory. */
static char *rs_format(const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text != NULL) {
        vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    return text;
}

static int rs_compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct {
    char **names;
    size_t count, capacity;
} rs_names;

static void rs_free_names(rs_names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        free(names->names[i]);
    }
    free(names->names);
    memset(names, 0, sizeof *names);
}

/* The names in a folder that end in some way, sorted; false with errno if it cannot be read. */
static bool rs_list(const char *folder, const char *ending, rs_names *names)
{
    DIR *directory = opendir(folder);
    if (directory == NULL) {
        return false;
    }
    struct dirent *entry;
    size_t tail = strlen(ending);
    bool done = true;
    while (done && (entry = readdir(directory)) != NULL) {
        size_t length = strlen(entry->d_name);
        if (length < tail || strcmp(entry->d_name + length - tail, ending) != 0) {
            continue;
        }
        if (names->count == names->capacity) {
            size_t capacity = names->capacity * 2 + 16;
            char **grown = realloc(names->names, capacity * sizeof *grown);
            done = grown != NULL;
            names->names = done ? grown : names->names;
            names->capacity = done ? capacity : names->capacity;
        }
        char *copy = done ? rs_format("%s", entry->d_name) : NULL;
        done = copy != NULL;
        if (done) {
            names->names[names->count++] = copy;
        }
    }
    closedir(directory);
    if (!done) {
        rs_free_names(names);
        errno = ENOMEM;
        return false;
    }
    if (names->count > 1) {
        qsort(names->names, names->count, sizeof *names->names, rs_compare_names);
    }
    return true;
}

/* A file in memory that others change: words are loaded at once. */
typedef struct {
    uint8_t *base;
    size_t length;
} rs_mapped;

static bool rs_map(rs_mapped *file, const char *path, const char *magic, size_t least)
{
    int fd = rs_open(path);
    if (fd < 0) {
        return false;
    }
    struct stat status;
    void *base = MAP_FAILED;
    if (fstat(fd, &status) == 0 && status.st_size >= (off_t)least && (uint64_t)status.st_size < SIZE_MAX / 2) {
        base = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, fd, 0);
    }
    close(fd);
    if (base == MAP_FAILED) {
        errno = EINVAL;
        return false;
    }
    if (memcmp(base, magic, 8) != 0) {
        munmap(base, (size_t)status.st_size);
        errno = EINVAL;
        return false;
    }
    file->base = base;
    file->length = (size_t)status.st_size;
    return true;
}

static void rs_unmap(rs_mapped *file)
{
    if (file->base != NULL) {
        munmap(file->base, file->length);
        file->base = NULL;
    }
}

/* Bytes at a multiple of 8, word by word. Nothing that follows in the program is loaded before them. */
static void rs_load_bytes(const rs_mapped *file, size_t offset, void *into, size_t length)
{
    for (size_t i = 0; i < length; i += 8) {
        _Atomic uint64_t *word = (_Atomic uint64_t *)(void *)(file->base + offset + i);
        uint64_t raw = atomic_load_explicit(word, memory_order_acquire);
        memcpy((char *)into + i, &raw, 8);
    }
}

static uint64_t rs_load(const rs_mapped *file, size_t offset)
{
    uint8_t bytes[8];
    rs_load_bytes(file, offset, bytes, 8);
    return rs_u64(bytes);
}

static int64_t rs_load_signed(const rs_mapped *file, size_t offset)
{
    return (int64_t)rs_load(file, offset);
}

/* Checksums */

static void rs_make_crc_table(uint32_t table[256])
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++) {
            value = (value & 1) != 0 ? value >> 1 ^ 0x82F63B78u : value >> 1;
        }
        table[i] = value;
    }
}

static uint32_t rs_crc32c(const uint32_t table[256], const uint8_t *bytes, size_t length)
{
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < length; i++) {
        crc = table[(crc ^ bytes[i]) & 0xFF] ^ crc >> 8;
    }
    return ~crc;
}

/* A table of things by three numbers. What is in it is never removed. */
typedef struct {
    uint64_t a, b, c;
    void *value;
} rs_entry;

typedef struct {
    rs_entry *entries;
    size_t count, capacity; /* a power of two */
    uint64_t seed;          /* so that nobody can choose numbers that collide */
} rs_table;

static rs_entry *rs_slot(const rs_table *table, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t hash = table->seed;
    uint64_t numbers[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        hash = (hash ^ numbers[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    for (size_t i = (size_t)hash;; i++) {
        rs_entry *entry = &table->entries[i & (table->capacity - 1)];
        if (entry->value == NULL || (entry->a == a && entry->b == b && entry->c == c)) {
            return entry;
        }
    }
}

static void *rs_find(const rs_table *table, uint64_t a, uint64_t b, uint64_t c)
{
    return table->count == 0 ? NULL : rs_slot(table, a, b, c)->value;
}

/* False: out of memory. */
static bool rs_put(rs_table *table, uint64_t a, uint64_t b, uint64_t c, void *value)
{
    if (2 * (table->count + 1) > table->capacity) {
        rs_table grown = {NULL, table->count, table->capacity == 0 ? 64 : 2 * table->capacity, table->seed};
        if (grown.seed == 0) {
            struct timespec now = {0, 0};
            clock_gettime(CLOCK_MONOTONIC, &now);
            grown.seed = ((uint64_t)now.tv_nsec << 32 ^ (uintptr_t)table) | 1;
        }
        grown.entries = calloc(grown.capacity, sizeof *grown.entries);
        if (grown.entries == NULL) {
            return false;
        }
        for (size_t i = 0; i < table->capacity; i++) {
            if (table->entries[i].value != NULL) {
                *rs_slot(&grown, table->entries[i].a, table->entries[i].b, table->entries[i].c) = table->entries[i];
            }
        }
        free(table->entries);
        *table = grown;
    }
    rs_entry *entry = rs_slot(table, a, b, c);
    table->count += entry->value == NULL ? 1 : 0;
    entry->a = a;
    entry->b = b;
    entry->c = c;
    entry->value = value;
    return true;
}

/* Schemas */

/* Reads parts of known size. Behind a part that is not there, it is bad and reads zeros. */
typedef struct {
    const uint8_t *data;
    size_t length, at;
    bool is_bad;
} rs_cursor;

static const uint8_t *rs_take(rs_cursor *cursor, size_t length)
{
    if (cursor->is_bad || length > cursor->length - cursor->at) {
        cursor->is_bad = true;
        return NULL;
    }
    const uint8_t *at = cursor->data + cursor->at;
    cursor->at += length;
    return at;
}

static uint64_t rs_take_number(rs_cursor *cursor, int length)
{
    const uint8_t *at = rs_take(cursor, (size_t)length);
    return at == NULL ? 0 : rs_get(at, length);
}

static ringside_text rs_take_text(rs_cursor *cursor)
{
    size_t length = (size_t)rs_take_number(cursor, 2);
    const uint8_t *at = rs_take(cursor, length);
    ringside_text text = at == NULL ? rs_text("", 0) : rs_text(at, length);
    if (!rs_is_utf8(text)) {
        cursor->is_bad = true;
    }
    return text;
}

/* A count of parts that follow; 0 and bad if there is no room for them. */
static size_t rs_take_count(rs_cursor *cursor, size_t part_length)
{
    size_t count = (size_t)rs_take_number(cursor, 2);
    if (cursor->is_bad || count > (cursor->length - cursor->at) / part_length) {
        cursor->is_bad = true;
        return 0;
    }
    return count;
}

/* A provider's declarations, with the bytes that their texts are in. */
typedef struct rs_schema {
    bool is_decoded, has_failed;
    uint8_t *data;
    size_t length;
    void *blocks; /* of memory, each of which begins with the address of the next */
    ringside_text name;
    ringside_event_schema *events;
    size_t event_count;
    bool has_tables; /* of names that processes publish */
} rs_schema;

static void *rs_allocate(rs_schema *schema, size_t count, size_t size)
{
    /* Sizes are bounded by the length of a schema. */
    void **block = calloc(1, sizeof(max_align_t) + count * size);
    if (block == NULL) {
        schema->has_failed = true;
        return NULL;
    }
    *block = schema->blocks;
    schema->blocks = block;
    return (char *)block + sizeof(max_align_t);
}

static void rs_free_blocks(rs_schema *schema)
{
    for (void **block = schema->blocks; block != NULL;) {
        void **next = *block;
        free(block);
        block = next;
    }
    schema->blocks = NULL;
}

static bool rs_is_whole(ringside_type type)
{
    return (type >= RINGSIDE_INT8 && type <= RINGSIDE_UINT64) || type == RINGSIDE_POINTER || type == RINGSIDE_HEXINT32
            || type == RINGSIDE_HEXINT64;
}

static bool rs_is_wide(ringside_type type)
{
    return type == RINGSIDE_WIDE_STRING || type == RINGSIDE_TERMINATED_WIDE_STRING;
}

static bool rs_is_terminated(ringside_type type)
{
    return type == RINGSIDE_TERMINATED_STRING || type == RINGSIDE_TERMINATED_WIDE_STRING;
}

static bool rs_varies(ringside_type type)
{
    return type == RINGSIDE_STRING || type == RINGSIDE_BINARY || type == RINGSIDE_TERMINATED_STRING || rs_is_wide(type);
}

/* Bytes of a value; 0 if they vary. */
static size_t rs_size(ringside_type type)
{
    static const uint8_t sizes[] = {0, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 1, 0, 0, 16, 8, 4, 16, 0, 0, 0, 0, 4, 8, 8, 4, 8,
        16};
    return sizes[type];
}

static const ringside_name *rs_take_names(rs_schema *schema, rs_cursor *cursor, bool are_patterns, size_t *count,
        ringside_text *table)
{
    *table = rs_take_text(cursor);
    *count = rs_take_count(cursor, are_patterns ? 4 : 10);
    ringside_name *names = rs_allocate(schema, *count, sizeof *names);
    for (size_t i = 0; names != NULL && i < *count; i++) {
        if (are_patterns) {
            names[i].pattern = rs_take_text(cursor);
        } else {
            names[i].value = (int64_t)rs_take_number(cursor, 8);
            cursor->is_bad = cursor->is_bad || (i > 0 && names[i].value <= names[i - 1].value);
        }
        names[i].name = rs_take_text(cursor);
    }
    cursor->is_bad = cursor->is_bad || names == NULL;
    return names;
}

static const ringside_field *rs_take_fields(rs_schema *schema, rs_cursor *cursor, int depth,
        size_t *count);

static void rs_take_field(rs_schema *schema, rs_cursor *cursor, int depth, const ringside_field *fields,
        int index, ringside_field *field)
{
    unsigned type = (unsigned)rs_take_number(cursor, 1);
    field->shape = (int)rs_take_number(cursor, 1);
    unsigned flags = (unsigned)rs_take_number(cursor, 2);
    field->name = rs_take_text(cursor);
    if (type < RINGSIDE_INT8 || type > RINGSIDE_GUID || field->shape > 3 || flags > 0xFFFU
            || (flags & 0x18) == 0x18) {
        cursor->is_bad = true;
        return;
    }
    field->type = (ringside_type)type;
    field->length = field->sized_by = field->scaled_by = -1;
    int counter = -1;
    if (field->shape == 1 || field->shape == 2) {
        field->count = (int)rs_take_number(cursor, 2);
        counter = field->shape == 2 ? field->count : -1;
        cursor->is_bad = cursor->is_bad || (field->shape == 1 && field->count == 0);
    }
    if ((flags & 0x8) != 0) {
        field->length = (int)rs_take_number(cursor, 2);
    }
    if ((flags & 0x10) != 0) {
        field->sized_by = (int)rs_take_number(cursor, 2);
    }
    cursor->is_bad = cursor->is_bad || ((flags & 0x18) != 0 && !rs_varies(field->type));
    int references[2] = {counter, field->sized_by};
    for (int i = 0; i < 2; i++) {
        int to = references[i];
        if (to >= index || (to >= 0 && (fields[to].shape != 0 || !rs_is_whole(fields[to].type)))) {
            cursor->is_bad = true;
        }
    }
    field->out_type = (flags & 0x4) != 0 ? (int)rs_take_number(cursor, 2) : 0;
    if ((flags & 0x1) != 0) {
        field->unit = rs_take_text(cursor);
    }
    field->are_bits = (flags & 0x20) != 0;
    if ((flags & 0x2) != 0) {
        ringside_text table;
        field->values = rs_take_names(schema, cursor, false, &field->value_count, &table);
        if (field->value_count == 0) {
            cursor->is_bad = cursor->is_bad || field->are_bits;
            field->table = table;
            schema->has_tables = true;
        }
    }
    if ((flags & 0x40) != 0) {
        ringside_text unused;
        field->patterns = rs_take_names(schema, cursor, true, &field->pattern_count, &unused);
    }
    if ((flags & 0x80) != 0) {
        rs_take(cursor, 4);
    }
    if ((flags & 0x100) != 0) {
        rs_take(cursor, 2);
        rs_take(cursor, (size_t)rs_take_number(cursor, 2));
    }
    if ((flags & 0x200) != 0) {
        rs_take_text(cursor);
    }
    if ((flags & 0x400) != 0) {
        field->scale = (int)rs_take_number(cursor, 1);
        cursor->is_bad = cursor->is_bad || field->scale < 1 || field->scale > RS_SCALE_MAX || !rs_is_whole(field->type) ||
                field->out_type != 0 || field->are_bits || field->table.bytes != NULL;
    }
    if ((flags & 0x800) != 0) {
        field->scaled_by = (int)rs_take_number(cursor, 2);
        const ringside_field *by = field->scaled_by < index ? &fields[field->scaled_by] : NULL;
        cursor->is_bad = cursor->is_bad || by == NULL || by->shape != 0 || !rs_is_whole(by->type) || by->out_type == 22
                || by->scale != 0 || by->scaled_by >= 0 || !rs_is_whole(field->type) || field->out_type != 0
                || field->values != NULL || field->scale != 0;
    }
    if (field->type == RINGSIDE_STRUCT) {
        field->members = rs_take_fields(schema, cursor, depth + 1, &field->member_count);
        cursor->is_bad = cursor->is_bad || field->member_count == 0;
    }
}

static const ringside_field *rs_take_fields(rs_schema *schema, rs_cursor *cursor, int depth,
        size_t *count)
{
    *count = rs_take_count(cursor, 6);
    if (*count > RS_FIELDS_MAX || depth > RS_DEPTH_MAX) {
        cursor->is_bad = true;
        *count = 0;
    }
    ringside_field *fields = rs_allocate(schema, *count, sizeof *fields);
    if (fields == NULL) {
        cursor->is_bad = true;
        *count = 0;
    }
    for (size_t i = 0; i < *count && !cursor->is_bad; i++) {
        rs_take_field(schema, cursor, depth, fields, (int)i, &fields[i]);
    }
    return fields;
}

static void rs_take_event(rs_schema *schema, rs_cursor *cursor, ringside_event_schema *event)
{
    event->name = rs_take_text(cursor);
    const uint8_t *descriptor = rs_take(cursor, 16);
    if (descriptor == NULL) {
        return;
    }
    event->id = rs_u16(descriptor);
    event->version = descriptor[2];
    event->level = descriptor[4];
    event->opcode = descriptor[5];
    event->task = rs_u16(descriptor + 6);
    event->keyword = rs_u64(descriptor + 8);
    event->fields = rs_take_fields(schema, cursor, 1, &event->field_count);
    unsigned flags = (unsigned)rs_take_number(cursor, 1);
    if ((flags & 1) != 0) {
        event->message = rs_take_text(cursor);
    }
    if ((flags & 2) != 0) {
        rs_take(cursor, 2);
        event->is_sbe = true;
    }
    if ((flags & 4) != 0) {
        rs_take_text(cursor);
    }
}

/* Decodes the bytes of a schema, which it keeps; false if they are none. */
static bool rs_decode_schema(rs_schema *schema)
{
    rs_cursor cursor = {schema->data, schema->length, 0, false};
    const uint8_t *header = rs_take(&cursor, 32);
    if (header == NULL || memcmp(header, "RSSE", 4) != 0 || rs_u16(header + 4) != RS_VERSION
            || rs_u32(header + 8) != schema->length) {
        return false;
    }
    size_t count = rs_u32(header + 12);
    if (count > RS_EVENTS_MAX) {
        return false;
    }
    schema->name = rs_take_text(&cursor);
    rs_take_text(&cursor);
    for (int kind = 0; kind < 3; kind++) {
        for (size_t i = rs_take_count(&cursor, 10); i > 0; i--) {
            rs_take(&cursor, 8);
            rs_take_text(&cursor);
        }
    }
    for (size_t i = rs_take_count(&cursor, 5); i > 0; i--) {
        rs_take(&cursor, (size_t)rs_take_number(&cursor, 4));
    }
    schema->events = rs_allocate(schema, count, sizeof *schema->events);
    if (schema->events == NULL || cursor.is_bad || count > (cursor.length - cursor.at) / 20) {
        return false;
    }
    for (schema->event_count = 0; schema->event_count < count && !cursor.is_bad; schema->event_count++) {
        rs_take_event(schema, &cursor, &schema->events[schema->event_count]);
    }
    return !cursor.is_bad;
}

/* Names that processes publish */

/* A name of a value, or a scale, and what was published before it in the same place of the table. */
typedef struct rs_named {
    ringside_text table, name;
    int scale; /* -1: it is a name */
    int64_t time;
    struct rs_named *previous;
} rs_named;

/* The names that a process has published for a provider. */
typedef struct rs_published {
    uint64_t most, least; /* provider */
    rs_table newest;      /* by value and hash of the table's name */
    size_t count, bytes;
    rs_mapped file; /* of a live process */
    size_t read;    /* bytes of its entries */
    bool is_damaged;
    struct rs_published *next;
} rs_published;

static bool rs_is_same(ringside_text a, ringside_text b)
{
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

static uint64_t rs_hash(ringside_text text)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < text.length; i++) {
        hash = (hash ^ (uint8_t)text.bytes[i]) * UINT64_C(0x100000001B3);
    }
    return hash;
}

/* The name, or the scale, that applies at a time; the first one also before its time. NULL: there is none. */
static const rs_named *rs_find_named(const rs_published *published, ringside_text table, bool is_scale, int64_t value,
        int64_t time)
{
    const rs_named *found = NULL;
    const rs_named *named = rs_find(&published->newest, (uint64_t)value, rs_hash(table), 0);
    for (; named != NULL && (found == NULL || found->time > time); named = named->previous) {
        if (rs_is_same(named->table, table) && (named->scale >= 0) == is_scale) {
            found = named;
        }
    }
    return found;
}

/* Keeps a name or a scale, unless it adds nothing. False: there are too many, or memory is short. */
static bool rs_add_name(rs_published *published, ringside_text table, ringside_text name, int scale, int64_t value,
        int64_t time, size_t size)
{
    uint64_t hash = rs_hash(table);
    rs_named *newest = rs_find(&published->newest, (uint64_t)value, hash, 0), *known = newest;
    while (known != NULL && (!rs_is_same(known->table, table) || (known->scale >= 0) != (scale >= 0))) {
        known = known->previous;
    }
    if (known != NULL && (known->time >= time || (known->scale == scale && rs_is_same(known->name, name)))) {
        return true;
    }
    if (published->count == RS_NAMES_MAX || published->bytes + size > RS_NAMES_BYTES_MAX) {
        return false;
    }
    rs_named *named = malloc(sizeof *named + table.length + name.length);
    if (named == NULL) {
        return false;
    }
    char *texts = (char *)(named + 1);
    memcpy(texts, table.bytes, table.length);
    memcpy(texts + table.length, name.bytes, name.length);
    named->table = rs_text(texts, table.length);
    named->name = rs_text(texts + table.length, name.length);
    named->scale = scale;
    named->time = time;
    named->previous = newest;
    if (!rs_put(&published->newest, (uint64_t)value, hash, 0, named)) {
        free(named);
        return false;
    }
    published->count++;
    published->bytes += size;
    return true;
}

/* Keeps entries of names; false at the first that is damaged. */
static bool rs_add_names(rs_published *published, const uint8_t *data, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t left = length - at;
        size_t table_length = left < 24 ? 0 : rs_u32(data + at), name_length = left < 24 ? 0 : rs_u16(data + at + 4);
        int scale = left < 24 ? -1 : (int)rs_u16(data + at + 6) - 1; /* -1: it is a name */
        if (table_length == 0 || table_length > RS_TABLE_BYTES_MAX || scale > RS_SCALE_MAX
                || (name_length == 0) != (scale >= 0) || name_length > RS_NAME_BYTES_MAX) {
            return false;
        }
        size_t size = rs_align(24 + table_length + name_length);
        ringside_text table = rs_text(data + at + 24, table_length);
        ringside_text name = rs_text(data + at + 24 + table_length, name_length);
        if (size > left || !rs_is_utf8(table) || !rs_is_utf8(name)
                || !rs_add_name(published, table, name, scale, rs_i64(data + at + 8), rs_i64(data + at + 16), size)) {
            return false;
        }
        at += size;
    }
    return true;
}

static void rs_free_published(rs_published *published)
{
    while (published != NULL) {
        rs_published *next = published->next;
        for (size_t i = 0; i < published->newest.capacity; i++) {
            rs_named *named = published->newest.entries[i].value;
            while (named != NULL) {
                rs_named *previous = named->previous;
                free(named);
                named = previous;
            }
        }
        free(published->newest.entries);
        rs_unmap(&published->file);
        free(published);
        published = next;
    }
}

/* Lanes, processes and the reader */

typedef struct {
    uint64_t most, least;
    bool is_known;
    int64_t pid, shift;
    uint8_t *keys; /* of schemas: provider id and hash, 24 bytes each */
    size_t schema_count;
    rs_mapped page; /* of a live process */
    struct rs_published *published;
} rs_process;

enum {
    RS_DELIVERED, RS_COUNT_CORRUPT, RS_COUNT_DISCARDED, RS_COUNT_OVERWRITTEN, RS_COUNT_FULL, RS_COUNT_TOO_LARGE,
    RS_COUNT_ERROR, RS_COUNT_ABANDONED, RS_COUNTS
};

/* The fate of what a checkpoint counts. */
static const int rs_fates[RS_COUNTS] = {RINGSIDE_FATES, RINGSIDE_CORRUPT, RINGSIDE_DISCARDED, RINGSIDE_OVERWRITTEN,
    RINGSIDE_FULL, RINGSIDE_TOO_LARGE, RINGSIDE_ERROR, RINGSIDE_ABANDONED};

typedef struct {
    int64_t position, next, owner;
    int64_t counts[RS_COUNTS];
    bool is_damaged;
} rs_checkpoint;

typedef struct {
    rs_mapped file;
    uint64_t most, least;
    int64_t lane_bytes, block;
    int limit;
    rs_process *process;
    int rings[RS_LANES_MAX / 4]; /* file descriptors + 1; 0: not open */
    int ring_lanes[RS_LANES_MAX / 4];
} rs_ledger;

/* What a reader knows of a lane: its outcomes up to an attempt, the thread that writes, and rows that wait. */
typedef struct rs_lane {
    uint64_t most, least;
    int32_t index;
    uint32_t session;
    rs_process *process;
    bool has_begun, has_last_time, is_waiting;
    uint64_t damages; /* of the recording, when the lane was asked for them last */
    int64_t last_time;
    rs_checkpoint at;
    uint8_t thread_length;
    char thread[RS_NAME_MAX];
    uint8_t *queue;
    size_t begin, end, capacity;
    int64_t head_time;
    /* Of a peek */
    rs_ledger *ledger;
    int64_t tail;
    bool is_read;
    struct rs_lane *next;
} rs_lane;

/* A row that waits: this, the name of its thread, then the record or the gap. */
typedef struct {
    uint32_t size, length;
    uint8_t thread_length;
    bool is_gap;
    int64_t time, owner;
    rs_process *process;
    rs_schema *schema;
} rs_waiting;

struct ringside_reader {
    ringside_problem problem;
    void *context;
    uint64_t problems;
    bool is_live, has_ended;
    bool has_failed, is_failure_reported; /* memory is short */
    char *folder; /* of the recording, or the version's folder of the trace directory */
    rs_table processes, schemas, lanes, sessions;
    rs_lane *all_lanes;
    rs_lane **heap;
    size_t heap_count, heap_capacity, pending;
    rs_lane *taken; /* whose head was returned last */
    int64_t watermark, last;
    bool has_last;
    rs_buffer excerpt, scratch, output, message;
    /* The session whose events are read */
    int64_t clock, shift, block;
    uint32_t session;
    /* Of a recording */
    rs_names names;
    size_t file;
    int fd;
    uint64_t size, position;
    uint64_t excerpt_at;
    bool is_described, is_rewritten, has_session;
    uint64_t damages;
    bool is_written, is_marked; /* is_marked: the excerpt that was read last is the end mark */
    bool has_identity;
    uint64_t identity[2], damages_counted;
    int64_t events, damaged_events; /* up to here; in damaged places, as far as the recording says how many */
    int64_t events_read, events_missed; /* in batches that were read; missing where lanes show it */
    uint32_t crc[256];
    /* Of a peek */
    char *session_folder;
    int64_t session_id, session_slot;
    int64_t lane_bytes; /* of the session, 0: its row does not say it */
    bool is_scanned;
    rs_ledger **ledgers;
    size_t ledger_count;
};

/* Hands over a text and frees it. */
static void rs_tell(const ringside_reader *reader, char *text)
{
    if (reader->problem != NULL) {
        reader->problem(reader->context, text == NULL ? "out of memory" : text);
    }
    free(text);
}

static void rs_report(ringside_reader *reader, char *text)
{
    reader->problems++;
    rs_tell(reader, text);
}

static int64_t rs_time(const ringside_reader *reader, int64_t ticks, const rs_process *process)
{
    bool is_known = process != NULL && process->is_known;
    return rs_subtract(rs_add(ticks, reader->clock), is_known ? process->shift : reader->shift);
}

static rs_process *rs_process_of(ringside_reader *reader, uint64_t most, uint64_t least)
{
    rs_process *process = rs_find(&reader->processes, most, least, 0);
    if (process == NULL) {
        process = calloc(1, sizeof *process);
        if (process != NULL && !rs_put(&reader->processes, most, least, 0, process)) {
            free(process);
            process = NULL;
        }
        if (process != NULL) {
            process->most = most;
            process->least = least;
        }
    }
    return process;
}

/* The names of a process and provider, without any at first. NULL: out of memory. */
static rs_published *rs_published_of(ringside_reader *reader, rs_process *process, uint64_t most, uint64_t least)
{
    rs_published *published = process->published;
    while (published != NULL && (published->most != most || published->least != least)) {
        published = published->next;
    }
    if (published == NULL) {
        published = calloc(1, sizeof *published);
        if (published == NULL) {
            reader->has_failed = true;
            return NULL;
        }
        published->most = most;
        published->least = least;
        published->next = process->published;
        process->published = published;
    }
    return published;
}

static rs_schema *rs_live_schema(ringside_reader *reader, const uint8_t *key);
static void rs_refresh(ringside_reader *reader, rs_process *process);

/* The schema that a record refers to; NULL if it is not there or damaged. */
static rs_schema *rs_schema_of(ringside_reader *reader, rs_process *process, size_t index)
{
    if (process == NULL) {
        return NULL;
    }
    if (reader->is_live && index >= process->schema_count) {
        rs_refresh(reader, process);
    }
    if (index >= process->schema_count) {
        return NULL;
    }
    const uint8_t *key = process->keys + 24 * index;
    rs_schema *schema = rs_find(&reader->schemas, rs_u64(key), rs_u64(key + 8), rs_u64(key + 16));
    if (schema == NULL && reader->is_live) {
        schema = rs_live_schema(reader, key);
    }
    if (schema != NULL && !schema->is_decoded) {
        schema->is_decoded = true;
        if (!rs_decode_schema(schema)) {
            reader->has_failed = reader->has_failed || schema->has_failed;
            rs_free_blocks(schema);
            free(schema->data);
            schema->data = NULL;
        }
    }
    return schema != NULL && schema->data != NULL ? schema : NULL;
}

/* Keeps the bytes of a schema, which become its own. False: out of memory. */
static bool rs_add_schema(ringside_reader *reader, const uint8_t *key, uint8_t *data, size_t length)
{
    rs_schema *schema = calloc(1, sizeof *schema);
    if (schema == NULL || !rs_put(&reader->schemas, rs_u64(key), rs_u64(key + 8), rs_u64(key + 16), schema)) {
        free(schema);
        free(data);
        return false;
    }
    schema->data = data;
    schema->length = length;
    return true;
}

/* Rows that wait, in the order of time */

static bool rs_precedes(const rs_lane *a, const rs_lane *b)
{
    if (a->head_time != b->head_time) {
        return a->head_time < b->head_time;
    }
    if (a->session != b->session) {
        return a->session < b->session;
    }
    if (a->most != b->most) {
        return (int64_t)a->most < (int64_t)b->most;
    }
    return a->least != b->least ? (int64_t)a->least < (int64_t)b->least : a->index < b->index;
}

static bool rs_push(ringside_reader *reader, rs_lane *lane)
{
    if (reader->heap_count == reader->heap_capacity) {
        size_t capacity = reader->heap_capacity * 2 + 64;
        rs_lane **heap = realloc(reader->heap, capacity * sizeof(rs_lane *));
        if (heap == NULL) {
            reader->has_failed = true;
            return false;
        }
        reader->heap = heap;
        reader->heap_capacity = capacity;
    }
    rs_waiting head;
    memcpy(&head, lane->queue + lane->begin, sizeof head);
    /* A gap is delivered with what precedes it in its lane. */
    lane->head_time = head.is_gap ? INT64_MIN : head.time;
    lane->is_waiting = true;
    size_t at = reader->heap_count++;
    for (; at > 0 && rs_precedes(lane, reader->heap[(at - 1) / 2]); at = (at - 1) / 2) {
        reader->heap[at] = reader->heap[(at - 1) / 2];
    }
    reader->heap[at] = lane;
    return true;
}

static rs_lane *rs_pop(ringside_reader *reader)
{
    rs_lane *first = reader->heap[0], *moved = reader->heap[--reader->heap_count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= reader->heap_count) {
            break;
        }
        if (child + 1 < reader->heap_count && rs_precedes(reader->heap[child + 1], reader->heap[child])) {
            child++;
        }
        if (!rs_precedes(reader->heap[child], moved)) {
            break;
        }
        reader->heap[at] = reader->heap[child];
        at = child;
    }
    reader->heap[at] = moved;
    first->is_waiting = false;
    return first;
}

/* Appends a row to its lane. */
static void rs_wait(ringside_reader *reader, rs_lane *lane, rs_schema *schema, int64_t time, bool is_gap,
        const void *content, size_t length)
{
    rs_waiting head = {0};
    size_t size = rs_align(sizeof head + lane->thread_length + length);
    if (lane->begin == lane->end) {
        lane->begin = lane->end = 0;
    }
    if (lane->capacity - lane->end < size) {
        size_t used = lane->end - lane->begin;
        size_t capacity = lane->capacity < 1024 ? 1024 : lane->capacity;
        while (capacity / 2 < used + size) {
            capacity *= 2;
        }
        uint8_t *queue = malloc(capacity);
        if (queue == NULL) {
            reader->has_failed = true;
            return;
        }
        if (used > 0) {
            memcpy(queue, lane->queue + lane->begin, used);
        }
        free(lane->queue);
        lane->queue = queue;
        lane->begin = 0;
        lane->end = used;
        lane->capacity = capacity;
    }
    head.size = (uint32_t)size;
    head.length = (uint32_t)length;
    head.thread_length = lane->thread_length;
    head.is_gap = is_gap;
    head.time = time;
    head.owner = lane->at.owner;
    head.process = lane->process;
    head.schema = schema;
    uint8_t *at = lane->queue + lane->end;
    memcpy(at, &head, sizeof head);
    memcpy(at + sizeof head, lane->thread, lane->thread_length);
    memcpy(at + sizeof head + lane->thread_length, content, length);
    lane->end += size;
    reader->pending += size;
    if (!lane->is_waiting) {
        rs_push(reader, lane);
    }
}

static rs_lane *rs_lane_of(ringside_reader *reader, uint64_t most, uint64_t least, int32_t index)
{
    uint64_t place = (uint64_t)reader->session << 32 | (uint32_t)index;
    rs_lane *lane = rs_find(&reader->lanes, most, least, place);
    if (lane != NULL) {
        return lane;
    }
    lane = calloc(1, sizeof *lane);
    if (lane == NULL || !rs_put(&reader->lanes, most, least, place, lane)) {
        free(lane);
        reader->has_failed = true;
        return NULL;
    }
    lane->most = most;
    lane->least = least;
    lane->index = index;
    lane->session = reader->session;
    /* A recording describes its processes before its lanes are read. */
    lane->process = rs_find(&reader->processes, most, least, 0);
    lane->next = reader->all_lanes;
    reader->all_lanes = lane;
    return lane;
}

static void rs_name_thread(rs_lane *lane, const void *name, size_t length)
{
    lane->thread_length = length <= RS_NAME_MAX ? (uint8_t)length : 0;
    memcpy(lane->thread, name, lane->thread_length);
}

static void rs_set_owner(rs_lane *lane, int64_t owner)
{
    if (lane->at.owner != owner) {
        lane->at.owner = owner;
        lane->thread_length = 0;
    }
}

static void rs_restart(rs_lane *lane, const rs_checkpoint *checkpoint)
{
    rs_set_owner(lane, checkpoint->owner);
    lane->at = *checkpoint;
    lane->has_begun = true;
}

/* Gaps */

static void rs_gap(ringside_reader *reader, rs_lane *lane, const uint64_t counts[RINGSIDE_FATES], int64_t from,
        int64_t to)
{
    ringside_gap gap;
    memset(&gap, 0, sizeof gap);
    uint64_t sum = 0;
    for (int i = 0; i < RINGSIDE_FATES; i++) {
        gap.counts[i] = counts[i];
        sum |= counts[i];
    }
    if (sum == 0) {
        return;
    }
    /* Without a time of its own, a gap has that of the lane's last event. */
    gap.has_from = from != 0 || lane->has_last_time;
    gap.from = from != 0 ? rs_time(reader, from, lane->process) : lane->last_time;
    gap.has_to = to != 0 || lane->has_last_time;
    gap.to = to != 0 ? rs_time(reader, to, lane->process) : lane->last_time;
    rs_wait(reader, lane, NULL, 0, true, &gap, sizeof gap);
}

/* Takes over totals of losses up to an attempt: full, too large, error. */
static bool rs_advance(ringside_reader *reader, rs_lane *lane, int64_t next, const int64_t lost[3], ringside_fate rest,
        int64_t from, int64_t to)
{
    static const int kinds[3] = {RS_COUNT_FULL, RS_COUNT_TOO_LARGE, RS_COUNT_ERROR};
    uint64_t counts[RINGSIDE_FATES] = {0};
    int64_t others = next - lane->at.next;
    for (int i = 0; i < 3; i++) {
        if (!rs_is_count(lost[i]) || lost[i] < lane->at.counts[kinds[i]]) {
            return false;
        }
        int64_t more = lost[i] - lane->at.counts[kinds[i]];
        counts[rs_fates[kinds[i]]] = (uint64_t)more;
        others -= more;
    }
    if (!rs_is_count(next) || others < 0) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        lane->at.counts[kinds[i]] = lost[i];
    }
    counts[rest] += (uint64_t)others;
    lane->at.counts[rest == RINGSIDE_CORRUPT ? RS_COUNT_CORRUPT : RS_DELIVERED] += others;
    lane->at.next = next;
    rs_gap(reader, lane, counts, from, to);
    return true;
}

/* Reports what a checkpoint counts beyond what is known; delivered events were in what is damaged. */
static void rs_settle(ringside_reader *reader, rs_lane *lane, const rs_checkpoint *checkpoint, int64_t from,
        int64_t to)
{
    uint64_t counts[RINGSIDE_FATES] = {0};
    for (int i = 0; i < RS_COUNTS; i++) {
        int64_t more = checkpoint->counts[i] - lane->at.counts[i];
        if (more > 0) {
            counts[i == RS_DELIVERED ? RINGSIDE_CORRUPT : rs_fates[i]] += (uint64_t)more;
        }
    }
    rs_gap(reader, lane, counts, from, to);
}

/* Records */

/* Kinds of extended items that are known here are below it. */
#define RS_ITEM_KINDS 17

typedef struct {
    const uint8_t *at[RS_ITEM_KINDS];
    size_t length[RS_ITEM_KINDS];
    size_t end;
} rs_items;

static bool rs_read_items(const uint8_t *record, size_t length, rs_items *items)
{
    static const uint8_t lengths[RS_ITEM_KINDS] = {0, 8, 16, 8, 8, 16, 0, 8, 24, 24, 24, 0, 0, 0, 0, 0, 16};
    size_t at = 32;
    bool more = true;
    while (more) {
        if (length < 8 || at > length - 8) {
            return false;
        }
        uint64_t word = rs_u64(record + at);
        size_t kind = word & 0xFFFF, item_length = word >> 16 & 0xFFFF;
        more = (word >> 32 & 1) != 0;
        if (item_length < 8 || rs_align(at + item_length) > length
                || (kind < RS_ITEM_KINDS && item_length < (size_t)lengths[kind] + 8)) {
            return false;
        }
        if (kind < RS_ITEM_KINDS) {
            items->at[kind] = record + at + 8;
            items->length[kind] = item_length - 8;
        }
        at += rs_align(item_length);
    }
    items->end = at;
    return true;
}

/* For how many events a record stands, by its item of the rate. */
static int64_t rs_weight(const uint8_t *item)
{
    int64_t one_in = rs_i32(item), over_limit = rs_i64(item + 8);
    one_in = one_in < 1 ? 1 : one_in;
    int64_t most = ((int64_t)1 << 40) / one_in - 1;
    over_limit = over_limit < most ? over_limit : most;
    return one_in * (1 + (over_limit > 0 ? over_limit : 0));
}

/* Whether a schema is that of a classic event's class. */
static bool rs_is_class(const rs_schema *schema, const rs_items *items)
{
    return schema != NULL && rs_u64(schema->data + 16) == rs_u64(items->at[8])
            && rs_u64(schema->data + 24) == rs_u64(items->at[8] + 8);
}

/* The event of a class that has the type and the version of a classic event; NULL if there is none. */
static const ringside_event_schema *rs_classic_event(const rs_schema *schema, const rs_items *items)
{
    for (size_t i = 0; rs_is_class(schema, items) && i < schema->event_count; i++) {
        const ringside_event_schema *event = &schema->events[i];
        if (event->opcode == rs_u16(items->at[8] + 16) && event->version == rs_u16(items->at[8] + 20)) {
            return event;
        }
    }
    return NULL;
}

/* Reads a record; false if it is damaged. The parts of its lane are the caller's. */
static bool rs_read_record(const ringside_reader *reader, const rs_process *process, const rs_schema *schema,
        const uint8_t *record, size_t length, ringside_event *event)
{
    if (length < 32) {
        return false;
    }
    uint64_t word = rs_u64(record);
    size_t index = word >> 32 & 0xFFFF, schema_index = word >> 48 & 0xFFF;
    rs_items items = {{NULL}, {0}, 32};
    if ((word >> 60 & 1) != 0 && !rs_read_items(record, length, &items)) {
        return false;
    }
    const ringside_event_schema *declared = NULL;
    if (items.at[8] != NULL) {
        declared = rs_classic_event(schema, &items);
    } else if (schema != NULL && index < schema->event_count) {
        declared = &schema->events[index];
    }
    event->ticks = rs_i64(record + 8);
    event->activity[0] = rs_u64(record + 16);
    event->activity[1] = rs_u64(record + 24);
    event->payload = record + items.end;
    event->payload_length = length - items.end;
    event->has_pid = process != NULL && process->is_known;
    event->pid = event->has_pid ? process->pid : 0;
    if (schema != NULL) {
        event->provider = schema->name;
    } else {
        bool is_listed = process != NULL && schema_index < process->schema_count;
        const uint8_t *key = is_listed ? process->keys + 24 * schema_index : NULL;
        rs_format_uuid(event->provider_id, is_listed ? rs_u64(key) : 0, is_listed ? rs_u64(key + 8) : 0);
        event->provider = rs_word(event->provider_id);
    }
    if (declared != NULL) {
        event->event = declared->name;
        event->id = declared->id;
        event->version = declared->version;
        event->level = declared->level;
        event->opcode = declared->opcode;
        event->task = declared->task;
        event->keyword = declared->keyword;
        event->schema = declared->is_sbe ? NULL : declared;
    }
    if (items.at[1] != NULL) {
        event->tid = rs_i64(items.at[1]);
        event->thread = items.at[11] == NULL || items.length[11] == 0 ? rs_text(NULL, 0)
                : rs_text(items.at[11], items.length[11]);
    }
    if (items.at[2] != NULL) {
        event->has_related = true;
        event->related[0] = rs_u64(items.at[2]);
        event->related[1] = rs_u64(items.at[2] + 8);
    }
    if (items.at[3] != NULL) {
        event->has_event_key = true;
        event->event_key = rs_u64(items.at[3]);
    }
    if (items.at[4] != NULL) {
        event->has_process_start_key = true;
        event->process_start_key = rs_u64(items.at[4]);
    }
    event->weight = items.at[16] == NULL ? 1 : rs_weight(items.at[16]);
    if (items.at[6] != NULL && items.length[6] > 0) {
        event->stack = rs_text(items.at[6], items.length[6]);
    }
    if (items.at[8] != NULL) {
        event->opcode = rs_u16(items.at[8] + 16);
        event->level = rs_u16(items.at[8] + 18);
        event->version = rs_u16(items.at[8] + 20);
        if (!rs_is_class(schema, &items)) {
            rs_format_uuid(event->provider_id, rs_u64(items.at[8]), rs_u64(items.at[8] + 8));
            event->provider = rs_word(event->provider_id);
        }
    } else if (items.at[10] != NULL && (rs_u64(items.at[10]) | rs_u64(items.at[10] + 8)) != 0) {
        rs_format_uuid(event->provider_id, rs_u64(items.at[10]), rs_u64(items.at[10] + 8));
        event->provider = rs_word(event->provider_id);
    }
    if (items.at[10] != NULL) {
        event->id = rs_u32(items.at[10] + 16);
    }
    if (index == 65535 && items.at[5] != NULL) {
        event->is_string = true;
        event->level = rs_u32(items.at[5]);
        event->keyword = rs_u64(items.at[5] + 8);
    }
    event->time = rs_time(reader, event->ticks, process);
    return true;
}

/* Appends a record to its lane; false if it is damaged. */
static bool rs_record(ringside_reader *reader, rs_lane *lane, const uint8_t *record, size_t length)
{
    ringside_event event;
    if (length < 32) {
        return false;
    }
    memset(&event, 0, sizeof event);
    rs_schema *schema = rs_schema_of(reader, lane->process, rs_u64(record) >> 48 & 0xFFF);
    if (!rs_read_record(reader, lane->process, schema, record, length, &event)) {
        return false;
    }
    lane->has_last_time = true;
    lane->last_time = event.time;
    rs_wait(reader, lane, schema, event.time, false, record, length);
    return true;
}

/* Frames */

/* `limit` is the number of attempts that frames can describe. */
static bool rs_block(ringside_reader *reader, rs_lane *lane, const uint8_t *header, int64_t position,
        ringside_fate rest, int64_t limit)
{
    int64_t first = rs_i64(header + 16), owner = rs_i64(header + 48);
    const int64_t lost[3] = {rs_i64(header + 24), rs_i64(header + 32), rs_i64(header + 40)};
    if (memcmp(header, "RSBK", 4) != 0 || rs_u32(header + 4) != 64 || rs_i64(header + 8) != position / reader->block
            || !rs_is_count(first) || first > limit) {
        return false;
    }
    int64_t others = first - lane->at.next, sum = 0;
    for (int i = 0; i < 3; i++) {
        if (!rs_is_count(lost[i])) {
            return false;
        }
        sum += lost[i];
        others -= lost[i] - lane->at.counts[RS_COUNT_FULL + i];
    }
    if (sum > first || others < 0 || (others > 0 && !lane->at.is_damaged)) {
        return false;
    }
    if (first > lane->at.next && !rs_advance(reader, lane, first, lost, rest, 0, 0)) {
        return false;
    }
    lane->at.is_damaged = false;
    rs_set_owner(lane, owner);
    return true;
}

static bool rs_gap_frame(ringside_reader *reader, rs_lane *lane, const uint8_t *frame, size_t length,
        ringside_fate rest, int64_t limit)
{
    if (length != 64) {
        return false;
    }
    int64_t first = rs_i64(frame + 8), next = rs_i64(frame + 16), own = lane->at.next;
    const int64_t lost[3] = {rs_i64(frame + 24), rs_i64(frame + 32), rs_i64(frame + 40)};
    if (!rs_is_count(next) || first < 0 || first > own || own > next || next > limit) {
        return false;
    }
    int64_t sum = own - next;
    for (int i = 0; i < 3; i++) {
        if (!rs_is_count(lost[i])) {
            return false;
        }
        sum += lost[i] - lane->at.counts[RS_COUNT_FULL + i];
    }
    return sum == 0 && rs_advance(reader, lane, next, lost, rest, rs_i64(frame + 48), rs_i64(frame + 56));
}

/* Bytes of the frame at the beginning; 0 if it is damaged. */
static size_t rs_frame(ringside_reader *reader, rs_lane *lane, const uint8_t *data, size_t room, int64_t position,
        ringside_fate rest, int64_t limit)
{
    if (position % reader->block == 0) {
        return room >= 64 && rs_block(reader, lane, data, position, rest, limit) ? 64 : 0;
    }
    if (room < 8 || lane->at.is_damaged) {
        return 0;
    }
    uint64_t word = rs_u64(data);
    size_t length = word & 0xFFFFFF, index = word >> 32 & 0xFFFF, schema = word >> 48 & 0xFFF;
    if (length < 8 || rs_align(length) > room) {
        return 0;
    }
    if (schema != 4095) {
        if ((word >> 24 & 0xFF) != ((uint64_t)lane->at.next & 0xFF) || !rs_record(reader, lane, data, length)) {
            return 0;
        }
        lane->at.next++;
        lane->at.counts[RS_DELIVERED]++;
    } else if (index == 2) {
        if (length < 16 || length > 16 + RS_NAME_MAX) {
            return 0;
        }
        lane->at.owner = rs_i64(data + 8);
        while (length > 16 && data[length - 1] == 0) {
            length--; /* Zeros after the name. */
        }
        rs_name_thread(lane, data + 16, length - 16);
        length = word & 0xFFFFFF;
    } else if (index == 3) {
        if (!rs_gap_frame(reader, lane, data, length, rest, limit)) {
            return 0;
        }
    } else if (index != 1 || (position + (int64_t)length) % reader->block != 0) {
        return 0;
    }
    return rs_align(length);
}

/* Turns the frames from a position on into rows. `rest` is the fate of events that nothing else explains. */
static void rs_walk(ringside_reader *reader, rs_lane *lane, const uint8_t *data, size_t length, int64_t position,
        ringside_fate rest, int64_t limit)
{
    for (size_t at = 0; at < length;) {
        size_t to_end = (size_t)(reader->block - (position + (int64_t)at) % reader->block);
        size_t room = length - at < to_end ? length - at : to_end;
        size_t taken = rs_frame(reader, lane, data + at, room, position + (int64_t)at, rest, limit);
        /* The next block says how many events were damaged. */
        lane->at.is_damaged = lane->at.is_damaged || taken == 0;
        at += taken == 0 ? to_end : taken;
    }
}

static bool rs_read_checkpoint(const uint8_t *data, rs_checkpoint *checkpoint)
{
    int64_t sum = 0;
    checkpoint->position = rs_i64(data);
    checkpoint->next = rs_i64(data + 8);
    for (int i = 0; i < RS_COUNTS; i++) {
        checkpoint->counts[i] = rs_i64(data + 16 + 8 * i);
        if (!rs_is_count(checkpoint->counts[i])) {
            return false;
        }
        sum += checkpoint->counts[i];
    }
    checkpoint->owner = rs_i64(data + 80);
    checkpoint->is_damaged = rs_i64(data + 88) != 0;
    return rs_is_count(checkpoint->position) && checkpoint->next == sum;
}

/* Recordings */

#define RS_NOWHERE UINT64_MAX

/* Reports a damaged place; the first pass leaves that to the second. */
static void rs_damage(ringside_reader *reader, uint64_t position, const char *text)
{
    if (reader->is_described) {
        reader->damages++;
        reader->is_marked = false; /* Nobody knows what it was. */
        rs_report(reader, rs_format("%s: file=%s/%s, position=%" PRIu64, text, reader->folder,
                reader->names.names[reader->file], position));
    }
}

/* Whether an excerpt of this length begins there. */
static bool rs_is_excerpt(const ringside_reader *reader, uint64_t at, uint64_t length, uint8_t header[16])
{
    return length >= 24 && rs_read(reader->fd, header, 16, at) && memcmp(header, "RSEX", 4) == 0
            && rs_i32(header + 4) == RS_VERSION && rs_i32(header + 8) >= 1 && rs_i32(header + 8) <= 7
            && rs_u32(header + 12) == length;
}

/* Position of the next document that is certainly an excerpt. */
static uint64_t rs_resume(const ringside_reader *reader, uint64_t at)
{
    uint8_t bytes[16 * 1024], header[16];
    int candidates = 0;
    while (at + 16 <= reader->size) {
        size_t length = reader->size - at < sizeof bytes ? (size_t)(reader->size - at) : sizeof bytes;
        if (!rs_read(reader->fd, bytes, length, at)) {
            return RS_NOWHERE;
        }
        size_t i = 0;
        for (; i + 4 <= length; i++) {
            const uint8_t *found = memchr(bytes + i, 'R', length - 3 - i);
            if (found == NULL) {
                i = length - 3;
                break;
            }
            i = (size_t)(found - bytes);
            if (memcmp(found, "RSEX", 4) != 0) {
                continue;
            }
            if (++candidates > RS_CANDIDATES_MAX) {
                return RS_NOWHERE;
            }
            uint64_t begin = at + i;
            uint8_t word[4];
            if (begin % 4 == 0 && begin >= 4 && rs_read(reader->fd, word, 4, begin - 4)
                    && begin + rs_u32(word) <= reader->size && rs_is_excerpt(reader, begin, rs_u32(word), header)) {
                return begin - 4;
            }
        }
        at += i;
    }
    return RS_NOWHERE;
}

static bool rs_open_file(ringside_reader *reader)
{
    char *path = rs_format("%s/%s", reader->folder, reader->names.names[reader->file]);
    reader->fd = path == NULL ? -1 : rs_open(path);
    struct stat status;
    if (reader->fd < 0 || fstat(reader->fd, &status) != 0) {
        if (reader->is_described) {
            reader->damages++;
            rs_report(reader, rs_format("file cannot be read (%s): file=%s", strerror(errno),
                    path == NULL ? "" : path));
        }
        free(path);
        return false;
    }
    free(path);
    reader->size = (uint64_t)status.st_size;
    reader->position = 0;
    return true;
}

/* Reads an excerpt without its trailer; false if it is damaged. */
static bool rs_read_excerpt(ringside_reader *reader, uint64_t document, uint64_t length)
{
    if (length > RS_EXCERPT_MAX) {
        rs_damage(reader, document, "excerpt is too long");
        return false;
    }
    reader->excerpt.length = 0;
    uint8_t *data = (uint8_t *)rs_room(&reader->excerpt, (size_t)length);
    if (data == NULL || !rs_read(reader->fd, data, (size_t)length, document + 4)) {
        rs_damage(reader, document, "excerpt cannot be read");
        return false;
    }
    reader->excerpt.length -= 8;
    if (rs_crc32c(reader->crc, data, reader->excerpt.length) != rs_u64(data + reader->excerpt.length)) {
        rs_damage(reader, document, "excerpt has another checksum");
        return false;
    }
    return true;
}

/* Reads the next excerpt of some kinds (bits); its kind, or 0 at the end of all files. */
static int rs_next_excerpt(ringside_reader *reader, unsigned kinds)
{
    for (; reader->file < reader->names.count; reader->file++) {
        if (reader->fd < 0 && !rs_open_file(reader)) {
            continue;
        }
        bool is_cut = true;
        while (reader->position + 4 <= reader->size) {
            uint64_t at = reader->position, begin = at + 4;
            uint8_t word_bytes[4], header[16];
            if (!rs_read(reader->fd, word_bytes, 4, at)) {
                rs_damage(reader, at, "file cannot be read");
                break;
            }
            uint32_t word = rs_u32(word_bytes), length = word & 0x3FFFFFFF;
            const char *damage = NULL;
            bool is_end = false, is_begun = rs_read(reader->fd, header, 4, begin) && memcmp(header, "RSEX", 4) == 0;
            if ((word & 0x80000000) != 0 || word == 0) {
                damage = "document has a damaged header";
                is_end = true;
            } else if (length == 0 || begin + length > reader->size) {
                damage = "document extends beyond its file";
            } else if ((word & 0x40000000) == 0 && !rs_is_excerpt(reader, begin, length, header)) {
                damage = "document is no excerpt, or of another version";
            }
            if (damage != NULL) {
                uint64_t next = rs_resume(reader, begin);
                /* Where nothing was written yet, or an excerpt of the newest file is, it is the end and not damaged. */
                bool is_last = reader->file == reader->names.count - 1;
                if (!is_end || next != RS_NOWHERE || (is_begun && (word == 0 || !is_last))) {
                    rs_damage(reader, at, damage);
                } else if (word == 0 && !is_last) {
                    /* A writer ends each file before it begins another one. */
                    rs_damage(reader, at, "end of the file is missing");
                }
                is_cut = next != RS_NOWHERE;
                reader->position = next == RS_NOWHERE ? reader->size : next;
                continue;
            }
            reader->position = (begin + length + 3) & ~UINT64_C(3);
            if ((word & 0x40000000) != 0) {
                /* The queue's own document, unless an excerpt's header was changed to one. */
                if (is_begun) {
                    rs_damage(reader, at, "document has a damaged header");
                    if (!rs_is_excerpt(reader, begin, length, header)) {
                        uint64_t next = rs_resume(reader, begin);
                        is_cut = next != RS_NOWHERE;
                        reader->position = next == RS_NOWHERE ? reader->size : next;
                    }
                }
                continue;
            }
            int kind = rs_i32(header + 8);
            if ((kinds >> kind & 1) != 0 && rs_read_excerpt(reader, at, length)) {
                reader->excerpt_at = at;
                return kind;
            }
        }
        /* A file that its writer has left is a whole number of pages. */
        if (is_cut && reader->size % 4096 != 0) {
            rs_damage(reader, reader->position, "file is cut");
        }
        close(reader->fd);
        reader->fd = -1;
    }
    return 0;
}

static bool rs_describe_process(ringside_reader *reader, rs_cursor *cursor)
{
    const uint8_t *head = rs_take(cursor, 96);
    uint64_t command = rs_take_number(cursor, 4);
    rs_take(cursor, (size_t)command);
    rs_take(cursor, rs_align(cursor->at) - cursor->at);
    size_t count = head == NULL ? 0 : rs_u32(head + 20);
    const uint8_t *keys = count <= RS_SCHEMAS_MAX ? rs_take(cursor, 24 * count) : NULL;
    if (head == NULL || keys == NULL) {
        return false;
    }
    rs_process *process = rs_process_of(reader, rs_u64(head), rs_u64(head + 8));
    if (process == NULL) {
        return false;
    }
    /* Of several descriptions the one with the longest table counts. */
    if (process->is_known && process->schema_count >= count) {
        return true;
    }
    uint8_t *copy = malloc(24 * count + 1);
    if (copy == NULL) {
        return false;
    }
    memcpy(copy, keys, 24 * count);
    free(process->keys);
    process->keys = copy;
    process->schema_count = count;
    process->is_known = rs_u32(head + 16) == 1;
    process->pid = rs_i64(head + 24);
    process->shift = rs_i64(head + 64);
    return true;
}

static bool rs_describe_schema(ringside_reader *reader, rs_cursor *cursor)
{
    const uint8_t *key = rs_take(cursor, 24);
    size_t length = (size_t)rs_take_number(cursor, 4);
    const uint8_t *data = rs_take(cursor, length);
    if (data == NULL || length > RS_SCHEMA_MAX) {
        return false;
    }
    if (rs_find(&reader->schemas, rs_u64(key), rs_u64(key + 8), rs_u64(key + 16)) != NULL) {
        return true;
    }
    uint8_t *copy = malloc(length + 1);
    if (copy == NULL) {
        return false;
    }
    memcpy(copy, data, length);
    rs_schema schema = {.data = copy, .length = length};
    bool is_sound = rs_decode_schema(&schema);
    rs_free_blocks(&schema);
    if (!is_sound) {
        free(copy);
        return false;
    }
    return rs_add_schema(reader, key, copy, length);
}

static bool rs_describe_names(ringside_reader *reader, rs_cursor *cursor)
{
    const uint8_t *head = rs_take(cursor, 32);
    size_t length = (size_t)rs_take_number(cursor, 8);
    const uint8_t *entries = rs_take(cursor, length);
    if (head == NULL || entries == NULL) {
        return false;
    }
    rs_process *process = rs_process_of(reader, rs_u64(head), rs_u64(head + 8));
    rs_published *published = process == NULL ? NULL
            : rs_published_of(reader, process, rs_u64(head + 16), rs_u64(head + 24));
    return published != NULL && rs_add_names(published, entries, length);
}

static bool rs_description(ringside_reader *reader, int kind)
{
    rs_cursor cursor = {(const uint8_t *)reader->excerpt.bytes, reader->excerpt.length, 16, false};
    if (kind == 6) {
        return rs_describe_names(reader, &cursor);
    }
    return kind == 2 ? rs_describe_process(reader, &cursor) : rs_describe_schema(reader, &cursor);
}

/* Reads the descriptions of all files first: some follow the events that need them. */
static void rs_describe(ringside_reader *reader)
{
    int kind;
    while ((kind = rs_next_excerpt(reader, 1u << 2 | 1u << 3 | 1u << 6)) != 0) {
        rs_description(reader, kind); /* What is damaged is reported in its turn. */
    }
    reader->is_described = true;
    reader->file = 0;
}

/* The recording says how many events it has up to here: those that were not read were in damaged places. */
static void rs_count(ringside_reader *reader, int64_t events)
{
    if (reader->damages > reader->damages_counted && events > reader->events) {
        reader->damaged_events += events - reader->events;
    }
    reader->damages_counted = reader->damages;
    reader->events = events;
}

static void rs_identity(ringside_reader *reader, const uint8_t *data)
{
    int64_t events = rs_i64(data + 16);
    if (!rs_is_count(events)) {
        return;
    }
    if (reader->has_identity && reader->identity[0] == rs_u64(data) && reader->identity[1] == rs_u64(data + 8)) {
        rs_count(reader, events);
    }
    reader->has_identity = true;
    reader->identity[0] = rs_u64(data);
    reader->identity[1] = rs_u64(data + 8);
    reader->events = events;
}

/* The end mark; false if it is damaged. */
static bool rs_end(ringside_reader *reader, const uint8_t *data, size_t length)
{
    if (length < 104 || !rs_is_count(rs_i64(data + 32))) {
        return false;
    }
    if (reader->has_identity) {
        rs_count(reader, rs_i64(data + 32));
    }
    reader->is_marked = true;
    return true;
}

/* Whether somebody holds a lock, as far as this user can find out. */
static bool rs_is_held(const ringside_reader *reader, const char *name)
{
    char *path = rs_format("%s/%s", reader->folder, name);
    int fd = path == NULL ? -1 : rs_open(path);
    bool is_held = path == NULL || errno != ENOENT;
    if (fd >= 0) {
        /* Others that only ask hold shared locks. */
        struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
        is_held = fcntl(fd, F_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
        close(fd);
    }
    free(path);
    return is_held;
}

/* By its recorder or its receiver, which closes some recordings and goes on with them. */
static bool rs_is_written(const ringside_reader *reader)
{
    return rs_is_held(reader, "recording.lock") || rs_is_held(reader, "../receive.lock");
}

/* Says what is not known, or not there, after everything was read. */
static void rs_conclude(const ringside_reader *reader)
{
    if (!reader->is_marked && !reader->is_written && !rs_is_written(reader)) {
        rs_tell(reader, rs_format("recording has no end, or its recorder was killed: path=%s, lastFile=%s: an unknown "
                "number of events may be missing after the last one; restore missing files, or continue the recording "
                "while its session runs", reader->folder, reader->names.names[reader->names.count - 1]));
    }
    if (reader->damages > 0) {
        char events[32] = "unknown";
        if (reader->damages == reader->damages_counted) {
            snprintf(events, sizeof events, "%" PRId64, reader->damaged_events);
        }
        rs_tell(reader, rs_format("recording is damaged in places: path=%s, damagedPlaces=%" PRIu64
                ", missingEvents=%s: restore intact files to read the rest", reader->folder, reader->damages, events));
    }
}

/* Begins with a session, or goes on with it; false if the excerpt is damaged. */
static bool rs_session(ringside_reader *reader, const uint8_t *data, size_t length, bool *is_another)
{
    if (length < 80) {
        return false;
    }
    int32_t lane_bytes = rs_i32(data + 68);
    uint32_t name_length = rs_u32(data + 76);
    if (lane_bytes < RS_LANE_BYTES_MIN || lane_bytes % 8 != 0 || name_length > length - 80) {
        return false;
    }
    uint64_t id = rs_u64(data + 16), wall = rs_u64(data + 24), ticks = rs_u64(data + 32);
    /* The numbers of sessions begin with 1, so that each is something in the table. */
    uint32_t number = (uint32_t)(uintptr_t)rs_find(&reader->sessions, id, wall, ticks);
    if (number == 0) {
        number = (uint32_t)reader->sessions.count + 1;
        if (!rs_put(&reader->sessions, id, wall, ticks, (void *)(uintptr_t)number)) {
            reader->has_failed = true;
            return false;
        }
    }
    reader->is_rewritten = rs_i32(data + 72) == 1;
    *is_another = reader->has_session && reader->session != number;
    reader->has_session = true;
    reader->session = number;
    reader->clock = rs_subtract((int64_t)wall, (int64_t)ticks);
    reader->shift = rs_i64(data + 40);
    reader->block = lane_bytes / 4 < RS_BLOCK_MAX ? lane_bytes / 4 : RS_BLOCK_MAX;
    size_t at = rs_align(80 + (size_t)name_length);
    if (at + 24 <= length) {
        rs_identity(reader, data + at);
    }
    return true;
}

static void rs_missing(ringside_reader *reader, rs_lane *lane, int64_t count)
{
    uint64_t counts[RINGSIDE_FATES] = {0};
    counts[RINGSIDE_MISSING] = count > 0 ? (uint64_t)count : 0;
    rs_gap(reader, lane, counts, 0, 0);
}

/* Whether something was damaged since this was asked of the lane before: what it misses was damaged, too. */
static bool rs_is_damaged(const ringside_reader *reader, rs_lane *lane)
{
    bool is_damaged = lane->damages < reader->damages;
    lane->damages = reader->damages;
    return is_damaged;
}

static void rs_count_missed(ringside_reader *reader, int64_t events)
{
    reader->events_missed = rs_add(reader->events_missed, events > 0 ? events : 0);
}

/* Goes on to a chunk: reports what is missing before it; false if it was read already. */
static bool rs_follows(ringside_reader *reader, rs_lane *lane, const rs_checkpoint *before, bool is_kept)
{
    bool is_damaged = rs_is_damaged(reader, lane);
    if (!lane->has_begun) {
        lane->has_begun = true;
        if (!is_damaged && !is_kept) {
            rs_restart(lane, before);
        }
    }
    if (before->next < lane->at.next) {
        rs_damage(reader, reader->excerpt_at, "chunk begins before what was read of its lane");
        return false;
    }
    rs_count_missed(reader, is_kept ? before->next - lane->at.next
            : before->counts[RS_DELIVERED] - lane->at.counts[RS_DELIVERED]);
    if (before->next > lane->at.next && is_damaged && !is_kept) {
        rs_settle(reader, lane, before, 0, 0);
    } else {
        rs_missing(reader, lane, before->next - lane->at.next);
    }
    return true;
}

static bool rs_lane_chunk(ringside_reader *reader, const uint8_t *chunk, size_t length, int kind)
{
    rs_checkpoint before, after;
    int32_t index = rs_i32(chunk + 24);
    int64_t size = rs_i32(chunk + 28), limit = rs_i64(chunk + 48), name_length = rs_i64(chunk + 56);
    if (length < 320 || !rs_read_checkpoint(chunk + 64, &before) || !rs_read_checkpoint(chunk + 192, &after)
            || after.position < before.position || after.next < before.next || before.position % 8 != 0
            || size < 0 || size % 8 != 0 || (uint64_t)size > length - 320) {
        return false;
    }
    size_t name_at = 320 + (size_t)size;
    if (kind == 1 && (name_length < 0 || name_length > RS_NAME_MAX || (uint64_t)name_length > length - name_at)) {
        return false;
    }
    rs_lane *lane = rs_lane_of(reader, rs_u64(chunk + 8), rs_u64(chunk + 16), index);
    if (lane == NULL) {
        return false;
    }
    if (!rs_follows(reader, lane, &before, false)) {
        return true;
    }
    rs_restart(lane, &before);
    if (kind == 2) {
        rs_settle(reader, lane, &after, rs_i64(chunk + 32), rs_i64(chunk + 40));
        rs_restart(lane, &after);
        return true;
    }
    if (name_length > 0) {
        rs_name_thread(lane, chunk + name_at, (size_t)name_length);
    }
    rs_walk(reader, lane, chunk + 320, (size_t)size, before.position, RINGSIDE_CORRUPT, limit);
    if (lane->at.next != after.next || lane->at.counts[RS_DELIVERED] != after.counts[RS_DELIVERED]) {
        rs_damage(reader, reader->excerpt_at, "frames do not match the recorder's count");
        rs_missing(reader, lane, after.next - lane->at.next);
    }
    rs_restart(lane, &after);
    return true;
}

static bool rs_kept_gap(ringside_reader *reader, rs_lane *lane, const uint8_t *entry, size_t length)
{
    static const ringside_fate fates[7] = {RINGSIDE_OVERWRITTEN, RINGSIDE_FULL, RINGSIDE_TOO_LARGE, RINGSIDE_ERROR,
        RINGSIDE_CORRUPT, RINGSIDE_ABANDONED, RINGSIDE_DISCARDED};
    uint64_t counts[RINGSIDE_FATES] = {0};
    if (length != 80 || !rs_is_count(rs_i64(entry))) {
        return false;
    }
    int64_t missing = rs_i64(entry);
    for (int i = 0; i < 7; i++) {
        int64_t count = rs_i64(entry + 24 + 8 * i);
        if (!rs_is_count(count)) {
            return false;
        }
        counts[fates[i]] = (uint64_t)count;
        missing -= count;
    }
    if (missing < 0) {
        return false;
    }
    counts[RINGSIDE_MISSING] = (uint64_t)missing;
    rs_gap(reader, lane, counts, rs_i64(entry + 8), rs_i64(entry + 16));
    return true;
}

/* Turns entries into rows, and counts the attempts that they tell of; false if one is damaged. */
static bool rs_kept_entries(ringside_reader *reader, rs_lane *lane, const uint8_t *data, size_t size, int64_t *told)
{
    for (size_t at = 0; at < size;) {
        if (size - at < 16) {
            return false;
        }
        size_t length = rs_u32(data + at);
        int kind = rs_i32(data + at + 4);
        rs_set_owner(lane, rs_i64(data + at + 8));
        at += 16;
        if (length > size - at || rs_align(length) > size - at) {
            return false;
        }
        const uint8_t *entry = data + at;
        if (kind == 1) {
            if (length < 32 || (rs_u64(entry) & 0xFFFFFF) != length || (rs_u64(entry) >> 48 & 0xFFF) == 4095
                    || !rs_record(reader, lane, entry, length)) {
                return false;
            }
            (*told)++;
        } else if (kind == 2) {
            if (!rs_kept_gap(reader, lane, entry, length)) {
                return false;
            }
            *told = rs_add(*told, rs_i64(entry));
        } else if (kind == 3 && length <= RS_NAME_MAX) {
            rs_name_thread(lane, entry, length);
        } else {
            return false;
        }
        at += rs_align(length);
    }
    return true;
}

static bool rs_kept_chunk(ringside_reader *reader, const uint8_t *chunk, size_t length)
{
    uint64_t size = rs_u32(chunk + 28);
    int64_t number = rs_i64(chunk + 48), total = rs_i64(chunk + 56);
    if (length < 72 || size > length - 72 || size % 8 != 0 || number < 0 || total < number || !rs_is_count(total)) {
        return false;
    }
    int64_t told = rs_i64(chunk + 64);
    if (told < 0 || told > total - number) {
        return false;
    }
    rs_lane *lane = rs_lane_of(reader, rs_u64(chunk + 8), rs_u64(chunk + 16), rs_i32(chunk + 24));
    if (lane == NULL) {
        return false;
    }
    rs_checkpoint before = {.next = number};
    rs_set_owner(lane, 0);
    if (!rs_follows(reader, lane, &before, true)) {
        return true;
    }
    lane->at.next = total;
    bool is_sound = rs_kept_entries(reader, lane, chunk + 72, (size_t)size, &told);
    if (!is_sound || told != total - number) {
        rs_set_owner(lane, 0);
        if (is_sound) {
            rs_damage(reader, reader->excerpt_at, "chunk does not match its writer's count");
        }
        rs_missing(reader, lane, total - number - told);
    }
    return is_sound;
}

/* Losses without a lane are rows of a lane of their own. */
static bool rs_lane_less(ringside_reader *reader, uint64_t most, uint64_t least, uint32_t cause, uint64_t count,
        int64_t from, int64_t to)
{
    rs_lane *lane = cause > RINGSIDE_DISCARDED ? NULL : rs_lane_of(reader, most, least, -1);
    if (lane == NULL || count > (uint64_t)RS_COUNT_MAX) {
        return false;
    }
    uint64_t counts[RINGSIDE_FATES] = {0};
    counts[cause] = count;
    rs_gap(reader, lane, counts, from, to);
    return true;
}

static bool rs_batch(ringside_reader *reader, const uint8_t *data, size_t length)
{
    if (length < 40 || rs_i64(data + 32) < 0) {
        return false;
    }
    int64_t events = rs_i64(data + 24);
    reader->events += rs_is_count(events) && rs_is_count(reader->events) ? events : 0;
    reader->events_read = rs_add(reader->events_read, events > 0 ? events : 0);
    size_t at = 40;
    for (int64_t i = rs_i64(data + 32); i > 0; i--) {
        if (length - at < 64) {
            return false;
        }
        const uint8_t *chunk = data + at;
        size_t size = rs_u32(chunk);
        int kind = rs_i32(chunk + 4);
        uint32_t index = rs_u32(chunk + 24);
        if (size < 64 || size % 8 != 0 || size > length - at || rs_i32(chunk + 28) < 0
                || (kind != 3 && index >= RS_LANES_MAX)) {
            return false;
        }
        at += size;
        bool is_sound = kind == 1 || kind == 2 ? rs_lane_chunk(reader, chunk, size, kind)
                : kind == 3 ? rs_lane_less(reader, rs_u64(chunk + 8), rs_u64(chunk + 16), index, rs_u64(chunk + 48),
                        rs_i64(chunk + 32), rs_i64(chunk + 40))
                : kind == 4 ? rs_kept_chunk(reader, chunk, size) : false;
        if (!is_sound) {
            return false;
        }
    }
    reader->watermark = rs_time(reader, rs_i64(data + 16), NULL);
    return true;
}

static bool rs_checkpoints(ringside_reader *reader, const uint8_t *data, size_t length)
{
    if (length < 112 || 112 + UINT64_C(152) * rs_u32(data + 32) + UINT64_C(32) * rs_u32(data + 36) != length) {
        return false;
    }
    for (size_t at = 48; at < 112; at += 8) {
        if (rs_i64(data + at) < 0) {
            return false;
        }
    }
    for (size_t i = 0; i < rs_u32(data + 32); i++) {
        const uint8_t *entry = data + 112 + 152 * i;
        rs_checkpoint checkpoint;
        if (!rs_read_checkpoint(entry + 24, &checkpoint) || rs_u32(entry + 16) >= RS_LANES_MAX) {
            return false;
        }
        rs_lane *lane = rs_lane_of(reader, rs_u64(entry), rs_u64(entry + 8), rs_i32(entry + 16));
        if (lane == NULL) {
            return false;
        }
        if (!lane->has_begun) {
            rs_restart(lane, &checkpoint);
        } else if (checkpoint.next > lane->at.next && rs_is_damaged(reader, lane)) {
            /* Without damage, what a lane misses comes with its next chunk. */
            rs_count_missed(reader, checkpoint.counts[RS_DELIVERED] - lane->at.counts[RS_DELIVERED]);
            rs_settle(reader, lane, &checkpoint, 0, 0);
            rs_restart(lane, &checkpoint);
        }
    }
    return true;
}

static bool rs_number(ringside_text text, int64_t *number);

/* The first line NAME=VALUE of a receipt: 0 if it is not there; false if it is no number. */
static bool rs_receipt_number(const rs_buffer *receipt, const char *name, int64_t *number)
{
    size_t name_length = strlen(name);
    *number = 0;
    for (size_t at = 0; at < receipt->length;) {
        const char *line = receipt->bytes + at;
        const char *end = memchr(line, '\n', receipt->length - at);
        size_t length = end == NULL ? receipt->length - at : (size_t)(end - line);
        if (length >= name_length && memcmp(line, name, name_length) == 0) {
            size_t text_length = length - (line[length - 1] == '\r' ? 1 : 0);
            return rs_number(rs_text(line + name_length, text_length - name_length), number);
        }
        at += length + 1;
    }
    return true;
}

/* Path of the receipt beside a recording's folder, whose name may be "." or end with a slash; NULL: there is none. */
static char *rs_receipt_path(const char *folder)
{
    char here[4096] = "";
    if (folder[0] != '/' && getcwd(here, sizeof here) == NULL) {
        return NULL;
    }
    char *path = rs_format("%s/%s", here, folder);
    char *end = path;
    for (char *at = path; at != NULL && *at != '\0';) {
        size_t length = strcspn(++at, "/");
        if (length == 2 && memcmp(at, "..", 2) == 0) {
            while (end > path && *--end != '/') {
            }
        } else if (length > 1 || (length == 1 && *at != '.')) {
            *end++ = '/';
            memmove(end, at, length);
            end += length;
        }
        at += length;
    }
    char *receipt = path == NULL ? NULL : rs_format("%.*s.receipt", (int)(end - path), path);
    free(path);
    return receipt;
}

/* Reports the events that the receiver of the recording knows to be missing, and that no lane shows. */
static void rs_missed_by_receiver(ringside_reader *reader)
{
    rs_buffer receipt = {NULL, 0, 0, false};
    int64_t events = 0, before = 0, lost = 0;
    char *path = rs_receipt_path(reader->folder);
    if (path != NULL && rs_read_file(path, RS_RECEIPT_MAX, &receipt) && receipt.length > 0
            && rs_receipt_number(&receipt, "events=", &events) && rs_receipt_number(&receipt, "before=", &before)
            && rs_receipt_number(&receipt, "lost=", &lost)) {
        int64_t missing = rs_subtract(rs_subtract(events, before), reader->events_read);
        missing = rs_subtract(missing < lost ? missing : lost, reader->events_missed);
        rs_lane *lane = missing > 0 && lost > 0 ? rs_lane_of(reader, 0, 0, -1) : NULL;
        if (lane != NULL) {
            rs_missing(reader, lane, missing);
        }
    }
    rs_free(&receipt);
    free(path);
}

/* Reads one more excerpt; what waits up to the watermark is due then. */
static void rs_read_on(ringside_reader *reader)
{
    if (!reader->is_described) {
        rs_describe(reader);
    }
    /* What waited for the end of the session before has been delivered. */
    reader->watermark = reader->watermark == INT64_MAX ? INT64_MIN : reader->watermark;
    int kind = rs_next_excerpt(reader, 0xFE);
    reader->is_marked = reader->is_marked && kind == 0;
    const uint8_t *data = (const uint8_t *)reader->excerpt.bytes;
    size_t length = reader->excerpt.length;
    bool is_sound = true, is_another = false;
    if (kind == 0) {
        reader->has_ended = true;
        reader->watermark = INT64_MAX;
        if (reader->has_session) {
            rs_missed_by_receiver(reader);
        }
        rs_conclude(reader);
    } else if (kind == 1) {
        is_sound = rs_session(reader, data, length, &is_another);
        if (is_sound && is_another && !reader->is_rewritten) {
            reader->watermark = INT64_MAX;
        }
    } else if (kind == 2 || kind == 3 || kind == 6) {
        is_sound = rs_description(reader, kind);
    } else if (kind == 7) {
        is_sound = rs_end(reader, data, length);
    } else if (!reader->has_session) {
        is_sound = false;
    } else {
        is_sound = kind == 4 ? rs_batch(reader, data, length) : rs_checkpoints(reader, data, length);
    }
    if (!is_sound && !reader->has_failed) {
        rs_damage(reader, reader->excerpt_at, "excerpt is damaged");
    }
}

/* Sessions */

#define RS_PAGE_LENGTH 291776
#define RS_PAGE_SCHEMAS 29696
#define RS_PAGE_LOSSES 9216

typedef struct {
    rs_buffer text; /* all keys and values */
    ringside_setting *pairs;
    size_t count;
} rs_row;

static void rs_free_row(rs_row *row)
{
    rs_free(&row->text);
    free(row->pairs);
    memset(row, 0, sizeof *row);
}

static int rs_hex_digit(char c)
{
    const char *digits = "0123456789abcdef";
    const char *at = c == '\0' ? NULL : strchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
    return at == NULL ? -1 : (int)(at - digits);
}

/* Appends what an escape of java.util.Properties stands for; returns the characters that it takes. */
static size_t rs_unescape(rs_buffer *into, const char *at, size_t length)
{
    uint32_t unit = 0;
    if (at[0] == 'u' && length >= 5) {
        for (int i = 1; i <= 4; i++) {
            int digit = rs_hex_digit(at[i]);
            if (digit < 0) {
                return 1;
            }
            unit = unit << 4 | (uint32_t)digit;
        }
        rs_append_character(into, unit >= 0xD800 && unit <= 0xDFFF ? RS_REPLACEMENT : unit);
        return 5;
    }
    rs_append_char(into, at[0] == 'n' ? '\n' : at[0] == 'r' ? '\r' : at[0] == 't' ? '\t' : at[0] == 'f' ? '\f' : at[0]);
    return 1;
}

/* Reads a row: key=value in each line. False if it cannot be read. */
static bool rs_read_row(const char *path, rs_row *row)
{
    rs_buffer file = {NULL, 0, 0, false};
    if (!rs_read_file(path, RS_ROW_MAX, &file)) {
        rs_free(&file);
        return false;
    }
    size_t lines = 1;
    for (size_t i = 0; i < file.length; i++) {
        lines += file.bytes[i] == '\n' ? 1 : 0;
    }
    /* Characters take no more room than their escapes, so texts stay where they are. */
    row->pairs = calloc(lines, sizeof *row->pairs);
    bool done = row->pairs != NULL && rs_room(&row->text, file.length + 4) != NULL;
    row->text.length = 0;
    for (size_t at = 0; done && at < file.length;) {
        const char *line = file.bytes + at;
        const char *end = memchr(line, '\n', file.length - at);
        size_t length = end == NULL ? file.length - at : (size_t)(end - line);
        at += length + 1;
        size_t begin = row->text.length, value = SIZE_MAX;
        for (size_t i = 0; i < length;) {
            if (line[i] == '\\' && i + 1 < length) {
                i += 1 + rs_unescape(&row->text, line + i + 1, length - i - 1);
            } else if (line[i] == '=' && value == SIZE_MAX) {
                value = row->text.length;
                i++;
            } else {
                rs_append_char(&row->text, line[i++]);
            }
        }
        if (value != SIZE_MAX && value > begin && line[0] != '#') {
            row->pairs[row->count].key = rs_text(row->text.bytes + begin, value - begin);
            row->pairs[row->count++].value = rs_text(row->text.bytes + value, row->text.length - value);
        }
    }
    rs_free(&file);
    if (!done) {
        rs_free_row(row);
    }
    return done;
}

static ringside_text rs_property(const rs_row *row, const char *key)
{
    for (size_t i = 0; i < row->count; i++) {
        if (rs_is_equal(row->pairs[i].key, rs_word(key))) {
            return row->pairs[i].value;
        }
    }
    return rs_text(NULL, 0);
}

static bool rs_number(ringside_text text, int64_t *number)
{
    bool is_negative = text.length > 0 && text.bytes[0] == '-';
    uint64_t value = 0;
    if (text.length == (is_negative ? 1u : 0u) || text.length > 20) {
        return false;
    }
    for (size_t i = is_negative ? 1 : 0; i < text.length; i++) {
        unsigned digit = (unsigned)(text.bytes[i] - '0');
        if (digit > 9 || value > ((uint64_t)INT64_MAX - digit) / 10) {
            return false;
        }
        value = 10 * value + digit;
    }
    *number = is_negative ? -(int64_t)value : (int64_t)value;
    return true;
}

static bool rs_hex_name(const char *name, int digits, const char *ending)
{
    for (int i = 0; i < digits; i++) {
        if (!((name[i] >= '0' && name[i] <= '9') || (name[i] >= 'a' && name[i] <= 'f'))) {
            return false;
        }
    }
    return strcmp(name + digits, ending) == 0;
}

static void rs_say(char *error, char *text)
{
    if (error != NULL) {
        snprintf(error, RINGSIDE_ERROR_LENGTH, "%s", text == NULL ? "out of memory" : text);
    }
    free(text);
}

bool ringside_sessions(const char *directory, ringside_session_visit visit, void *context, char *error)
{
    rs_names names = {NULL, 0, 0};
    char *folder = rs_format("%s/v1/rows", directory);
    bool done = folder != NULL && rs_list(folder, ".session", &names);
    if (!done) {
        rs_say(error, rs_format("directory is no trace directory (%s): directory=%s", strerror(errno), directory));
    }
    for (size_t i = 0; i < names.count; i++) {
        if (!rs_hex_name(names.names[i], 16, ".session")) {
            continue;
        }
        char *path = rs_format("%s/%s", folder, names.names[i]);
        rs_row row = {{NULL, 0, 0, false}, NULL, 0};
        ringside_session session;
        memset(&session, 0, sizeof session);
        if (path != NULL && rs_read_row(path, &row)) {
            session.name = rs_property(&row, "name");
            session.state = rs_property(&row, "state");
            bool is_sound = session.name.bytes != NULL && session.state.bytes != NULL
                    && rs_number(rs_property(&row, "id"), &session.id)
                    && rs_number(rs_property(&row, "slot"), &session.slot)
                    && rs_number(rs_property(&row, "start.wallNs"), &session.start_wall_ns)
                    && rs_number(rs_property(&row, "start.monotonicNs"), &session.start_ticks);
            /* Settings replace the other keys. */
            size_t settings = 0;
            for (size_t k = 0; k < row.count; k++) {
                ringside_setting pair = row.pairs[k];
                if (pair.key.length > 8 && memcmp(pair.key.bytes, "setting.", 8) == 0) {
                    pair.key = rs_text(pair.key.bytes + 8, pair.key.length - 8);
                    row.pairs[settings++] = pair;
                }
            }
            session.settings = row.pairs;
            session.setting_count = settings;
            bool has_ended = is_sound && visit(context, &session) != 0;
            rs_free_row(&row);
            if (has_ended) {
                i = names.count;
            }
        }
        free(path);
    }
    rs_free_names(&names);
    free(folder);
    return done;
}

/* A mapped file that is as long as its layout says; false if there is none. */
static bool rs_map_page(ringside_reader *reader, rs_process *process)
{
    char *path = rs_format("%s/processes/%016" PRIx64 "%016" PRIx64 ".page", reader->folder, process->most,
            process->least);
    bool done = path != NULL && rs_map(&process->page, path, "RS-PROCS", RS_PAGE_LENGTH);
    free(path);
    const uint64_t version = RS_VERSION | (uint64_t)RS_PAGE_LENGTH << 32;
    if (done && (rs_load(&process->page, 8) != version || rs_load(&process->page, 16) != 0)) {
        rs_unmap(&process->page);
        return false;
    }
    return done;
}

/* Reads what a process has made known up to now. */
static void rs_refresh(ringside_reader *reader, rs_process *process)
{
    if (process->page.base == NULL && !rs_map_page(reader, process)) {
        return;
    }
    if (!process->is_known) {
        process->pid = rs_load_signed(&process->page, 40);
        process->shift = rs_load_signed(&process->page, 80);
        process->is_known = (rs_load(&process->page, 8) & 0xFFFFFFFF) == RS_VERSION;
    }
    size_t count = rs_load(&process->page, 512) & 0xFFFFFFFF;
    count = count < RS_SCHEMAS_MAX ? count : RS_SCHEMAS_MAX;
    if (count <= process->schema_count) {
        return;
    }
    uint8_t *keys = realloc(process->keys, 24 * count);
    if (keys == NULL) {
        reader->has_failed = true;
        return;
    }
    process->keys = keys;
    for (; process->schema_count < count; process->schema_count++) {
        rs_load_bytes(&process->page, RS_PAGE_SCHEMAS + 64 * process->schema_count,
                keys + 24 * process->schema_count, 24);
    }
}

/* Reads a schema from its file; what cannot be read is remembered as damaged. */
static rs_schema *rs_live_schema(ringside_reader *reader, const uint8_t *key)
{
    char id[40];
    rs_format_uuid(id, rs_u64(key), rs_u64(key + 8));
    char *path = rs_format("%s/providers/%s.%016" PRIx64 ".schema", reader->folder, id, rs_u64(key + 16));
    rs_buffer file = {NULL, 0, 0, false};
    uint8_t *data = NULL;
    size_t length = 0;
    if (path != NULL && rs_read_file(path, RS_SCHEMA_MAX + 256 + 8 * RS_EVENTS_MAX, &file) && file.length >= 256) {
        const uint8_t *head = (const uint8_t *)file.bytes;
        size_t begin = 256 + 8 * (size_t)rs_u32(head + 48);
        length = rs_u32(head + 52);
        if (memcmp(head, "RSSCHEMA", 8) == 0 && memcmp(head + 24, key, 24) == 0 && begin <= file.length
                && length <= file.length - begin && (data = malloc(length + 1)) != NULL) {
            memcpy(data, head + begin, length);
        }
    }
    rs_free(&file);
    free(path);
    if (data == NULL) {
        data = malloc(1);
        length = 0;
    }
    if (data == NULL || !rs_add_schema(reader, key, data, length)) {
        reader->has_failed = true;
        return NULL;
    }
    return rs_find(&reader->schemas, rs_u64(key), rs_u64(key + 8), rs_u64(key + 16));
}

/* Reads what a live process has published since. */
static void rs_read_published(ringside_reader *reader, const rs_process *process, rs_published *published)
{
    char id[40];
    rs_format_uuid(id, published->most, published->least);
    char *path = rs_format("%s/providers/%s.%016" PRIx64 "%016" PRIx64 ".names", reader->folder, id, process->most,
            process->least);
    bool is_sound = !published->is_damaged && path != NULL;
    /* Another file may have the name and the names of the one that is mapped. */
    for (int files = 0; is_sound && files < 2; files++) {
        bool is_new = published->file.base == NULL;
        if (is_new && !rs_map(&published->file, path, "RS-NAMES", 256)) {
            break;
        }
        int64_t end = rs_load_signed(&published->file, 128);
        if (end == -1) {
            rs_unmap(&published->file);
            published->read = 0;
            continue;
        }
        uint8_t head[48], *data = NULL;
        rs_load_bytes(&published->file, 8, head, sizeof head);
        size_t length = (size_t)end - published->read;
        is_sound = rs_u32(head) == RS_VERSION && rs_u32(head + 4) == published->file.length && rs_u64(head + 8) == 0
                && rs_u64(head + 16) == published->most && rs_u64(head + 24) == published->least
                && rs_u64(head + 32) == process->most && rs_u64(head + 40) == process->least
                && end >= (int64_t)published->read && end <= RS_NAMES_BYTES_MAX
                && (uint64_t)end <= published->file.length - 256 && end % 8 == 0;
        if (is_sound && length > 0) {
            data = malloc(length);
            if (data != NULL) {
                rs_load_bytes(&published->file, 256 + published->read, data, length);
            }
            is_sound = data != NULL && rs_add_names(published, data, length);
            published->read = (size_t)end;
            free(data);
        }
        break;
    }
    if (!is_sound && !published->is_damaged) {
        published->is_damaged = true;
        rs_report(reader, rs_format("names are damaged, numbers are shown: file=%s", path == NULL ? "" : path));
    }
    free(path);
}

/* The names that the process of an event has published; NULL if its fields have none. */
static const rs_published *rs_names_of(ringside_reader *reader, rs_process *process, const rs_schema *schema,
        const uint8_t *record)
{
    size_t index = rs_u64(record) >> 48 & 0xFFF;
    if (schema == NULL || !schema->has_tables || process == NULL || index >= process->schema_count) {
        return NULL;
    }
    const uint8_t *key = process->keys + 24 * index;
    rs_published *published = rs_published_of(reader, process, rs_u64(key), rs_u64(key + 8));
    if (published != NULL && reader->is_live) {
        rs_read_published(reader, process, published);
    }
    return published;
}

/* Ledgers */

static size_t rs_entry_of(int index)
{
    return 256 + 640 * (size_t)index;
}

static int64_t rs_lane_word(const rs_ledger *ledger, int index, size_t offset)
{
    return rs_load_signed(&ledger->file, rs_entry_of(index) + offset);
}

static int rs_lane_count(const rs_ledger *ledger)
{
    int32_t count = (int32_t)(uint32_t)(rs_load(&ledger->file, 56) >> 32);
    return count < 0 ? 0 : count < ledger->limit ? count : ledger->limit;
}

static bool rs_check_ledger(const ringside_reader *reader, rs_ledger *ledger, const char *name)
{
    uint8_t head[64];
    char own[48];
    rs_load_bytes(&ledger->file, 0, head, sizeof head);
    ledger->most = rs_u64(head + 16);
    ledger->least = rs_u64(head + 24);
    ledger->limit = rs_i32(head + 40);
    ledger->lane_bytes = rs_i64(head + 48);
    ledger->block = rs_i32(head + 56);
    int64_t quarter = ledger->lane_bytes / 4;
    snprintf(own, sizeof own, "%016" PRIx64 "%016" PRIx64 ".ledger", ledger->most, ledger->least);
    return strcmp(own, name) == 0 && rs_i32(head + 8) == RS_VERSION && rs_i32(head + 12) == 256
            && rs_i64(head + 32) == reader->session_id
            && rs_i32(head + 44) == 4 && ledger->limit >= 1 && ledger->limit <= RS_LANES_MAX
            && ledger->file.length >= rs_entry_of(ledger->limit)
            && (reader->lane_bytes == 0 || ledger->lane_bytes == reader->lane_bytes)
            && ledger->lane_bytes >= RS_LANE_BYTES_MIN
            && ledger->lane_bytes <= RS_LANE_BYTES_MAX && (ledger->lane_bytes & (ledger->lane_bytes - 1)) == 0
            && ledger->block == (quarter < RS_BLOCK_MAX ? quarter : RS_BLOCK_MAX);
}

/* The checkpoint in force: 1, 0 if the lane does not exist, -1 if it cannot be read. */
static int rs_load_checkpoint(const rs_ledger *ledger, int index, rs_checkpoint *checkpoint)
{
    for (int i = 0; i < RS_RETRIES; i++) {
        uint8_t data[96];
        uint64_t sequence = (uint64_t)rs_lane_word(ledger, index, 264);
        if (sequence == 0) {
            return 0;
        }
        rs_load_bytes(&ledger->file, rs_entry_of(index) + 384 + 128 * (sequence & 1), data, sizeof data);
        if ((uint64_t)rs_lane_word(ledger, index, 264) == sequence) {
            return rs_read_checkpoint(data, checkpoint) ? 1 : -1;
        }
    }
    return -1;
}

/* Takes over the name of the lane's thread if it is that of its owner. */
static void rs_load_name(rs_lane *lane)
{
    for (int i = 0; i < RS_RETRIES; i++) {
        uint8_t data[8 + RS_NAME_MAX];
        int64_t word = rs_lane_word(lane->ledger, lane->index, 8);
        rs_load_bytes(&lane->ledger->file, rs_entry_of(lane->index) + 16, data, sizeof data);
        if (rs_lane_word(lane->ledger, lane->index, 8) == word) {
            if ((word & 0xFF) <= RS_NAME_MAX && rs_i64(data) == lane->at.owner) {
                rs_name_thread(lane, data + 8, word & 0xFF);
            }
            return;
        }
    }
}

/* Bytes of a lane that were copied, and the position from which on they are good. */
static bool rs_copy(ringside_reader *reader, const rs_ledger *ledger, int index, int64_t position, size_t length,
        int64_t *good)
{
    int fd = ledger->rings[index / 4] - 1;
    reader->excerpt.length = 0;
    char *into = rs_room(&reader->excerpt, length);
    uint64_t offset = (uint64_t)(index % 4) * (uint64_t)ledger->lane_bytes
            + (uint64_t)(position & (ledger->lane_bytes - 1));
    if (fd < 0 || into == NULL || !rs_read(fd, into, length, offset)) {
        return false;
    }
    /* The words are loaded after the bytes: who has seen a new byte sees the word that gave it up. */
    atomic_thread_fence(memory_order_acquire);
    int64_t head = rs_lane_word(ledger, index, 256), evicted = rs_lane_word(ledger, index, 192);
    int64_t behind_tail = rs_subtract(rs_lane_word(ledger, index, 136), ledger->lane_bytes - 3 * ledger->block);
    int64_t given_up = head > evicted ? head : evicted;
    *good = given_up < behind_tail ? given_up : behind_tail;
    return true;
}

static bool rs_open_ring(ringside_reader *reader, rs_ledger *ledger, int index)
{
    int *ring = &ledger->rings[index / 4];
    if (*ring == 0) {
        char *path = rs_format("%s/%016" PRIx64 "%016" PRIx64 ".%d.ring", reader->session_folder, ledger->most,
                ledger->least, index / 4);
        int fd = path == NULL ? -1 : rs_open(path);
        free(path);
        if (fd < 0) {
            return false;
        }
        *ring = fd + 1;
    }
    ledger->ring_lanes[index / 4]++;
    return true;
}

static void rs_close_ring(rs_ledger *ledger, int index)
{
    if (--ledger->ring_lanes[index / 4] == 0) {
        close(ledger->rings[index / 4] - 1);
        ledger->rings[index / 4] = 0;
    }
}

/* Position, first number and losses of the oldest block in overwrite mode. */
static bool rs_oldest(ringside_reader *reader, const rs_ledger *ledger, int index, int64_t numbers[5])
{
    for (int i = 0; i < RS_RETRIES; i++) {
        int64_t evicted = rs_lane_word(ledger, index, 192), good;
        if (!rs_is_count(evicted) || evicted % ledger->block != 0
                || !rs_copy(reader, ledger, index, evicted, 64, &good)) {
            return false;
        }
        if (evicted < good) {
            continue;
        }
        const uint8_t *header = (const uint8_t *)reader->excerpt.bytes;
        bool is_sound = memcmp(header, "RSBK", 4) == 0 && rs_i64(header + 8) == evicted / ledger->block;
        numbers[0] = evicted;
        for (int k = 0; k < 4; k++) {
            numbers[1 + k] = rs_i64(header + 16 + 8 * k);
            is_sound = is_sound && rs_is_count(numbers[1 + k]);
        }
        return is_sound;
    }
    return false;
}

static void rs_lane_problem(ringside_reader *reader, const rs_ledger *ledger, int index, const char *what)
{
    rs_report(reader, rs_format("lane cannot be read (%s): incarnation=%016" PRIx64 "%016" PRIx64 ", lane=%d", what,
            ledger->most, ledger->least, index));
}

static void rs_end_lane(rs_lane *lane)
{
    lane->is_read = true;
    rs_close_ring(lane->ledger, lane->index);
}

/* Reports a lane that cannot be read on, and the events in it that nobody will read here. */
static void rs_give_up(ringside_reader *reader, rs_lane *lane, const char *what)
{
    uint64_t counts[RINGSIDE_FATES] = {0};
    int64_t rest = rs_subtract(rs_lane_word(lane->ledger, lane->index, 128), lane->at.next);
    counts[RINGSIDE_CORRUPT] = rs_is_count(rest) ? (uint64_t)rest : 0;
    /* Its drain removes a ring when everything was taken out of it. */
    if (what != NULL || rest > 0) {
        rs_lane_problem(reader, lane->ledger, lane->index, what == NULL ? strerror(ENOENT) : what);
    }
    rs_gap(reader, lane, counts, 0, 0);
}

/* Reports losses after the last record, which only the ledger has. */
static void rs_read_losses(ringside_reader *reader, rs_lane *lane)
{
    static const size_t offsets[3] = {144, 152, 160};
    int64_t lost[3], times[2], next = lane->at.next;
    bool is_stable = true;
    for (int i = 0; i < 3; i++) {
        lost[i] = rs_lane_word(lane->ledger, lane->index, offsets[i]);
        if (!rs_is_count(lost[i])) {
            return;
        }
        next += lost[i] - lane->at.counts[RS_COUNT_FULL + i];
    }
    times[0] = rs_lane_word(lane->ledger, lane->index, 176);
    times[1] = rs_lane_word(lane->ledger, lane->index, 184);
    if (rs_lane_word(lane->ledger, lane->index, 136) != lane->at.position || next <= lane->at.next) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        is_stable = is_stable && lost[i] == rs_lane_word(lane->ledger, lane->index, offsets[i]);
    }
    if (is_stable) {
        rs_advance(reader, lane, next, lost, RINGSIDE_CORRUPT, times[0], times[1]);
    }
}

/* Reads the rest of a block of a lane, and what the ledger says after the last one. */
static void rs_read_lane(ringside_reader *reader, rs_lane *lane)
{
    rs_ledger *ledger = lane->ledger;
    ringside_fate rest = RINGSIDE_CORRUPT;
    reader->block = ledger->block;
    for (int i = 0; i < RS_RETRIES; i++) {
        int64_t position = lane->at.position, good;
        if (position >= lane->tail) {
            if (rest != RINGSIDE_BEHIND) {
                rs_read_losses(reader, lane);
                rs_end_lane(lane);
                return;
            }
            /* All of it was overwritten: the next block that is good says how many events that were. */
            lane->tail = rs_lane_word(ledger, lane->index, 136);
            if (position >= lane->tail) {
                continue;
            }
        }
        int64_t to_end = ledger->block - position % ledger->block, left = lane->tail - position;
        size_t length = (size_t)(left < to_end ? left : to_end);
        if (!rs_copy(reader, ledger, lane->index, position, length, &good)) {
            rs_give_up(reader, lane, "its ring is cut");
            rs_end_lane(lane);
            return;
        }
        if (position >= good) {
            if (left > ledger->lane_bytes) {
                rs_give_up(reader, lane, "its tail is ahead of its blocks");
                rs_end_lane(lane);
                return;
            }
            rs_walk(reader, lane, (const uint8_t *)reader->excerpt.bytes, length, position, rest,
                    rs_lane_word(ledger, lane->index, 128));
            lane->at.position = position + (int64_t)length;
            return;
        }
        if (!rs_is_count(good)) {
            break;
        }
        lane->at.position = (good + ledger->block - 1) / ledger->block * ledger->block;
        lane->at.is_damaged = true;
        rest = RINGSIDE_BEHIND;
    }
    rs_give_up(reader, lane, "it is overwritten faster than it is read");
    rs_end_lane(lane);
}

/* Begins to read a lane where its drain is, and in overwrite mode at its oldest block. */
static void rs_begin_lane(ringside_reader *reader, rs_ledger *ledger, int index)
{
    rs_lane *lane = rs_lane_of(reader, ledger->most, ledger->least, index);
    if (lane == NULL) {
        return;
    }
    lane->ledger = ledger;
    lane->process = ledger->process;
    lane->is_read = true;
    rs_checkpoint checkpoint;
    int found = rs_load_checkpoint(ledger, index, &checkpoint);
    if (found < 0 || (found > 0 && checkpoint.position % 8 != 0)) {
        rs_give_up(reader, lane, "its checkpoint is damaged");
        return;
    }
    if (found > 0) {
        rs_restart(lane, &checkpoint);
    }
    rs_load_name(lane);
    lane->tail = rs_lane_word(ledger, index, 136);
    if (!rs_is_count(lane->tail) || lane->tail % 8 != 0 || lane->tail < lane->at.position - 2 * RS_BLOCK_MAX) {
        rs_give_up(reader, lane, "its tail is damaged");
        return;
    }
    if (lane->tail == lane->at.position && rs_lane_word(ledger, index, 192) <= lane->at.position) {
        rs_read_losses(reader, lane);
        return;
    }
    if (!rs_open_ring(reader, ledger, index)) {
        rs_give_up(reader, lane, errno == ENOENT ? NULL : strerror(errno));
        return;
    }
    lane->is_read = false;
    if (rs_lane_word(ledger, index, 192) > lane->at.position) {
        int64_t oldest[5];
        if (!rs_oldest(reader, ledger, index, oldest)) {
            rs_give_up(reader, lane, "its oldest block is damaged");
            rs_end_lane(lane);
            return;
        }
        lane->at.position = oldest[0];
        lane->at.next = oldest[1];
        memcpy(&lane->at.counts[RS_COUNT_FULL], oldest + 2, 3 * sizeof oldest[0]);
    }
}

/* Losses without a lane, from the process page: counts, and the earliest and latest time. */
static bool rs_load_lane_less(const ringside_reader *reader, const rs_process *process, bool only_unreported,
        uint64_t counts[2], int64_t times[2])
{
    int64_t slot = reader->session_slot;
    if (process->page.base == NULL || slot < 0 || slot >= RS_SLOTS) {
        return false;
    }
    size_t begin = RS_PAGE_LOSSES + 320 * (size_t)slot;
    if (rs_load_signed(&process->page, begin) != reader->session_id) {
        return false;
    }
    counts[0] = counts[1] = 0;
    times[0] = times[1] = 0;
    for (size_t tally = begin + 64; tally < begin + 320; tally += 32) {
        uint64_t no_lane = rs_load(&process->page, tally), not_attached = rs_load(&process->page, tally + 8);
        int64_t first = rs_load_signed(&process->page, tally + 16), last = rs_load_signed(&process->page, tally + 24);
        if (no_lane != 0 || not_attached != 0) {
            bool is_first = counts[0] == 0 && counts[1] == 0;
            times[0] = is_first || first < times[0] ? first : times[0];
            times[1] = is_first || last > times[1] ? last : times[1];
        }
        counts[0] += no_lane;
        counts[1] += not_attached;
    }
    for (int i = 0; i < 2; i++) {
        uint64_t reported = only_unreported ? rs_load(&process->page, begin + 8 + 8 * (size_t)i) : 0;
        counts[i] = counts[i] > reported ? counts[i] - reported : 0;
    }
    return true;
}

static void rs_free_ledger(rs_ledger *ledger)
{
    for (int i = 0; i < RS_LANES_MAX / 4; i++) {
        if (ledger->rings[i] != 0) {
            close(ledger->rings[i] - 1);
        }
    }
    rs_unmap(&ledger->file);
    free(ledger);
}

/* Maps a ledger; NULL if it is gone or cannot be read. */
static rs_ledger *rs_open_ledger(ringside_reader *reader, const char *name)
{
    char *path = rs_format("%s/%s", reader->session_folder, name);
    rs_ledger *ledger = calloc(1, sizeof *ledger);
    if (path == NULL || ledger == NULL) {
        reader->has_failed = true;
    } else if (!rs_map(&ledger->file, path, "RS-LEDGR", 256)) {
        if (errno != ENOENT) {
            rs_report(reader, rs_format("ledger cannot be read (%s): file=%s", strerror(errno), path));
        }
    } else if (!rs_check_ledger(reader, ledger, name)) {
        rs_report(reader, rs_format("ledger is damaged or of another version: file=%s", path));
    } else if ((ledger->process = rs_process_of(reader, ledger->most, ledger->least)) == NULL) {
        reader->has_failed = true;
    } else {
        rs_refresh(reader, ledger->process);
        free(path);
        return ledger;
    }
    free(path);
    if (ledger != NULL) {
        rs_free_ledger(ledger);
    }
    return NULL;
}

static void rs_open_ledgers(ringside_reader *reader)
{
    rs_names names = {NULL, 0, 0};
    if (reader->ledgers != NULL) {
        return;
    }
    if (!rs_list(reader->session_folder, ".ledger", &names)) {
        if (errno != ENOENT) {
            rs_report(reader, rs_format("session cannot be read (%s): folder=%s", strerror(errno),
                    reader->session_folder));
        }
        return;
    }
    reader->ledgers = calloc(names.count + 1, sizeof(rs_ledger *));
    reader->has_failed = reader->has_failed || reader->ledgers == NULL;
    for (size_t i = 0; reader->ledgers != NULL && i < names.count; i++) {
        rs_ledger *ledger = rs_hex_name(names.names[i], 32, ".ledger") ? rs_open_ledger(reader, names.names[i]) : NULL;
        if (ledger != NULL) {
            reader->ledgers[reader->ledger_count++] = ledger;
        }
    }
    rs_free_names(&names);
}

/* Reads blocks of a lane until a row waits or all of it is read. */
static void rs_fill(ringside_reader *reader, rs_lane *lane)
{
    while (!lane->is_waiting && lane->begin == lane->end && lane->ledger != NULL && !lane->is_read
            && !reader->has_failed) {
        rs_read_lane(reader, lane);
    }
}

/* Begins with all lanes, and reads ahead what memory is there for, as writers may overwrite it. */
static void rs_scan(ringside_reader *reader)
{
    rs_open_ledgers(reader);
    for (size_t i = 0; i < reader->ledger_count; i++) {
        rs_ledger *ledger = reader->ledgers[i];
        uint64_t counts[2];
        int64_t times[2];
        for (int index = rs_lane_count(ledger) - 1; index >= 0; index--) {
            rs_begin_lane(reader, ledger, index);
        }
        if (rs_load_lane_less(reader, ledger->process, true, counts, times)) {
            for (int k = 0; k < 2; k++) {
                rs_lane_less(reader, ledger->most, ledger->least, RINGSIDE_NO_LANE + (uint32_t)k, counts[k], times[0],
                        times[1]);
            }
        }
    }
    for (rs_lane *lane = reader->all_lanes; lane != NULL; lane = lane->next) {
        while (lane->ledger != NULL && !lane->is_read && reader->pending < RS_EAGER_MAX && !reader->has_failed) {
            rs_read_lane(reader, lane);
        }
        rs_fill(reader, lane);
    }
    reader->is_scanned = true;
    reader->has_ended = true;
    reader->watermark = INT64_MAX;
}

/* Events that newer ones replaced since the checkpoint; false if that cannot be read. */
static bool rs_load_evicted(ringside_reader *reader, rs_ledger *ledger, int index, const rs_checkpoint *checkpoint,
        uint64_t *evicted)
{
    int64_t oldest[5];
    *evicted = 0;
    if (rs_lane_word(ledger, index, 192) <= checkpoint->position) {
        return true;
    }
    if (!rs_open_ring(reader, ledger, index)) {
        return false;
    }
    bool is_sound = rs_oldest(reader, ledger, index, oldest);
    rs_close_ring(ledger, index);
    if (is_sound) {
        *evicted = (uint64_t)(oldest[1] - checkpoint->next);
        for (int i = 0; i < 3; i++) {
            *evicted -= (uint64_t)(oldest[2 + i] - checkpoint->counts[RS_COUNT_FULL + i]);
        }
    }
    return is_sound;
}

static void rs_add_lane(ringside_reader *reader, rs_ledger *ledger, int index, ringside_totals *totals)
{
    rs_checkpoint checkpoint;
    uint64_t evicted;
    int found = rs_load_checkpoint(ledger, index, &checkpoint);
    if (found < 0) {
        rs_lane_problem(reader, ledger, index, "its checkpoint is damaged");
    } else if (found > 0 && !rs_load_evicted(reader, ledger, index, &checkpoint, &evicted)) {
        rs_lane_problem(reader, ledger, index, "its oldest block is damaged");
    } else if (found > 0) {
        totals->wanted += (uint64_t)rs_lane_word(ledger, index, 128);
        int64_t sampled_out = rs_lane_word(ledger, index, 200), over_limit = rs_lane_word(ledger, index, 208);
        totals->sampled_out += sampled_out > 0 ? (uint64_t)sampled_out : 0;
        totals->over_limit += over_limit > 0 ? (uint64_t)over_limit : 0;
        totals->delivered += (uint64_t)checkpoint.counts[RS_DELIVERED];
        totals->overwritten += (uint64_t)checkpoint.counts[RS_COUNT_OVERWRITTEN] + evicted;
        totals->lost[RINGSIDE_FULL] += (uint64_t)rs_lane_word(ledger, index, 144);
        totals->lost[RINGSIDE_TOO_LARGE] += (uint64_t)rs_lane_word(ledger, index, 152);
        totals->lost[RINGSIDE_ERROR] += (uint64_t)rs_lane_word(ledger, index, 160);
        totals->lost[RINGSIDE_CORRUPT] += (uint64_t)checkpoint.counts[RS_COUNT_CORRUPT];
        totals->lost[RINGSIDE_DISCARDED] += (uint64_t)checkpoint.counts[RS_COUNT_DISCARDED];
        totals->lost[RINGSIDE_ABANDONED] += (uint64_t)checkpoint.counts[RS_COUNT_ABANDONED];
    }
}

void ringside_ledger(ringside_reader *peek, ringside_totals *totals)
{
    memset(totals, 0, sizeof *totals);
    totals->id = peek->session_id;
    if (!peek->is_live) {
        return;
    }
    rs_open_ledgers(peek);
    rs_row folded = {{NULL, 0, 0, false}, NULL, 0};
    char *path = rs_format("%s/folded", peek->session_folder);
    int64_t number;
    if (path != NULL && rs_read_row(path, &folded)) {
        totals->wanted = rs_number(rs_property(&folded, "wanted"), &number) ? (uint64_t)number : 0;
        totals->delivered = rs_number(rs_property(&folded, "delivered"), &number) ? (uint64_t)number : 0;
        totals->overwritten = rs_number(rs_property(&folded, "overwritten"), &number) ? (uint64_t)number : 0;
        totals->sampled_out = rs_number(rs_property(&folded, "sampledOut"), &number) ? (uint64_t)number : 0;
        totals->over_limit = rs_number(rs_property(&folded, "overLimit"), &number) ? (uint64_t)number : 0;
        for (int i = 0; i <= RINGSIDE_DISCARDED; i++) {
            char key[32];
            snprintf(key, sizeof key, "lost.%s", ringside_fate_name((ringside_fate)i));
            totals->lost[i] = rs_number(rs_property(&folded, key), &number) ? (uint64_t)number : 0;
        }
    }
    free(path);
    ringside_text incarnations = rs_property(&folded, "incarnations");
    for (size_t i = 0; i < peek->ledger_count; i++) {
        rs_ledger *ledger = peek->ledgers[i];
        char own[40];
        snprintf(own, sizeof own, "%016" PRIx64 "%016" PRIx64, ledger->most, ledger->least);
        bool is_folded = false;
        for (size_t at = 0; !is_folded && at + 32 <= incarnations.length; at += 33) {
            is_folded = memcmp(incarnations.bytes + at, own, 32) == 0;
        }
        if (is_folded) {
            continue;
        }
        for (int index = 0; index < rs_lane_count(ledger); index++) {
            rs_add_lane(peek, ledger, index, totals);
        }
        uint64_t counts[2];
        int64_t times[2];
        if (rs_load_lane_less(peek, ledger->process, false, counts, times)) {
            totals->wanted += counts[0] + counts[1];
            totals->lost[RINGSIDE_NO_LANE] += counts[0];
            totals->lost[RINGSIDE_NOT_ATTACHED] += counts[1];
        }
    }
    rs_free_row(&folded);
}

/* Payloads */

typedef struct {
    rs_buffer *scratch;
    const uint8_t *data;
    size_t length, at;
    const rs_published *names;
    int64_t ticks;
    unsigned empty_values;
    int scale; /* of the field that is decoded; -1: there should be one */
    const ringside_field *truncated;
    ringside_visit visit;
    void *context;
    int result; /* of the visit; anything but 0 ends decoding */
} rs_payload;

/* All of it decoded up to now, and go on? */
static bool rs_emit(rs_payload *payload, const ringside_field *field, ringside_kind kind, int64_t number, double real,
        ringside_text text)
{
    ringside_value value = {kind, number, real, text, kind == RINGSIDE_IS_DECIMAL ? payload->scale : 0};
    payload->result = payload->visit(payload->context, field, &value);
    return payload->result == 0;
}

static const uint8_t *rs_take_value(rs_payload *payload, const ringside_field *field, size_t length)
{
    if (length > payload->length - payload->at) {
        payload->truncated = field;
        return NULL;
    }
    const uint8_t *at = payload->data + payload->at;
    payload->at += length;
    return at;
}

static bool rs_emit_word(rs_payload *payload, const ringside_field *field, int64_t number)
{
    return rs_emit(payload, field, RINGSIDE_IS_WORD, number, 0, rs_content(payload->scratch));
}

/* The name of a number, or its bits; false if it has none. */
static bool rs_name_number(rs_payload *payload, const ringside_field *field, int64_t number, uint64_t bits)
{
    if (field->value_count == 0) {
        const rs_named *named = payload->names == NULL ? NULL
                : rs_find_named(payload->names, field->table, false, number, payload->ticks);
        if (named != NULL) {
            rs_append_text(payload->scratch, named->name);
        }
        return named != NULL;
    }
    size_t low = 0, high = field->value_count;
    if (!field->are_bits) {
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (field->values[middle].value < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == field->value_count || field->values[low].value != number) {
            return false;
        }
        rs_append_text(payload->scratch, field->values[low].name);
        return true;
    }
    uint64_t rest = bits;
    for (size_t i = 0; i < field->value_count; i++) {
        uint64_t value = (uint64_t)field->values[i].value;
        if (value == 0 ? bits == 0 : (bits & value) == value) {
            if (payload->scratch->length > 0) {
                rs_append_char(payload->scratch, '|');
            }
            rs_append_text(payload->scratch, field->values[i].name);
            rest &= ~value;
        }
    }
    if (rest != 0) {
        rs_append_format(payload->scratch, payload->scratch->length > 0 ? "|0x%" PRIx64 : "0x%" PRIx64, rest);
    }
    return payload->scratch->length > 0;
}

static bool rs_emit_number(rs_payload *payload, const ringside_field *field, int64_t number, uint64_t bits)
{
    int unused = 64 - 8 * (int)rs_size(field->type);
    bool is_unsigned = field->type >= RINGSIDE_UINT8;
    payload->scratch->length = 0;
    if (field->values != NULL && rs_name_number(payload, field, number, bits)) {
        return rs_emit(payload, field, RINGSIDE_IS_TEXT, number, 0, rs_content(payload->scratch));
    }
    payload->scratch->length = 0;
    if (payload->scale < 0) {
        rs_append_format(payload->scratch, is_unsigned ? "%" PRIu64 " (no scale)" : "%" PRId64 " (no scale)", number);
        return rs_emit(payload, field, RINGSIDE_IS_TEXT, number, 0, rs_content(payload->scratch));
    }
    if (payload->scale > 0) {
        uint64_t magnitude = !is_unsigned && number < 0 ? 0 - (uint64_t)number : (uint64_t)number, power = 1;
        for (int i = 0; i < payload->scale; i++) {
            power *= 10;
        }
        rs_append_format(payload->scratch, "%s%" PRIu64 ".%0*" PRIu64, !is_unsigned && number < 0 ? "-" : "",
                magnitude / power, payload->scale, magnitude % power);
        return rs_emit(payload, field, RINGSIDE_IS_DECIMAL, number, 0, rs_content(payload->scratch));
    }
    switch (field->out_type) {
        case 1:
            rs_append_character(payload->scratch, bits >= 0xD800 && bits <= 0xDFFF ? RS_REPLACEMENT : bits & 0xFFFF);
            return rs_emit(payload, field, RINGSIDE_IS_TEXT, number, 0, rs_content(payload->scratch));
        case 3: case 5: case 7: case 9: {
            uint64_t sign = UINT64_C(1) << (63 - unused);
            return rs_emit(payload, field, RINGSIDE_IS_SIGNED, (int64_t)((bits ^ sign) - sign), 0, rs_text(NULL, 0));
        }
        case 4: case 6: case 8: case 10: case 20: case 21: case 30:
            return rs_emit(payload, field, RINGSIDE_IS_UNSIGNED, (int64_t)bits, 0, rs_text(NULL, 0));
        case 13:
            return rs_emit(payload, field, RINGSIDE_IS_BOOLEAN, number != 0, 0, rs_text(NULL, 0));
        case 16: case 17: case 18: case 19: case 29: case 31: case 32: case 37:
            rs_append_format(payload->scratch, "0x%" PRIx64, bits);
            return rs_emit_word(payload, field, number);
        case 23: {
            uint8_t bytes[4] = {(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16), (uint8_t)(bits >> 24)};
            rs_append_ipv4(payload->scratch, bytes);
            return rs_emit_word(payload, field, number);
        }
        default:
            if (field->type >= RINGSIDE_POINTER) {
                rs_append_format(payload->scratch, "0x%" PRIx64, bits);
                return rs_emit_word(payload, field, number);
            }
            return rs_emit(payload, field, is_unsigned ? RINGSIDE_IS_UNSIGNED : RINGSIDE_IS_SIGNED, number, 0,
                    rs_text(NULL, 0));
    }
}

static bool rs_whole(rs_payload *payload, const ringside_field *field, int64_t *known)
{
    size_t size = rs_size(field->type);
    const uint8_t *at = rs_take_value(payload, field, size);
    if (at == NULL) {
        return false;
    }
    uint64_t bits = field->out_type == 22 ? (uint64_t)at[0] << 8 | at[size - 1] : rs_get(at, (int)size);
    int64_t number = (int64_t)bits;
    if (field->type <= RINGSIDE_INT64 && size < 8) {
        uint64_t sign = UINT64_C(1) << (8 * size - 1);
        number = (int64_t)((bits ^ sign) - sign);
    }
    if (known != NULL) {
        *known = number;
    }
    return rs_emit_number(payload, field, number, bits);
}

static bool rs_emit_real(rs_payload *payload, const ringside_field *field, double value, bool is_float)
{
    if (isfinite(value)) {
        return rs_emit(payload, field, is_float ? RINGSIDE_IS_FLOAT : RINGSIDE_IS_DOUBLE, 0, value, rs_text(NULL, 0));
    }
    ringside_text word = rs_word(isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
    return rs_emit(payload, field, RINGSIDE_IS_WORD, 0, value, word);
}

static bool rs_other(rs_payload *payload, const ringside_field *field)
{
    const uint8_t *at = rs_take_value(payload, field, rs_size(field->type));
    char id[40];
    if (at == NULL) {
        return false;
    }
    payload->scratch->length = 0;
    switch (field->type) {
        case RINGSIDE_FLOAT: {
            uint32_t bits = rs_u32(at);
            float value;
            memcpy(&value, &bits, sizeof value);
            return rs_emit_real(payload, field, value, true);
        }
        case RINGSIDE_DOUBLE: {
            uint64_t bits = rs_u64(at);
            double value;
            memcpy(&value, &bits, sizeof value);
            return rs_emit_real(payload, field, value, false);
        }
        case RINGSIDE_BOOLEAN:
            return rs_emit(payload, field, RINGSIDE_IS_BOOLEAN, at[0] != 0, 0, rs_text(NULL, 0));
        case RINGSIDE_BOOLEAN32:
            return rs_emit(payload, field, RINGSIDE_IS_BOOLEAN, rs_u32(at) != 0, 0, rs_text(NULL, 0));
        case RINGSIDE_UUID:
            rs_format_uuid(id, rs_u64(at), rs_u64(at + 8));
            rs_append_word(payload->scratch, id);
            return rs_emit_word(payload, field, 0);
        case RINGSIDE_GUID: {
            uint64_t least = 0;
            for (int i = 8; i < 16; i++) {
                least = least << 8 | at[i];
            }
            rs_format_uuid(id, (uint64_t)rs_u32(at) << 32 | (uint64_t)rs_u16(at + 4) << 16 | rs_u16(at + 6), least);
            rs_append_word(payload->scratch, id);
            return rs_emit_word(payload, field, 0);
        }
        case RINGSIDE_TIMESTAMP:
            if (field->out_type == 0) {
                return rs_emit(payload, field, RINGSIDE_IS_TIME, rs_i64(at), 0, rs_text(NULL, 0));
            }
            rs_append_iso_ns(payload->scratch, rs_i64(at));
            return rs_emit_word(payload, field, rs_i64(at));
        case RINGSIDE_FILETIME: {
            uint64_t units = rs_u64(at);
            rs_append_iso(payload->scratch, (int64_t)(units / 10000000) - INT64_C(11644473600),
                    (int)(units % 10000000) * 100);
            return rs_emit_word(payload, field, (int64_t)units);
        }
        case RINGSIDE_IPV4:
            rs_append_ipv4(payload->scratch, at);
            return rs_emit_word(payload, field, 0);
        default:
            rs_append_ipv6(payload->scratch, at);
            return rs_emit_word(payload, field, 0);
    }
}

/* Does a text match? A pattern may contain one star, which matches any characters. */
static bool rs_matches(ringside_text pattern, ringside_text text)
{
    const char *star = pattern.length == 0 ? NULL : memchr(pattern.bytes, '*', pattern.length);
    if (star == NULL) {
        return rs_is_equal(pattern, text);
    }
    size_t before = (size_t)(star - pattern.bytes), after = pattern.length - before - 1;
    return text.length >= before + after && memcmp(text.bytes, pattern.bytes, before) == 0
            && memcmp(text.bytes + text.length - after, star + 1, after) == 0;
}

static bool rs_emit_text(rs_payload *payload, const ringside_field *field, const uint8_t *at, size_t length)
{
    ringside_text text;
    if (rs_is_wide(field->type)) {
        payload->scratch->length = 0;
        rs_append_wide(payload->scratch, at, length);
        text = rs_content(payload->scratch);
    } else {
        text = rs_well_formed(payload->scratch, at, length);
    }
    for (size_t i = 0; i < field->pattern_count; i++) {
        if (rs_matches(field->patterns[i].pattern, text)) {
            return rs_emit(payload, field, RINGSIDE_IS_TEXT, 0, 0, field->patterns[i].name);
        }
    }
    return rs_emit(payload, field, RINGSIDE_IS_TEXT, 0, 0, text);
}

static bool rs_emit_bytes(rs_payload *payload, const ringside_field *field, const uint8_t *at, size_t length)
{
    payload->scratch->length = 0;
    if (field->out_type == 24 && length == 16) {
        rs_append_ipv6(payload->scratch, at);
        return rs_emit_word(payload, field, 0);
    }
    if (field->out_type == 25 && length >= 8) {
        uint32_t family = rs_u16(at);
        unsigned port = (unsigned)at[2] << 8 | at[3];
        if (family == 2) {
            rs_append_ipv4(payload->scratch, at + 4);
            rs_append_format(payload->scratch, ":%u", port);
            return rs_emit_word(payload, field, 0);
        }
        if ((family == 10 || family == 23) && length >= 24) {
            rs_append_char(payload->scratch, '[');
            rs_append_ipv6(payload->scratch, at + 8);
            rs_append_format(payload->scratch, "]:%u", port);
            return rs_emit_word(payload, field, 0);
        }
    }
    if (field->out_type == 1 || field->out_type == 28 || field->out_type == 34 || field->out_type == 35) {
        return rs_emit(payload, field, RINGSIDE_IS_TEXT, 0, 0, rs_well_formed(payload->scratch, at, length));
    }
    return rs_emit(payload, field, RINGSIDE_IS_BYTES, 0, 0, rs_text(at, length));
}

/* Bytes before the first zero of one or two bytes, or all of them. */
static size_t rs_before_zero(const uint8_t *at, size_t length, size_t unit)
{
    for (size_t i = 0; i + unit <= length; i += unit) {
        if (at[i] == 0 && at[i + unit - 1] == 0) {
            return i;
        }
    }
    return length;
}

/* A text or bytes; `sized` is the length that schema or payload say, in units, or -1. */
static bool rs_varying(rs_payload *payload, const ringside_field *field, int64_t sized)
{
    size_t unit = rs_is_wide(field->type) ? 2 : 1, length;
    const uint8_t *at;
    if (sized >= 0) {
        if (sized == 0 && field->type == RINGSIDE_BINARY && field->out_type == 24) {
            sized = 16;
        }
        if (sized == 0 && ++payload->empty_values > RS_EMPTY_MAX) {
            payload->truncated = field;
            return false;
        }
        length = sized > INT32_MAX ? SIZE_MAX : (size_t)sized * unit;
        at = rs_take_value(payload, field, length);
        if (at != NULL && field->type != RINGSIDE_BINARY) {
            length = rs_before_zero(at, length, unit);
        }
    } else if (rs_is_terminated(field->type)) {
        size_t left = payload->length - payload->at;
        at = rs_take_value(payload, field, left == 0 ? 1 : 0);
        length = at == NULL ? 0 : rs_before_zero(at, left, unit);
        payload->at += length + unit < left ? length + unit : left;
        length = length / unit * unit;
    } else {
        size_t begin = payload->at;
        at = rs_take_value(payload, field, 2);
        length = at == NULL ? 0 : rs_u16(at);
        at = at == NULL ? NULL : rs_take_value(payload, field, length);
        payload->at = at == NULL ? begin : payload->at;
    }
    if (at == NULL) {
        return false;
    }
    return field->type == RINGSIDE_BINARY ? rs_emit_bytes(payload, field, at, length)
            : rs_emit_text(payload, field, at, length);
}

static bool rs_group(rs_payload *payload, const ringside_field *fields, size_t count);

static bool rs_single(rs_payload *payload, const ringside_field *field, int64_t sized, int64_t *known)
{
    if (field->type == RINGSIDE_STRUCT) {
        if (!rs_emit(payload, field, RINGSIDE_BEGINS_STRUCT, 0, 0, rs_text(NULL, 0))) {
            return false;
        }
        bool is_whole = rs_group(payload, field->members, field->member_count);
        return payload->result == 0 && rs_emit(payload, field, RINGSIDE_ENDS, 0, 0, rs_text(NULL, 0)) && is_whole;
    }
    if (rs_is_whole(field->type)) {
        return rs_whole(payload, field, known);
    }
    return rs_varies(field->type) ? rs_varying(payload, field, sized) : rs_other(payload, field);
}

/* The scale that a field gives to others; -1 if it gives none. */
static int rs_given_scale(const rs_payload *payload, const ringside_field *giving, int64_t number)
{
    if (giving->table.bytes == NULL) {
        return number >= 0 && number <= RS_SCALE_MAX ? (int)number : -1;
    }
    const rs_named *named = payload->names == NULL ? NULL
            : rs_find_named(payload->names, giving->table, true, number, payload->ticks);
    return named == NULL ? -1 : named->scale;
}

/* Decodes fields; false if the payload ended before, or the visit wants no more. */
static bool rs_group(rs_payload *payload, const ringside_field *fields, size_t count)
{
    int64_t known[RS_FIELDS_MAX];
    for (size_t i = 0; i < count; i++) {
        const ringside_field *field = &fields[i];
        int64_t sized = field->length, elements = field->count;
        known[i] = 0;
        payload->scale = field->scaled_by < 0 ? field->scale
                : rs_given_scale(payload, &fields[field->scaled_by], known[field->scaled_by]);
        if (field->sized_by >= 0) {
            sized = known[field->sized_by];
            if (sized < 0) {
                payload->truncated = field;
                return false;
            }
        }
        if (field->shape == 0) {
            if (!rs_single(payload, field, sized, &known[i])) {
                return false;
            }
            continue;
        }
        if (field->shape == 2) {
            elements = known[field->count];
        } else if (field->shape == 3) {
            const uint8_t *at = rs_take_value(payload, field, 2);
            elements = at == NULL ? -1 : (int64_t)rs_u16(at);
        }
        if (elements < 0) {
            payload->truncated = field;
            return false;
        }
        if (!rs_emit(payload, field, RINGSIDE_BEGINS_ARRAY, elements, 0, rs_text(NULL, 0))) {
            return false;
        }
        /* Each element takes a byte or is counted as empty, so a count that lies ends with the payload. */
        bool is_whole = true;
        for (int64_t k = 0; is_whole && k < elements; k++) {
            is_whole = rs_single(payload, field, sized, NULL);
        }
        if (payload->result != 0 || !rs_emit(payload, field, RINGSIDE_ENDS, 0, 0, rs_text(NULL, 0)) || !is_whole) {
            return false;
        }
    }
    return true;
}

int ringside_decode(ringside_reader *reader, const ringside_event *event, ringside_visit visit, void *context)
{
    if (event->schema == NULL) {
        return 0;
    }
    rs_payload payload = {&reader->scratch, event->payload, event->payload_length, 0, event->names, event->ticks, 0, 0,
        NULL, visit, context, 0};
    rs_group(&payload, event->schema->fields, event->schema->field_count);
    ringside_text rest = rs_text(payload.data + payload.at, payload.length - payload.at);
    if (payload.result == 0 && payload.truncated != NULL) {
        rs_emit(&payload, payload.truncated, RINGSIDE_TRUNCATED, 0, 0, rs_text(NULL, 0));
    }
    if (payload.result == 0 && rest.length > 0) {
        rs_emit(&payload, NULL, RINGSIDE_UNREAD, 0, 0, rest);
    }
    return payload.result;
}

typedef struct {
    ringside_text name;
    int depth;
    ringside_value *value;
} rs_search;

static int rs_search_visit(void *context, const ringside_field *field, const ringside_value *value)
{
    rs_search *search = context;
    if (value->kind == RINGSIDE_BEGINS_STRUCT || value->kind == RINGSIDE_BEGINS_ARRAY) {
        search->depth++;
    } else if (value->kind == RINGSIDE_ENDS) {
        search->depth--;
    } else if (value->kind < RINGSIDE_BEGINS_STRUCT && search->depth == 0 && rs_is_equal(field->name, search->name)) {
        *search->value = *value;
        return 1;
    }
    return 0;
}

bool ringside_find(ringside_reader *reader, const ringside_event *event, const char *name, ringside_value *value)
{
    rs_search search = {rs_word(name), 0, value};
    return ringside_decode(reader, event, rs_search_visit, &search) != 0;
}

/* Printing */

/* Prints values as JSON, or in the form that messages have. */
typedef struct {
    rs_buffer *out;
    bool is_message;
    int depth;
    bool is_array[2 * RS_DEPTH_MAX + 2];
    bool is_first;
    size_t begins[RS_FIELDS_MAX + 1]; /* of the values of a message */
    size_t count;
} rs_printer;

/* Is a text within a message clear without quotes? */
static bool rs_is_clear(ringside_text text)
{
    size_t taken;
    for (size_t at = 0; at < text.length; at += taken) {
        uint32_t c = rs_character((const uint8_t *)text.bytes + at, text.length - at, &taken);
        if (!rs_is_plain(c) || (c < 0x80 && strchr(" =,[]{}", (int)c) != NULL)) {
            return false;
        }
    }
    return text.length > 0;
}

static void rs_print_name(rs_printer *printer, ringside_text name)
{
    bool is_element = printer->is_array[printer->depth];
    if (printer->is_message && printer->depth == 0) {
        if (printer->count < RS_FIELDS_MAX) {
            printer->begins[printer->count++] = printer->out->length;
        }
        return;
    }
    if (!printer->is_first) {
        rs_append_word(printer->out, !printer->is_message ? "," : is_element ? ", " : " ");
    }
    printer->is_first = false;
    if (!is_element && printer->is_message) {
        rs_append_text(printer->out, name);
        rs_append_char(printer->out, '=');
    } else if (!is_element) {
        rs_append_quoted(printer->out, name);
        rs_append_char(printer->out, ':');
    }
}

static void rs_print_text(rs_printer *printer, ringside_text text)
{
    if (printer->is_message && printer->depth == 0) {
        rs_append_shown(printer->out, text, false);
    } else if (printer->is_message && rs_is_clear(text)) {
        rs_append_text(printer->out, text);
    } else {
        rs_append_quoted(printer->out, text);
    }
}

static void rs_print_bytes(rs_printer *printer, ringside_text bytes)
{
    rs_append_word(printer->out, printer->is_message ? "0x" : "\"");
    rs_append_hex(printer->out, bytes.bytes, bytes.length);
    rs_append_word(printer->out, printer->is_message ? "" : "\"");
}

static int rs_print_visit(void *context, const ringside_field *field, const ringside_value *value)
{
    rs_printer *printer = context;
    rs_buffer *out = printer->out;
    if (value->kind == RINGSIDE_ENDS) {
        rs_append_char(out, printer->is_array[printer->depth--] ? ']' : '}');
        printer->is_first = false;
        return 0;
    }
    if (value->kind >= RINGSIDE_TRUNCATED && printer->is_message) {
        return 0;
    }
    rs_print_name(printer, value->kind == RINGSIDE_TRUNCATED ? rs_word("$truncated")
            : value->kind == RINGSIDE_UNREAD ? rs_word("$unread") : field->name);
    switch (value->kind) {
        case RINGSIDE_IS_SIGNED: rs_append_format(out, "%" PRId64, value->number); break;
        case RINGSIDE_IS_UNSIGNED: rs_append_format(out, "%" PRIu64, (uint64_t)value->number); break;
        case RINGSIDE_IS_FLOAT: rs_append_real(out, value->real, true); break;
        case RINGSIDE_IS_DOUBLE: rs_append_real(out, value->real, false); break;
        case RINGSIDE_IS_BOOLEAN: rs_append_word(out, value->number != 0 ? "true" : "false"); break;
        case RINGSIDE_IS_TIME:
            if (printer->is_message) {
                rs_append_iso_ns(out, value->number);
            } else {
                rs_append_format(out, "%" PRId64, value->number);
            }
            break;
        case RINGSIDE_IS_DECIMAL: rs_append_text(out, value->text); break;
        case RINGSIDE_IS_TEXT: rs_print_text(printer, value->text); break;
        case RINGSIDE_IS_WORD:
            if (printer->is_message) {
                rs_append_text(out, value->text);
            } else {
                rs_append_quoted(out, value->text);
            }
            break;
        case RINGSIDE_IS_BYTES: case RINGSIDE_UNREAD: rs_print_bytes(printer, value->text); break;
        case RINGSIDE_TRUNCATED: rs_append_quoted(out, field->name); break;
        case RINGSIDE_BEGINS_STRUCT: case RINGSIDE_BEGINS_ARRAY: default:
            printer->is_array[++printer->depth] = value->kind == RINGSIDE_BEGINS_ARRAY;
            rs_append_char(out, value->kind == RINGSIDE_BEGINS_ARRAY ? '[' : '{');
            printer->is_first = true;
            break;
    }
    return 0;
}

/* Appends the message of an event as a string of JSON. */
static void rs_append_message(ringside_reader *reader, const ringside_event *event, rs_buffer *out)
{
    ringside_text form = event->schema->message;
    rs_buffer *values = &reader->message;
    rs_printer printer = {values, true, 0, {false}, true, {0}, 0};
    values->length = 0;
    ringside_decode(reader, event, rs_print_visit, &printer);
    printer.begins[printer.count] = values->length;
    size_t begin = values->length;
    for (size_t at = 0; at < form.length;) {
        const char *rest = form.bytes + at;
        size_t left = form.length - at, length = 1;
        if (rest[0] != '%' || left == 1) {
            const char *next = memchr(rest, '%', left);
            length = next == NULL || next == rest ? (next == rest ? 1 : left) : (size_t)(next - rest);
            rs_append_shown(values, rs_text(rest, length), false);
        } else if (rest[1] == '%' || rest[1] == 'n') {
            rs_append_char(values, rest[1] == 'n' ? ' ' : '%');
            length = 2;
        } else {
            size_t number = 0;
            while (length < left && length < 3 && rest[length] >= '0' && rest[length] <= '9') {
                number = 10 * number + (size_t)(rest[length++] - '0');
            }
            /* A format such as !s! is ignored. */
            const char *end = length < left && rest[length] == '!'
                    ? memchr(rest + length + 1, '!', left - length - 1) : NULL;
            length = end == NULL ? length : (size_t)(end - rest) + 1;
            if (number == 0 || number > printer.count) {
                rs_append(values, rest, length);
            } else {
                size_t value_length = printer.begins[number] - printer.begins[number - 1];
                char *into = rs_room(values, value_length);
                if (into != NULL) {
                    memcpy(into, values->bytes + printer.begins[number - 1], value_length);
                }
            }
        }
        at += length;
    }
    ringside_text message = rs_content(values);
    rs_append_quoted(out, rs_text(message.bytes + begin, message.length - begin));
}

const char *ringside_fate_name(ringside_fate fate)
{
    static const char *const names[RINGSIDE_FATES] = {"full", "tooLarge", "noLane", "notAttached", "error", "corrupt",
        "abandoned", "discarded", "overwritten", "missing", "behind"};
    return names[fate];
}

static void rs_append_optional(rs_buffer *out, const char *key, bool is_there, int64_t value)
{
    rs_append_word(out, key);
    if (is_there) {
        rs_append_format(out, "%" PRId64, value);
    } else {
        rs_append_word(out, "null");
    }
}

static void rs_append_gap(rs_buffer *out, const ringside_gap *gap)
{
    static const ringside_fate order[RINGSIDE_FATES] = {RINGSIDE_OVERWRITTEN, RINGSIDE_MISSING, RINGSIDE_BEHIND,
        RINGSIDE_FULL, RINGSIDE_TOO_LARGE, RINGSIDE_NO_LANE, RINGSIDE_NOT_ATTACHED, RINGSIDE_ERROR, RINGSIDE_CORRUPT,
        RINGSIDE_ABANDONED, RINGSIDE_DISCARDED};
    for (int i = 0; i < RINGSIDE_FATES; i++) {
        ringside_fate fate = order[i];
        bool is_lost = fate <= RINGSIDE_DISCARDED;
        if (gap->counts[fate] == 0) {
            continue;
        }
        rs_append_format(out, "{\"lost\":%" PRIu64 ",\"cause\":\"%s\"", is_lost ? gap->counts[fate] : 0,
                ringside_fate_name(fate));
        if (!is_lost) {
            rs_append_format(out, ",\"%s\":%" PRIu64, ringside_fate_name(fate), gap->counts[fate]);
        }
        rs_append_optional(out, ",\"from\":", gap->has_from, gap->from);
        rs_append_optional(out, ",\"to\":", gap->has_to, gap->to);
        rs_append_optional(out, ",\"pid\":", gap->has_pid, gap->pid);
        rs_append_optional(out, ",\"tid\":", gap->has_tid, gap->tid);
        rs_append_word(out, ",\"thread\":");
        rs_append_quoted(out, gap->thread);
        rs_append_word(out, "}\n");
    }
}

static void rs_append_id(rs_buffer *out, const uint64_t id[2])
{
    char text[40];
    rs_format_uuid(text, id[0], id[1]);
    rs_append_quoted(out, rs_word(text));
}

static void rs_append_stack(rs_buffer *out, ringside_text stack)
{
    rs_append_word(out, ",\"stack\":[");
    for (size_t at = 0; at <= stack.length;) {
        const char *line = stack.bytes + at;
        const char *end = at == stack.length ? NULL : memchr(line, '\n', stack.length - at);
        size_t length = end == NULL ? stack.length - at : (size_t)(end - line);
        if (at > 0) {
            rs_append_char(out, ',');
        }
        rs_append_quoted(out, rs_text(line, length));
        at += length + 1;
    }
    rs_append_char(out, ']');
}

static void rs_append_event(ringside_reader *reader, const ringside_event *event, rs_buffer *out)
{
    rs_append_format(out, "{\"time\":%" PRId64 ",\"ticks\":%" PRId64 ",\"provider\":", event->time, event->ticks);
    rs_append_quoted(out, event->provider);
    rs_append_word(out, ",\"event\":");
    rs_append_quoted(out, event->event);
    rs_append_format(out, ",\"id\":%u,\"version\":%u,\"level\":%u", event->id, event->version, event->level);
    rs_append_format(out, ",\"keyword\":\"0x%" PRIx64 "\",\"opcode\":%u,\"task\":%u", event->keyword, event->opcode,
            event->task);
    rs_append_optional(out, ",\"pid\":", event->has_pid, event->pid);
    rs_append_optional(out, ",\"tid\":", true, event->tid);
    rs_append_word(out, ",\"thread\":");
    rs_append_quoted(out, event->thread);
    rs_append_word(out, ",\"activityId\":");
    if ((event->activity[0] | event->activity[1]) != 0) {
        rs_append_id(out, event->activity);
    } else {
        rs_append_word(out, "null");
    }
    if (event->is_late) {
        rs_append_word(out, ",\"late\":true");
    }
    if (event->has_related) {
        rs_append_word(out, ",\"relatedActivityId\":");
        rs_append_id(out, event->related);
    }
    if (event->has_event_key) {
        rs_append_format(out, ",\"eventKey\":\"0x%" PRIx64 "\"", event->event_key);
    }
    if (event->has_process_start_key) {
        rs_append_format(out, ",\"processStartKey\":\"0x%" PRIx64 "\"", event->process_start_key);
    }
    if (event->weight != 1) {
        rs_append_format(out, ",\"weight\":%" PRId64, event->weight);
    }
    if (event->stack.bytes != NULL) {
        rs_append_stack(out, event->stack);
    }
    if (event->is_string) {
        size_t length = event->payload_length;
        const uint8_t *text = event->payload;
        length -= length >= 2 && text[length - 1] == 0 && text[length - 2] == 0 ? 2 : 0;
        reader->scratch.length = 0;
        rs_append_wide(&reader->scratch, text, length);
        rs_append_word(out, ",\"string\":");
        rs_append_quoted(out, rs_content(&reader->scratch));
    } else if (event->schema == NULL) {
        rs_append_word(out, ",\"payload\":\"");
        rs_append_hex(out, event->payload, event->payload_length);
        rs_append_char(out, '"');
    } else {
        if (event->schema->message.bytes != NULL) {
            rs_append_word(out, ",\"message\":");
            rs_append_message(reader, event, out);
        }
        rs_printer printer = {out, false, 0, {false}, true, {0}, 0};
        rs_append_word(out, ",\"fields\":{");
        ringside_decode(reader, event, rs_print_visit, &printer);
        rs_append_char(out, '}');
    }
    rs_append_word(out, "}\n");
}

ringside_text ringside_json(ringside_reader *reader, const ringside_row *row)
{
    reader->output.length = 0;
    if (row->is_gap) {
        rs_append_gap(&reader->output, &row->gap);
    } else {
        rs_append_event(reader, &row->event, &reader->output);
    }
    if (reader->output.failed || reader->scratch.failed || reader->message.failed) {
        reader->has_failed = true;
    }
    return rs_content(&reader->output);
}

void ringside_write_quoted(FILE *out, ringside_text text)
{
    rs_buffer buffer = {NULL, 0, 0, false};
    rs_append_quoted(&buffer, text);
    fwrite(buffer.bytes, 1, buffer.length, out);
    rs_free(&buffer);
}

/* The reader */

static ringside_reader *rs_new(const char *folder, const char *below, ringside_problem problem, void *context)
{
    ringside_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL || (reader->folder = rs_format("%s%s", folder, below)) == NULL) {
        free(reader);
        return NULL;
    }
    reader->problem = problem;
    reader->context = context;
    reader->fd = -1;
    reader->watermark = INT64_MIN;
    reader->block = RS_BLOCK_MAX;
    return reader;
}

ringside_reader *ringside_open_recording(const char *folder, ringside_problem problem, void *context, char *error)
{
    ringside_reader *reader = rs_new(folder, "", problem, context);
    if (reader == NULL) {
        rs_say(error, NULL);
        return NULL;
    }
    rs_make_crc_table(reader->crc);
    /* Asked first: what its holder writes later is not read. */
    reader->is_written = rs_is_written(reader);
    bool is_read = rs_list(folder, ".cq4", &reader->names);
    if (!is_read || reader->names.count == 0) {
        rs_say(error, is_read ? rs_format("folder contains no recording: folder=%s", folder)
                : rs_format("recording cannot be read (%s): folder=%s", strerror(errno), folder));
        ringside_close(reader);
        return NULL;
    }
    return reader;
}

typedef struct {
    const char *name;
    ringside_reader *reader;
    bool is_found;
} rs_wanted;

static int rs_want_visit(void *context, const ringside_session *session)
{
    rs_wanted *wanted = context;
    if (!rs_is_equal(session->name, rs_word(wanted->name))) {
        return 0;
    }
    wanted->is_found = true;
    wanted->reader->session_id = session->id;
    wanted->reader->session_slot = session->slot;
    wanted->reader->clock = rs_subtract(session->start_wall_ns, session->start_ticks);
    for (size_t i = 0; i < session->setting_count; i++) {
        if (rs_is_equal(session->settings[i].key, rs_word("laneBytes"))) {
            rs_number(session->settings[i].value, &wanted->reader->lane_bytes);
        }
    }
    return 1;
}

ringside_reader *ringside_open_peek(const char *directory, const char *session, ringside_problem problem, void *context,
        char *error)
{
    ringside_reader *reader = rs_new(directory, "/v1", problem, context);
    if (reader == NULL) {
        rs_say(error, NULL);
        return NULL;
    }
    reader->is_live = true;
    rs_wanted wanted = {session, reader, false};
    bool is_listed = ringside_sessions(directory, rs_want_visit, &wanted, error);
    if (wanted.is_found) {
        reader->session_folder = rs_format("%s/sessions/%016" PRIx64, reader->folder, (uint64_t)reader->session_id);
    }
    if (reader->session_folder == NULL) {
        if (is_listed) {
            rs_say(error, wanted.is_found ? NULL
                    : rs_format("session is not running: session=%s, directory=%s", session, directory));
        }
        ringside_close(reader);
        return NULL;
    }
    return reader;
}

/* Fills a row with the head of a lane, which stays where it is until the next call. */
static void rs_return(ringside_reader *reader, rs_lane *lane, ringside_row *row)
{
    rs_waiting head;
    const uint8_t *at = lane->queue + lane->begin;
    memcpy(&head, at, sizeof head);
    lane->begin += head.size;
    reader->pending -= head.size;
    at += sizeof head;
    ringside_text thread = head.thread_length == 0 ? rs_text(NULL, 0) : rs_text(at, head.thread_length);
    at += head.thread_length;
    memset(row, 0, sizeof *row);
    row->is_gap = head.is_gap;
    if (head.is_gap) {
        memcpy(&row->gap, at, sizeof row->gap);
        row->gap.has_pid = head.process != NULL && head.process->is_known;
        row->gap.pid = row->gap.has_pid ? head.process->pid : 0;
        row->gap.has_tid = head.owner != 0;
        row->gap.tid = head.owner;
        row->gap.thread = thread;
        return;
    }
    row->event.tid = head.owner;
    row->event.thread = thread;
    rs_read_record(reader, head.process, head.schema, at, head.length, &row->event);
    row->event.names = rs_names_of(reader, head.process, head.schema, at);
    row->event.time = head.time;
    row->event.is_late = reader->has_last && head.time < reader->last;
    if (!row->event.is_late) {
        reader->has_last = true;
        reader->last = head.time;
    }
}

int ringside_next(ringside_reader *reader, ringside_row *row)
{
    rs_lane *taken = reader->taken;
    reader->taken = NULL;
    if (taken != NULL) {
        if (taken->begin < taken->end && !taken->is_waiting) {
            rs_push(reader, taken);
        }
        rs_fill(reader, taken);
    }
    while (!reader->has_failed) {
        if (reader->heap_count > 0
                && (reader->heap[0]->head_time <= reader->watermark || reader->pending > RS_PENDING_MAX)) {
            reader->taken = rs_pop(reader);
            rs_return(reader, reader->taken, row);
            return 1;
        }
        if (reader->has_ended) {
            return 0;
        }
        if (reader->is_live) {
            rs_scan(reader);
        } else {
            rs_read_on(reader);
        }
    }
    if (!reader->is_failure_reported) {
        reader->is_failure_reported = true;
        rs_report(reader, NULL);
    }
    return 0;
}

uint64_t ringside_problems(const ringside_reader *reader)
{
    return reader->problems;
}

void ringside_close(ringside_reader *reader)
{
    if (reader == NULL) {
        return;
    }
    for (rs_lane *lane = reader->all_lanes; lane != NULL;) {
        rs_lane *next = lane->next;
        free(lane->queue);
        free(lane);
        lane = next;
    }
    for (size_t i = 0; i < reader->processes.capacity; i++) {
        rs_process *process = reader->processes.entries[i].value;
        if (process != NULL) {
            rs_unmap(&process->page);
            rs_free_published(process->published);
            free(process->keys);
            free(process);
        }
    }
    for (size_t i = 0; i < reader->schemas.capacity; i++) {
        rs_schema *schema = reader->schemas.entries[i].value;
        if (schema != NULL) {
            rs_free_blocks(schema);
            free(schema->data);
            free(schema);
        }
    }
    for (size_t i = 0; i < reader->ledger_count; i++) {
        rs_free_ledger(reader->ledgers[i]);
    }
    if (reader->fd >= 0) {
        close(reader->fd);
    }
    free(reader->processes.entries);
    free(reader->schemas.entries);
    free(reader->lanes.entries);
    free(reader->sessions.entries);
    free(reader->ledgers);
    free(reader->heap);
    rs_free(&reader->excerpt);
    rs_free(&reader->scratch);
    rs_free(&reader->output);
    rs_free(&reader->message);
    rs_free_names(&reader->names);
    free(reader->folder);
    free(reader->session_folder);
    free(reader);
}

bool ringside_default_directory(char *path, size_t length)
{
    const char *named = getenv("RINGSIDE_DIR");
    const struct passwd *entry = getpwuid(getuid());
    const char *user = entry == NULL ? getenv("USER") : entry->pw_name;
    char name[256];
    int written;
    if (named != NULL && named[0] != '\0') {
        written = snprintf(path, length, "%s", named);
    } else {
        size_t i = 0;
        for (; user != NULL && user[i] != '\0' && i < sizeof name - 1; i++) {
            bool is_allowed = strchr("._-", user[i]) != NULL || (user[i] >= '0' && user[i] <= '9')
                    || ((user[i] | 0x20) >= 'a' && (user[i] | 0x20) <= 'z');
            name[i] = is_allowed ? user[i] : '_';
        }
        name[i] = '\0';
        written = snprintf(path, length, "/dev/shm/ringside-%s", name);
    }
    return written >= 0 && (size_t)written < length;
}

#endif
#endif
