// Puts load on a server behind a Unix socket, and reports how many answers came and how long each took.
//
//     load PROTOCOL SOCKET CONNECTIONS SECONDS DEPTH REQUEST...
//
// PROTOCOL determines where an answer ends: `line` (a line feed), `resp` (Redis) or `mpd` (a line "OK" or "ACK ...").
// Each connection keeps DEPTH requests outstanding and sends the REQUESTs in rotation; "%n" in a request becomes a
// unique number of twelve digits. Prints one JSON object.
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { WARM_UP_NS = 200000000, PREFIX_BYTES = 48, NUMBER_DIGITS = 12, MOST_DEPTH = 4096, MOST_SAMPLES = 1 << 25 };

typedef enum { LINE, RESP, MPD } Protocol;

typedef struct {
    char *bytes;
    size_t length;
    char *number; // the place of its number; NULL if it has none
} Request;

typedef struct {
    int descriptor;
    unsigned next_request;
    char prefix[PREFIX_BYTES]; // the first bytes of the current line
    size_t line_length;
    size_t body_left; // of a bulk string
    size_t answer_bytes;
    int greetings_left;
    uint64_t sent_at[MOST_DEPTH]; // a ring
    unsigned first, outstanding;
} Connection;

static Protocol protocol;
static Request *requests;
static int request_count;
static uint64_t numbers_given, measure_from, answers, errors, bytes_of_answers, sample_count;
static uint32_t *samples;

