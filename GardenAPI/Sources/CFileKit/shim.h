// The parts of the kernel's interface that FileKit uses, made importable.
#pragma once

#include <fcntl.h>
#include <linux/stat.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Which file is at a path, and its size.
struct cfilekit_file {
    uint32_t device_major, device_minor;
    uint64_t inode, bytes;
};

/// statx(2) without the times, which glibc declares only under _GNU_SOURCE; -1 with errno on failure. A link is not followed.
static inline int cfilekit_find(const char *path, struct cfilekit_file *file) {
    struct statx found;
    if (syscall(SYS_statx, AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_SIZE, &found) != 0) return -1;
    file->device_major = found.stx_dev_major;
    file->device_minor = found.stx_dev_minor;
    file->inode = found.stx_ino;
    file->bytes = found.stx_size;
    return 0;
}
