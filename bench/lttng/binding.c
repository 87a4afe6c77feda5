/* The tracepoint as a native method of io.ringside.bench.lttng.Tracepoint. */
#include "sample-tracepoint.h"
#include <jni.h>

JNIEXPORT void JNICALL Java_io_ringside_bench_lttng_Tracepoint_sample(
    JNIEnv *env, jclass type, jlong first, jlong second, jlong third, jlong fourth)
{
    (void) env;
    (void) type;
    lttng_ust_tracepoint(ringside_bench, sample, first, second, third, fourth);
}
