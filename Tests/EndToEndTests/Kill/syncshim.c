/*
 * Lets syncs fail as on a disk with bad blocks: preloaded, this makes fsync(2) and fdatasync(2) fail with EIO as often as the
 * number in the file $SYNCSHIM_FAILURES says, and counts it down. What was written stays in the page cache, as on Linux.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static int must_fail(void) {
    const char *path = getenv("SYNCSHIM_FAILURES");
    FILE *file = path ? fopen(path, "r+e") : NULL;
    if (!file) return 0;
    long left = 0;
    if (fscanf(file, "%ld", &left) != 1) left = 0;
    if (left > 0) {
        rewind(file);
        fprintf(file, "%ld \n", left - 1);
    }
    fclose(file);
    return left > 0;
}

#define SYNC(name)                                                       \
    int name(int descriptor) {                                           \
        if (must_fail()) return errno = EIO, -1;                         \
        return ((int (*)(int))dlsym(RTLD_NEXT, #name))(descriptor);      \
    }
SYNC(fsync)
SYNC(fdatasync)
