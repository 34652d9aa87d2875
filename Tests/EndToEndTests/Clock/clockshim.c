/*
 * Private clocks for a process: preloaded, this adds an offset to each of the clocks a program can read,
 * so that a test can suspend the machine, set its clock, skip hours or stop time without a change of the real clock.
 *
 * $CLOCKSHIM names a file of four little-endian 64-bit numbers. The first three are nanoseconds: what is added to
 * CLOCK_REALTIME, to CLOCK_BOOTTIME and to CLOCK_MONOTONIC. If the fourth is not 0, time stands still, and the three
 * are what these clocks show. Every write to that file is noticed at once (inotify), and the timer descriptors that
 * wait are rearmed for the new reading of their clock; one with TFD_TIMER_CANCEL_ON_SET is cancelled when the wall
 * clock was moved, as the kernel does. Without a write nothing wakes up, and while time stands still, no timer expires
 * that is not due already.
 *
 * Timeouts of poll and epoll are not shifted.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define NANOSECONDS 1000000000LL
#define DESCRIPTORS 1024

struct offsets {
    int64_t real, boot, awake, stands_still;
};

static volatile struct offsets *offsets;

/* The requested setting of each timer descriptor, in the time of the shifted clock. */
static struct timer {
    int is_used, clock, is_armed, flags, is_cancelled;
    struct itimerspec asked;
} timers[DESCRIPTORS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int (*real_clock_gettime)(clockid_t, struct timespec *);
static int (*real_timerfd_create)(int, int);
static int (*real_timerfd_settime)(int, int, const struct itimerspec *, struct itimerspec *);
static ssize_t (*real_read)(int, void *, size_t);
static int (*real_close)(int);

static void find_real(void) {
    if (real_close) return;
    real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    real_timerfd_create = dlsym(RTLD_NEXT, "timerfd_create");
    real_timerfd_settime = dlsym(RTLD_NEXT, "timerfd_settime");
    real_read = dlsym(RTLD_NEXT, "read");
    real_close = dlsym(RTLD_NEXT, "close");
}

/* The number of a clock; NULL for the clocks of processor time. */
static volatile int64_t *number_of(clockid_t clock) {
    if (!offsets) return NULL;
    switch (clock) {
    case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: case CLOCK_REALTIME_ALARM: return &offsets->real;
    case CLOCK_BOOTTIME: case CLOCK_BOOTTIME_ALARM: return &offsets->boot;
    case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_COARSE: case CLOCK_MONOTONIC_RAW: return &offsets->awake;
    default: return NULL;
    }
}

static int64_t nanoseconds(struct timespec time) { return time.tv_sec * NANOSECONDS + time.tv_nsec; }

static struct timespec timespec_of(int64_t count) {
    return (struct timespec){ .tv_sec = count / NANOSECONDS, .tv_nsec = count % NANOSECONDS };
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    find_real();
    int result = real_clock_gettime(clock, time);
    volatile int64_t *number = number_of(clock);
    if (result == 0 && number) *time = timespec_of(*number + (offsets->stands_still ? 0 : nanoseconds(*time)));
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

static struct timer *timer_of(int descriptor) {
    return descriptor >= 0 && descriptor < DESCRIPTORS && timers[descriptor].is_used ? &timers[descriptor] : NULL;
}

int timerfd_create(int clock, int flags) {
    find_real();
    int descriptor = real_timerfd_create(clock, flags);
    if (descriptor >= 0 && descriptor < DESCRIPTORS) {
        pthread_mutex_lock(&mutex);
        timers[descriptor] = (struct timer){ .is_used = 1, .clock = clock };
        pthread_mutex_unlock(&mutex);
    }
    return descriptor;
}

int close(int descriptor) {
    find_real();
    pthread_mutex_lock(&mutex);
    if (timer_of(descriptor)) timers[descriptor].is_used = 0;
    pthread_mutex_unlock(&mutex);
    return real_close(descriptor);
}

/*
 * Arms the kernel's timer for the moment at which the shifted clock shows the requested time. While time stands still,
 * that moment is past, or never comes.
 */
static int arm(int descriptor, struct itimerspec *old) {
    struct timer *timer = &timers[descriptor];
    struct itimerspec value = timer->asked;
    volatile int64_t *number = number_of(timer->clock);
    int64_t at = nanoseconds(value.it_value) - (number ? *number : 0);
    if (number && offsets->stands_still && at > 0) {
        value.it_value = timespec_of(0);
    } else {
        value.it_value = timespec_of(at < 1 ? 1 : at);
    }
    return real_timerfd_settime(descriptor, timer->flags, &value, old);
}

int timerfd_settime(int descriptor, int flags, const struct itimerspec *new, struct itimerspec *old) {
    find_real();
    pthread_mutex_lock(&mutex);
    struct timer *timer = timer_of(descriptor);
    int result;
    /* The kernel arms it nevertheless, and reports a cancellation that has not been read yet. */
    int was_cancelled = timer && timer->is_cancelled && flags & TFD_TIMER_CANCEL_ON_SET;
    if (timer) timer->is_cancelled = 0;
    if (!timer || nanoseconds(new->it_value) == 0) {
        if (timer) timer->is_armed = 0;
        result = real_timerfd_settime(descriptor, flags, new, old);
    } else {
        timer->asked = *new;
        timer->flags = flags | TFD_TIMER_ABSTIME;
        timer->is_armed = 1;
        if (!(flags & TFD_TIMER_ABSTIME)) {
            struct timespec now;
            clock_gettime(timer->clock, &now);
            timer->asked.it_value = timespec_of(nanoseconds(now) + nanoseconds(new->it_value));
        }
        result = arm(descriptor, old);
    }
    pthread_mutex_unlock(&mutex);
    if (result == 0 && was_cancelled) {
        errno = ECANCELED;
        return -1;
    }
    return result;
}

ssize_t read(int descriptor, void *buffer, size_t count) {
    find_real();
    pthread_mutex_lock(&mutex);
    struct timer *timer = timer_of(descriptor);
    int is_cancelled = timer && timer->is_cancelled;
    if (is_cancelled) {
        timer->is_cancelled = 0;
        struct itimerspec none = { 0 };
        real_timerfd_settime(descriptor, 0, &none, NULL);
        if (timer->is_armed) arm(descriptor, NULL);
    }
    pthread_mutex_unlock(&mutex);
    if (is_cancelled) {
        errno = ECANCELED;
        return -1;
    }
    return real_read(descriptor, buffer, count);
}

static void rearm_all(int was_set) {
    pthread_mutex_lock(&mutex);
    for (int descriptor = 0; descriptor < DESCRIPTORS; descriptor++) {
        struct timer *timer = timer_of(descriptor);
        if (!timer || !timer->is_armed) continue;
        if (was_set && timer->clock == CLOCK_REALTIME && timer->flags & TFD_TIMER_CANCEL_ON_SET) {
            timer->is_cancelled = 1;
            struct itimerspec at_once = { .it_value = { 0, 1 } };
            real_timerfd_settime(descriptor, 0, &at_once, NULL);
        } else {
            arm(descriptor, NULL);
        }
    }
    pthread_mutex_unlock(&mutex);
}

static void *watch(void *argument) {
    int descriptor = (int)(intptr_t)argument;
    int64_t real = offsets->real;
    char events[4096];
    while (real_read(descriptor, events, sizeof events) > 0) {
        int was_set = offsets->real != real;
        real = offsets->real;
        rearm_all(was_set);
    }
    return NULL;
}

__attribute__((constructor)) static void begin(void) {
    find_real();
    const char *path = getenv("CLOCKSHIM");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, sizeof(struct offsets), PROT_READ, MAP_SHARED, file, 0);
    real_close(file);
    if (page == MAP_FAILED) return;
    int notifier = inotify_init1(IN_CLOEXEC);
    if (notifier < 0 || inotify_add_watch(notifier, path, IN_MODIFY) < 0) return;
    offsets = page;
    /* This thread does not handle the program's signals. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    if (pthread_create(&thread, NULL, watch, (void *)(intptr_t)notifier) == 0) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
