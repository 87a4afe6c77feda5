/* A wall clock that a test can put forward or back while a program runs. Other clocks of the program stay right.
 *
 * gcc -shared -fPIC -O2 -o wall-clock.so wall-clock.c -ldl
 * LD_PRELOAD=wall-clock.so WALL_CLOCK_SECONDS=FILE program
 *
 * FILE has one signed 64-bit number in the byte order of the machine: the seconds to add. It is mapped, so a test that
 * writes it moves the clock at once. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef int (*clock_function)(clockid_t, struct timespec *);

static volatile const int64_t *ahead;
static clock_function real_clock;

static int64_t seconds_ahead(void) {
    return ahead == NULL ? 0 : *ahead;
}

__attribute__((constructor)) static void begin(void) {
    real_clock = (clock_function)dlsym(RTLD_NEXT, "clock_gettime");
    const char *name = getenv("WALL_CLOCK_SECONDS");
    if (name == NULL) {
        return;
    }
    const int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return;
    }
    void *mapped = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED) {
        ahead = mapped;
    }
}

int clock_gettime(clockid_t id, struct timespec *now) {
    if (real_clock == NULL) {
        real_clock = (clock_function)dlsym(RTLD_NEXT, "clock_gettime");
    }
    const int failure = real_clock(id, now);
    if (failure == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) {
        now->tv_sec += seconds_ahead();
    }
    return failure;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec precise;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &precise) != 0) {
        return -1;
    }
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *seconds) {
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    if (seconds != NULL) {
        *seconds = precise.tv_sec;
    }
    return precise.tv_sec;
}
