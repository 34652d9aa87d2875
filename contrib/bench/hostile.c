/*
 * The clients of hostile.py that must be fast or exact, one per process:
 *
 *   hostile ask SOCKET SECONDS           well-behaved: asks, awaits the answer, measures the time, pauses a millisecond
 *   hostile alter SOCKET SECONDS         the same with changes, which are answered once they are on the disk
 *   hostile change SOCKET COUNT          COUNT changes, hundreds of them ahead of their answers
 *   hostile flood SOCKET SECONDS         bad requests as fast as they are taken, reading the refusals
 *   hostile deaf SOCKET SECONDS          bad requests as fast as they are taken, reading nothing until the end
 *   hostile follow SOCKET SECONDS        the whole journal as a subscriber from the beginning, over and over
 *   hostile list SOCKET SECONDS          the whole journal in pages, over and over
 *
 * Each connects, prints `ready`, begins when a line comes on standard input, and ends with a line of results. A client
 * that lost a line, got one out of order or lost the connection reports that on standard error and exits with 1.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

#define MICROSECONDS 1000000LL
#define TIMEOUT_SECONDS 60
#define BUFFER_BYTES (4 << 20)
#define SAMPLES 1000000
#define REST_MICROSECONDS 1000
#define CHANGES_AHEAD 512
#define FLOOD_LINES 500
#define PAGE_EVENTS 1000

static int connection;
static char buffer[BUFFER_BYTES];
static size_t begin, end;
static int64_t deadline;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * MICROSECONDS + time.tv_nsec / 1000;
}

/* --- The wire --- */

static void connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct timeval timeout = {.tv_sec = TIMEOUT_SECONDS};
    if (strlen(path) >= sizeof address.sun_path) errx(64, "%s is too long for a socket", path);
    strcpy(address.sun_path, path);
    connection = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connection < 0 || connect(connection, (void *)&address, sizeof address)) err(1, "%s", path);
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
}

/* Returns the number of bytes sent; 0 if `flags` forbid waiting and none were sent. */
static size_t send_some(const char *bytes, size_t count, int flags) {
    ssize_t sent = send(connection, bytes, count, MSG_NOSIGNAL | flags);
    if (sent < 0 && errno == EAGAIN && flags & MSG_DONTWAIT) return 0;
    if (sent <= 0) err(1, "send");
    return sent;
}

static void send_all(const char *bytes, size_t count) {
    while (count > 0) {
        size_t sent = send_some(bytes, count, 0);
        bytes += sent;
        count -= sent;
    }
}

/* Reads the available bytes; without MSG_DONTWAIT it waits for some. */
static void receive(int flags) {
    if (begin > 0) memmove(buffer, buffer + begin, end - begin);
    end -= begin;
    begin = 0;
    if (end == BUFFER_BYTES) errx(1, "a line is longer than %d bytes", BUFFER_BYTES);
    ssize_t count = recv(connection, buffer + end, BUFFER_BYTES - end, flags);
    if (count == 0) errx(1, "the daemon closed the connection");
    if (count > 0) end += count;
    if (count < 0 && !(errno == EAGAIN && flags & MSG_DONTWAIT)) err(1, "recv");
}

/* Returns the next complete received line, ended by a zero; NULL if there is none. */
static char *line_at_hand(void) {
    char *line = buffer + begin, *feed = memchr(line, '\n', end - begin);
    if (!feed) return NULL;
    *feed = 0;
    begin = feed + 1 - buffer;
    return line;
}

static char *next_line(void) {
    char *line;
    while (!(line = line_at_hand())) receive(0);
    return line;
}

static const char *expect(const char *line, const char *word) {
    const char *place = strstr(line, word);
    if (!place) errx(1, "%s was awaited, and this came: %.300s", word, line);
    return place + strlen(word);
}

/* Checks that the connection still works and that nothing comes before the answer. */
static void show_life(void) {
    const char *question = "{\"jsonrpc\":\"2.0\",\"id\":\"alive\",\"method\":\"timer.get\"}\n";
    send_all(question, strlen(question));
    expect(next_line(), "\"id\":\"alive\",\"result\"");
}

/* --- Well-behaved clients --- */

static int32_t samples[SAMPLES];

static int by_size(const void *a, const void *b) { return *(const int32_t *)a - *(const int32_t *)b; }

static int change_line(char *line, size_t size, const char *category, long index) {
    return snprintf(
        line, size,
        "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"category.edit\",\"params\":{\"name\":\"%s\",\"color\":\"%s\"}}\n",
        index, category, index % 2 ? "red" : "blue");
}

static void measure(int changes) {
    long count = 0;
    char line[200], id[40];
    while (now() < deadline && count < SAMPLES) {
        int length = snprintf(line, sizeof line, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"timer.get\"}\n", count);
        if (changes) length = change_line(line, sizeof line, "Altered", count + 1);
        snprintf(id, sizeof id, "\"id\":%ld,\"result\"", changes ? count + 1 : count);
        int64_t asked = now();
        send_all(line, length);
        expect(next_line(), id);
        samples[count++] = now() - asked;
        poll(NULL, 0, REST_MICROSECONDS / 1000);
    }
    qsort(samples, count, sizeof *samples, by_size);
    printf("%ld %d %d %d\n", count, samples[count / 2], samples[count * 99 / 100], samples[count - 1]);
}

