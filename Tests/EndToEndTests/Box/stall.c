// Makes a process hang on demand. Preloaded into the daemon, it checks for two files:
//   $STALL_START   while it is there, the journal is not opened
//   $STALL_LOOP    the next turn of the loop removes it, and never ends
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

int sqlite3_open_v2(const char *path, sqlite3 **database, int flags, const char *vfs) {
    int (*real)(const char *, sqlite3 **, int, const char *) = dlsym(RTLD_NEXT, "sqlite3_open_v2");
    const char *file = getenv("STALL_START");
    while (file && access(file, F_OK) == 0) usleep(1000);
    return real(path, database, flags, vfs);
}

int epoll_wait(int epoll, struct epoll_event *events, int count, int timeout) {
    int (*real)(int, struct epoll_event *, int, int) = dlsym(RTLD_NEXT, "epoll_wait");
    const char *file = getenv("STALL_LOOP");
    if (file && unlink(file) == 0) for (;;) pause();
    return real(epoll, events, count, timeout);
}