static void fail(const char *what) {
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static uint64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// Encodes the words of a Redis command as its protocol requires, or a line.
static Request make_request(const char *text) {
    Request request = {0};
    FILE *stream = open_memstream(&request.bytes, &request.length);
    if (protocol == RESP) {
        char *words = strdup(text), *rest = NULL;
        int count = 1;
        for (const char *c = text; *c; c++) count += *c == ' ';
        fprintf(stream, "*%d\r\n", count);
        for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
            fprintf(stream, "$%zu\r\n%s\r\n", strlen(word), word);
        free(words);
    } else {
        const char *number = strstr(text, "%n");
        if (number) fprintf(stream, "%.*s%0*d%s\n", (int)(number - text), text, NUMBER_DIGITS, 0, number + 2);
        else fprintf(stream, "%s\n", text);
        fflush(stream);
        request.number = number ? request.bytes + (number - text) : NULL;
    }
    fclose(stream);
    return request;
}

static void write_number(char *digits) {
    uint64_t number = ++numbers_given;
    for (int i = NUMBER_DIGITS; i-- > 0; number /= 10) digits[i] = '0' + number % 10;
}

static void send_request(Connection *c) {
    Request *request = &requests[c->next_request++ % request_count];
    if (request->number) write_number(request->number);
    c->sent_at[(c->first + c->outstanding++) % MOST_DEPTH] = now_ns();
    // The socket is blocking; its buffer has room for the few kilobytes that are outstanding.
    if (send(c->descriptor, request->bytes, request->length, MSG_NOSIGNAL) != (ssize_t)request->length) fail("send");
}

static void take_answer(Connection *c, int is_error, uint64_t now) {
    if (c->greetings_left > 0) {
        c->greetings_left--;
        c->answer_bytes = 0;
        return;
    }
    if (c->outstanding == 0) fail("an answer to nothing");
    uint64_t sent_at = c->sent_at[c->first++ % MOST_DEPTH];
    c->outstanding--;
    errors += is_error;
    if (sent_at >= measure_from) {
        answers++;
        bytes_of_answers += c->answer_bytes;
        if (sample_count < MOST_SAMPLES) samples[sample_count++] = now - sent_at;
    }
    c->answer_bytes = 0;
}

// Handles a complete line; its first bytes are in the prefix.
static void take_line(Connection *c, uint64_t now) {
    const char *line = c->prefix;
    switch (protocol) {
    case LINE:
        take_answer(c, memmem(line, PREFIX_BYTES, "\"error\":", 8) != NULL, now);
        break;
    case RESP:
        if (line[0] == '$' && line[1] != '-') c->body_left = strtoul(line + 1, NULL, 10) + 2;
        else take_answer(c, line[0] == '-', now);
        break;
    case MPD:
        // "OK MPD 0.23" is the greeting.
        if (strcmp(line, "OK\n") == 0 || strncmp(line, "OK MPD", 6) == 0) take_answer(c, 0, now);
        else if (strncmp(line, "ACK", 3) == 0) take_answer(c, 1, now);
        break;
    }
    memset(c->prefix, 0, PREFIX_BYTES);
    c->line_length = 0;
}

static void take_bytes(Connection *c, const char *bytes, size_t count, uint64_t now) {
    while (count > 0) {
        size_t taken;
        if (c->body_left > 0) {
            taken = count < c->body_left ? count : c->body_left;
            c->answer_bytes += taken;
            c->body_left -= taken;
            if (c->body_left == 0) take_answer(c, 0, now);
        } else {
            const char *end = memchr(bytes, '\n', count);
            taken = end ? (size_t)(end - bytes) + 1 : count;
            if (c->line_length < PREFIX_BYTES - 1) {
                size_t room = PREFIX_BYTES - 1 - c->line_length;
                memcpy(c->prefix + c->line_length, bytes, taken < room ? taken : room);
            }
            c->line_length += taken;
            c->answer_bytes += taken;
            if (end) take_line(c, now);
        }
        bytes += taken;
        count -= taken;
    }
}

static void open_connection(Connection *c, int index, const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) fail("the socket's path is too long");
    strcpy(address.sun_path, path);
    c->descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(c->descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail(path);
    c->greetings_left = protocol == MPD;
    c->next_request = index; // so that connections start with different REQUESTs
}

static void serve(Connection *c, int depth) {
    static char buffer[1 << 18];
    ssize_t count = recv(c->descriptor, buffer, sizeof buffer, MSG_DONTWAIT);
    if (count == 0) fail("the server hung up");
    if (count < 0) {
        if (errno == EAGAIN || errno == EINTR) return;
        fail("recv");
    }
    take_bytes(c, buffer, count, now_ns());
    while (c->outstanding < (unsigned)depth) send_request(c);
}

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static double microseconds(double share) {
    if (sample_count == 0) return 0;
    return samples[(uint64_t)((sample_count - 1) * share)] / 1000.0;
}

int main(int argc, char **argv) {
    if (argc < 7) {
        fprintf(stderr, "usage: load line|resp|mpd SOCKET CONNECTIONS SECONDS DEPTH REQUEST...\n");
        return 64;
    }
    protocol = strcmp(argv[1], "resp") == 0 ? RESP : strcmp(argv[1], "mpd") == 0 ? MPD : LINE;
    int connection_count = atoi(argv[3]), depth = atoi(argv[5]);
    double seconds = atof(argv[4]);
    request_count = argc - 6;
    requests = calloc(request_count, sizeof *requests);
    for (int i = 0; i < request_count; i++) requests[i] = make_request(argv[6 + i]);
    samples = malloc(sizeof *samples * MOST_SAMPLES); // the kernel provides only the pages in use

    int epoll = epoll_create1(EPOLL_CLOEXEC);
    Connection *connections = calloc(connection_count, sizeof *connections);
    for (int i = 0; i < connection_count; i++) {
        open_connection(&connections[i], i, argv[2]);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &connections[i]};
        epoll_ctl(epoll, EPOLL_CTL_ADD, connections[i].descriptor, &event);
    }
    numbers_given = now_ns() / 1000; // beyond the numbers of every earlier run
    measure_from = now_ns() + WARM_UP_NS;
    uint64_t end = measure_from + (uint64_t)(seconds * 1e9);
    for (int i = 0; i < connection_count; i++)
        while (connections[i].outstanding < (unsigned)depth) send_request(&connections[i]);

    struct epoll_event ready[512];
    while (now_ns() < end) {
        int count = epoll_wait(epoll, ready, 512, 100);
        for (int i = 0; i < count; i++) serve(ready[i].data.ptr, depth);
    }

    qsort(samples, sample_count, sizeof *samples, compare);
    printf("{\"perSecond\":%.1f,\"p50\":%.1f,\"p99\":%.1f,\"max\":%.1f,\"errors\":%lu,\"answerBytes\":%.1f}\n",
        answers / seconds, microseconds(0.5), microseconds(0.99), microseconds(1), errors,
        answers ? (double)bytes_of_answers / answers : 0);
    return 0;
}
