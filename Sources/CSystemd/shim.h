// The parts of libsystemd and of the kernel's interface that SystemdKit uses, made importable.
//
// Swift imports neither C variadics nor macros with arguments nor flexible array members;
// the few that are needed are defined below as functions. Everything else is imported unchanged:
// `import CSystemd` is also how the server gets epoll(7): `epoll_create1`, `epoll_ctl`, `epoll_wait`
// and `epoll_event`, with the event bits as `EPOLLIN.rawValue` and so on.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-id128.h>
#include <systemd/sd-journal.h>
#include <systemd/sd-login.h>

/// The application id under which the machine's id is hashed, a macro in libsystemd: sd_id128_get_machine_app_specific(3).
static inline sd_id128_t csystemd_application_id(void) {
    return SD_ID128_MAKE(67, 61, 72, 64, 65, 6e, 64, 00, a1, 0c, 5d, 3b, 7e, 42, 91, f8);
}

/// memfd_create(2), which glibc declares only under _GNU_SOURCE; that would change the types that Glibc's module shares.
static inline int csystemd_memfd_create(const char *name) {
    return (int)syscall(SYS_memfd_create, name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

/// Makes a memory file unchangeable, F_ADD_SEALS of fcntl(2); -1 with errno on failure. The numbers are those of
/// <linux/fcntl.h>, which conflicts with <fcntl.h>: seal, shrink, grow, write.
static inline int csystemd_seal(int descriptor) {
    return fcntl(descriptor, 1024 + 9, 0x1 | 0x2 | 0x4 | 0x8);
}

/// Starts a process in a folder, posix_spawn_file_actions_addchdir_np(3), which needs the same macro.
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
static inline int csystemd_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
    return posix_spawn_file_actions_addchdir_np(actions, folder);
}

/// Closes the other descriptors of a new process, posix_spawn_file_actions_addclosefrom_np(3), which needs the same macro.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
static inline int csystemd_spawn_closing_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

/// pipe2(2), which needs the same macro: closed in children, and its reader does not block.
int pipe2(int[2], int);
static inline int csystemd_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -1;
    return fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

/// Removes the program's code from the process's memory. What is used again is mapped again, from the page cache.
static inline int csystemd_give_back_code(void) {
    extern char __executable_start, etext;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = ((uintptr_t)&__executable_start + page - 1) & ~(page - 1), end = (uintptr_t)&etext & ~(page - 1);
    return madvise((void *)start, end - start, MADV_DONTNEED);
}

/// A descriptor of a process, readable once the process has ended.
static inline int csystemd_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

/// Makes this process the parent of orphaned descendants, PR_SET_CHILD_SUBREAPER of prctl(2), which is variadic.
static inline int csystemd_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1); }

/// Has this process killed when the thread that started it ends, PR_SET_PDEATHSIG of prctl(2), which is variadic.
static inline int csystemd_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

/// SCHED_IDLE of sched_setscheduler(2), which needs the same macro, and IOPRIO_CLASS_IDLE of ioprio_set(2), which glibc does
/// not declare.
static inline void csystemd_set_idle(void) {
    const int scheduler_idle = 5, this_process = 1, class_idle = 3 << 13;
    const struct { int priority; } parameters = {0};
    syscall(SYS_sched_setscheduler, 0, scheduler_idle, &parameters);
    syscall(SYS_ioprio_set, this_process, 0, class_idle);
}

/// The file name of an inotify event, or NULL when the event is about the watched path itself: inotify(7).
static inline const char *csystemd_inotify_name(const struct inotify_event *event) {
    return event->len > 0 ? event->name : NULL;
}

/// The exit status or the signal of a child, a macro in glibc: waitid(2).
static inline int csystemd_child_status(const siginfo_t *info) {
    return info->si_status;
}

/// Whether the child exited, instead of being killed by a signal: waitid(2).
static inline int csystemd_child_exited(const siginfo_t *info) {
    return info->si_code == CLD_EXITED;
}

/* prctl(2) is variadic: the mode of seccomp(2) this thread is in, or -1. */
static inline int csystemd_seccomp_mode(void) { return prctl(PR_GET_SECCOMP); }

// unix(7): struct ucred needs a feature macro that importers do not set. Returns 0 or -errno.
static inline int csystemd_peer(int descriptor, pid_t *pid, uid_t *uid) {
    struct { pid_t pid; uid_t uid; gid_t gid; } peer;
    socklen_t length = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0)
        return -errno;
    *pid = peer.pid;
    *uid = peer.uid;
    return 0;
}

/// Refuses descriptors that clients send along, SO_PASSRIGHTS of unix(7), since Linux 6.16: their sendmsg(2) fails. Connections
/// inherit it from the listener. -1 on an older kernel.
static inline int csystemd_refuse_descriptors(int listener) {
    const int so_passrights = 83, refused = 0;
    return setsockopt(listener, SOL_SOCKET, so_passrights, &refused, sizeof refused);
}

/// accept4(2), which needs the same macro: the connection is non-blocking and closed in children (close-on-exec).
int accept4(int, struct sockaddr *, socklen_t *, int);
static inline int csystemd_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
