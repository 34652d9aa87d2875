/*
 * Kills a process between two writes, at a counted and not a timed position: preloaded, this counts the calls
 * that change something at or below a folder, and kills the process at one of them.
 *
 *   $KILLSHIM_FOLDER   the folder, as the kernel names it
 *   $KILLSHIM_CALL     at which call to kill, from 1; 0 for never
 *   $KILLSHIM_HALF     if set, only writes count, and half the bytes of the one to be killed at are written first
 *   $KILLSHIM_SINCE    if set, a file: calls count only once it exists
 *   $KILLSHIM_LOG      if set, a file: every counted call is written to it, one per line
 *
 * Writes through mapped memory are not calls. In a garden this is SQLite's index of its log (-shm), which is
 * rebuilt from the log when the database is next opened. The program's children are not killed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static char folder[PATH_MAX], since[PATH_MAX];
static long fatal_call, calls;
static int is_half, log_descriptor = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *value;
    if ((value = getenv("KILLSHIM_FOLDER"))) snprintf(folder, sizeof folder, "%s", value);
    if ((value = getenv("KILLSHIM_SINCE"))) snprintf(since, sizeof since, "%s", value);
    if ((value = getenv("KILLSHIM_CALL"))) fatal_call = atol(value);
    if ((value = getenv("KILLSHIM_LOG"))) {
        log_descriptor = REAL(open)(value, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
    is_half = getenv("KILLSHIM_HALF") != NULL;
    unsetenv("KILLSHIM_FOLDER");
}

static int is_below(const char *path) {
    size_t length = strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static const char *path_of(int descriptor, char *buffer) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, buffer, PATH_MAX - 1);
    buffer[length < 0 ? 0 : length] = 0;
    return buffer;
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/* Counts a call and kills the process at the fatal one, unless half of that is to be done first. */
static int is_fatal(const char *what, const char *path, int has_bytes) {
    if (!folder[0] || !is_below(path) || (is_half && !has_bytes)) return 0;
    if (since[0] && access(since, F_OK) != 0) return 0;
    pthread_mutex_lock(&mutex);
    long call = ++calls;
    pthread_mutex_unlock(&mutex);
    if (log_descriptor >= 0) dprintf(log_descriptor, "%ld %s %s\n", call, what, path + strlen(folder));
    if (call != fatal_call) return 0;
    if (!is_half) die();
    return 1;
}

#define AT_PATH(what, path) is_fatal(what, path, 0)
#define AT_DESCRIPTOR(what, descriptor) do { \
    char buffer[PATH_MAX]; \
    is_fatal(what, path_of(descriptor, buffer), 0); \
} while (0)

/* Writes */

ssize_t write(int descriptor, const void *bytes, size_t count) {
    char path[PATH_MAX];
    if (descriptor != log_descriptor && is_fatal("write", path_of(descriptor, path), 1)) {
        REAL(write)(descriptor, bytes, count / 2);
        die();
    }
    return REAL(write)(descriptor, bytes, count);
}

#define PWRITE(name, offset_type) \
    ssize_t name(int descriptor, const void *bytes, size_t count, offset_type offset) { \
        char path[PATH_MAX]; \
        if (is_fatal(#name, path_of(descriptor, path), 1)) { \
            REAL(name)(descriptor, bytes, count / 2, offset); \
            die(); \
        } \
        return REAL(name)(descriptor, bytes, count, offset); \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

/* Lengths and room */

#define LENGTH(name, offset_type) \
    int name(int descriptor, offset_type length) { \
        AT_DESCRIPTOR(#name, descriptor); \
        return REAL(name)(descriptor, length); \
    }
LENGTH(ftruncate, off_t)
LENGTH(ftruncate64, off64_t)

/* Durability */

int fsync(int descriptor) {
    AT_DESCRIPTOR("fsync", descriptor);
    return REAL(fsync)(descriptor);
}

int fdatasync(int descriptor) {
    AT_DESCRIPTOR("fdatasync", descriptor);
    return REAL(fdatasync)(descriptor);
}

/* Names */

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        if (flags & (O_CREAT | O_TRUNC)) AT_PATH(#name, path); \
        return REAL(name)(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

int rename(const char *path, const char *other) {
    AT_PATH("rename", path);
    return REAL(rename)(path, other);
}

int unlink(const char *path) {
    AT_PATH("unlink", path);
    return REAL(unlink)(path);
}

int rmdir(const char *path) {
    AT_PATH("rmdir", path);
    return REAL(rmdir)(path);
}

int mkdir(const char *path, mode_t mode) {
    AT_PATH("mkdir", path);
    return REAL(mkdir)(path, mode);
}

/* Owners, modes and times */

int chmod(const char *path, mode_t mode) {
    AT_PATH("chmod", path);
    return REAL(chmod)(path, mode);
}

int fchmod(int descriptor, mode_t mode) {
    AT_DESCRIPTOR("fchmod", descriptor);
    return REAL(fchmod)(descriptor, mode);
}

int fchown(int descriptor, uid_t user, gid_t group) {
    AT_DESCRIPTOR("fchown", descriptor);
    return REAL(fchown)(descriptor, user, group);
}

int futimens(int descriptor, const struct timespec times[2]) {
    AT_DESCRIPTOR("futimens", descriptor);
    return REAL(futimens)(descriptor, times);
}
