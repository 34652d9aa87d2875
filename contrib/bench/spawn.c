// Runs commands in turn, each from fork to exit, and reports how long each took.
//
//     spawn ROUNDS -- COMMAND [ARGUMENT...] [-- COMMAND [ARGUMENT...]]...
//
// Prints a line of microseconds for each command, one number per round. The commands alternate, so that other load of
// the machine affects all alike. Their output is discarded; a failing command ends the run.
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { WARM_UP_ROUNDS = 5, MOST_COMMANDS = 16 };

extern char **environ;

static double now_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static double run(char **command, posix_spawn_file_actions_t *actions) {
    pid_t child;
    int status;
    double begun = now_us();
    if (posix_spawnp(&child, command[0], actions, NULL, command, environ) != 0 || waitpid(child, &status, 0) != child
        || status != 0) {
        fprintf(stderr, "spawn: %s failed\n", command[0]);
        exit(1);
    }
    return now_us() - begun;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 0, command_count = 0;
    char **commands[MOST_COMMANDS];
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--") != 0) continue;
        argv[i] = NULL;
        if (command_count < MOST_COMMANDS) commands[command_count++] = &argv[i + 1];
    }
    if (rounds <= 0 || command_count == 0) {
        fprintf(stderr, "usage: spawn ROUNDS -- COMMAND [ARGUMENT...] [-- COMMAND...]\n");
        return 64;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);

    double *took = calloc((size_t)rounds * command_count, sizeof *took);
    for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
        for (int i = 0; i < command_count; i++) {
            double microseconds = run(commands[i], &actions);
            if (round >= 0) took[(size_t)i * rounds + round] = microseconds;
        }
    }
    for (int i = 0; i < command_count; i++) {
        for (int round = 0; round < rounds; round++) printf("%s%.1f", round ? " " : "", took[(size_t)i * rounds + round]);
        printf("\n");
    }
    return 0;
}
