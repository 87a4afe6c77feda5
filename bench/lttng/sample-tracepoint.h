/* The event that is measured: 32 bytes, the same as ours has. */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER ringside_bench

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./sample-tracepoint.h"

#if !defined(SAMPLE_TRACEPOINT_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define SAMPLE_TRACEPOINT_H

#include <lttng/tracepoint.h>
#include <stdint.h>

LTTNG_UST_TRACEPOINT_EVENT(
    ringside_bench,
    sample,
    LTTNG_UST_TP_ARGS(int64_t, first, int64_t, second, int64_t, third, int64_t, fourth),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(int64_t, first, first)
        lttng_ust_field_integer(int64_t, second, second)
        lttng_ust_field_integer(int64_t, third, third)
        lttng_ust_field_integer(int64_t, fourth, fourth)
    )
)

#endif

#include <lttng/tracepoint-event.h>