/* --- Changes --- */

static void change(long wanted) {
    long sent = 0, answered = 0;
    static char lines[CHANGES_AHEAD * 200];
    int64_t began = now();
    while (answered < wanted) {
        size_t length = 0;
        while (sent < wanted && sent - answered < CHANGES_AHEAD)
            length += change_line(lines + length, sizeof lines - length, "Changed", ++sent);
        send_all(lines, length);
        char id[40];
        do {
            snprintf(id, sizeof id, "\"id\":%ld,\"result\"", ++answered);
            expect(next_line(), id);
        } while (answered < sent && memchr(buffer + begin, '\n', end - begin));
    }
    show_life();
    printf("%ld %lld\n", answered, (long long)(now() - began));
}

/* --- Floods --- */

static void flood(int is_deaf) {
    const char *bad = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"timer.fly\"}\n";
    size_t length = strlen(bad), sent = 0;
    static char lines[FLOOD_LINES * 64];
    for (int index = 0; index < FLOOD_LINES; index++) memcpy(lines + index * length, bad, length);
    long answered = 0;
    while (now() < deadline) {
        struct pollfd ready = {.fd = connection, .events = is_deaf ? POLLOUT : POLLIN | POLLOUT};
        poll(&ready, 1, 100);
        size_t offset = sent % length;
        if (ready.revents & POLLOUT) sent += send_some(lines + offset, FLOOD_LINES * length - offset, MSG_DONTWAIT);
        if (ready.revents & POLLIN && !is_deaf) receive(MSG_DONTWAIT);
        for (char *line; (line = line_at_hand()); answered++) expect(line, "method_not_found");
    }
    /* Sends the rest of the partial line; the daemon may read it only after its waiting output is read. */
    size_t rest = (length - sent % length) % length, offset = sent % length;
    while (rest > 0) {
        size_t more = send_some(bad + offset, rest, MSG_DONTWAIT);
        sent += more, offset += more, rest -= more;
        if (rest == 0) break;
        receive(0);
        for (char *line; (line = line_at_hand()); answered++) expect(line, "method_not_found");
    }
    for (long asked = sent / length; answered < asked; answered++) expect(next_line(), "method_not_found");
    show_life();
    printf("%ld\n", answered);
}

/* --- Readers of the whole journal --- */

static long number_after(const char *line, const char *word) { return strtol(expect(line, word), NULL, 10); }

static void follow(void) {
    long events = 0, rounds = 0;
    const char *subscribe =
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"events.subscribe\",\"params\":{\"since\":0}}\n";
    const char *leave = "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"events.unsubscribe\"}\n";
    do {
        send_all(subscribe, strlen(subscribe));
        char *answer = next_line();
        /* The snapshot contains the seq too, like the events that follow it. */
        long head = number_after(expect(answer, "\"gardens\":"), "\"seq\":");
        for (long seq = 1; seq <= head && (now() < deadline || rounds == 0); seq++, events++) {
            long received = number_after(next_line(), "\"params\":{\"seq\":");
            if (received != seq) errx(1, "event %ld was awaited, and %ld came", seq, received);
        }
        rounds++;
        send_all(leave, strlen(leave));
        while (strstr(next_line(), "\"method\":\"event\"")) events++;
    } while (now() < deadline);
    show_life();
    printf("%ld\n", events);
}

static void list(void) {
    long events = 0, seq = 0;
    char line[200];
    while (now() < deadline) {
        int length = snprintf(
            line, sizeof line,
            "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"journal.list\",\"params\":{\"since\":%ld,\"limit\":%d}}\n", seq,
            PAGE_EVENTS);
        send_all(line, length);
        char *page = next_line();
        expect(page, "\"result\":[");
        int count = 0;
        for (char *place = page; (place = strstr(place, "{\"seq\":")); count++, events++) {
            place += strlen("{\"seq\":");
            if (strtol(place, NULL, 10) != ++seq) errx(1, "event %ld was awaited: %.60s", seq, place);
        }
        if (count < PAGE_EVENTS) seq = 0;
    }
    show_life();
    printf("%ld\n", events);
}

int main(int count, char **words) {
    if (count != 4) errx(64, "usage: hostile ROLE SOCKET SECONDS|COUNT");
    const char *role = words[1];
    long number = strtol(words[3], NULL, 10);
    prctl(PR_SET_PDEATHSIG, 9);
    prctl(PR_SET_TIMERSLACK, 1);
    connect_to(words[2]);
    puts("ready");
    fflush(stdout);
    getchar();
    deadline = now() + number * MICROSECONDS;
    if (!strcmp(role, "ask")) measure(0);
    else if (!strcmp(role, "alter")) measure(1);
    else if (!strcmp(role, "change")) change(number);
    else if (!strcmp(role, "flood")) flood(0);
    else if (!strcmp(role, "deaf")) flood(1);
    else if (!strcmp(role, "follow")) follow();
    else if (!strcmp(role, "list")) list();
    else errx(64, "no role is named %s", role);
}
