/*
 * Prints what a tracepoint costs in ns: that of the fastest of many short batches, with a pause behind each, so that
 * the buffers are never full. Arguments: batches, events of a batch, pause in us.
 */
#include "sample-tracepoint.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "arguments are missing: BATCHES EVENTS PAUSE_US\n");
        return 2;
    }
    const int batches = atoi(argv[1]);
    const int events = atoi(argv[2]);
    const struct timespec pause = {0, atol(argv[3]) * 1000};
    int64_t best = INT64_MAX;
    for (int batch = 0; batch < batches; batch++) {
        const int64_t begin = now_ns();
        for (int i = 0; i < events; i++) {
            lttng_ust_tracepoint(ringside_bench, sample, i, i + 1, i + 2, i + 3);
        }
        const int64_t taken = now_ns() - begin;
        best = taken < best ? taken : best;
        nanosleep(&pause, NULL);
    }
    printf("%.3f\n", (double) best / events);
    return 0;
}
