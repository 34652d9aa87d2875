/*
 * Refuses to change the mode of files, as file systems without permissions do, such as some mounts of USB sticks.
 *
 *   $MODESHIM_FOLDER   the folder to which that applies, as the kernel names it
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int refuses(const char *path) {
    const char *folder = getenv("MODESHIM_FOLDER");
    if (!folder || strncmp(path, folder, strlen(folder)) != 0) return 0;
    errno = EPERM;
    return 1;
}

int chmod(const char *path, mode_t mode) { return refuses(path) ? -1 : REAL(chmod)(path, mode); }

int fchmod(int descriptor, mode_t mode) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = 0;
    return refuses(path) ? -1 : REAL(fchmod)(descriptor, mode);
}
