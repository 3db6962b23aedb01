/* SPDX-License-Identifier: BSD-3-Clause
 * flow SECONDS PAIR...: what do the links between network namespaces carry? A PAIR is four words,
 * NAMESPACE ADDRESS NAMESPACE ADDRESS, a namespace being a file that setns(2) takes. Between the
 * two of each pair a TCP connection is filled in either direction, all at once. Printed are, summed
 * over the pairs: payload in bit/s there, and back; segments sent, and those sent again.
 */
#include <arpa/inet.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
	PAIRS = 64,
	STREAMS = 2 * PAIRS,
	CHUNK = 1 << 16,   /* bytes of one send or receive */
	CONNECT_LIMIT = 5, /* seconds */
};

/* Stream i of pair i / 2 runs there if i is even, back if it is odd. */
static struct stream {
	int out, in; /* sockets */
	double received;
} streams[STREAMS];

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A TCP socket at an address in a namespace. It stays there; this process enters the next one. */
static int socket_in(const char *space, const char *address)
{
	struct sockaddr_in at = {.sin_family = AF_INET};
	struct timeval limit = {CONNECT_LIMIT, 0};
	int fd = open(space, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || setns(fd, CLONE_NEWNET) < 0)
		err(1, "%s", space);
	close(fd);
	if (inet_pton(AF_INET, address, &at.sin_addr) != 1)
		errx(1, "%s: not an address", address);
	fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at) < 0 ||
	    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) < 0 ||
	    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) < 0)
		err(1, "%s", address);
	return fd;
}

static void set_nonblocking(int fd)
{
	if (fcntl(fd, F_SETFL, O_NONBLOCK) < 0)
		err(1, "fcntl");
}

/* Connect the two ends; from and to are the two words of an end. */
static void open_stream(struct stream *s, char **from, char **to)
{
	struct sockaddr_in at;
	socklen_t size = sizeof at;
	int listener = socket_in(to[0], to[1]);

	if (listen(listener, 1) < 0 || getsockname(listener, (struct sockaddr *)&at, &size) < 0)
		err(1, "%s", to[1]);
	s->out = socket_in(from[0], from[1]);
	if (connect(s->out, (struct sockaddr *)&at, sizeof at) < 0)
		err(1, "from %s to %s", from[1], to[1]);
	s->in = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	if (s->in < 0)
		err(1, "from %s to %s", from[1], to[1]);
	close(listener);
	set_nonblocking(s->out);
	set_nonblocking(s->in);
}

/* Send and receive for a while whatever the sockets take and have. */
static void run(int n, double seconds)
{
	static char chunk[CHUNK];
	struct pollfd polls[2 * STREAMS];
	double end = now() + seconds;

	for (int i = 0; i < n; i++) {
		streams[i].received = 0;
		polls[2 * i] = (struct pollfd){streams[i].out, POLLOUT, 0};
		polls[2 * i + 1] = (struct pollfd){streams[i].in, POLLIN, 0};
	}
	while (now() < end) {
		if (poll(polls, 2 * (nfds_t)n, 10) < 0)
			err(1, "poll");
		for (int i = 0; i < n; i++) {
			ssize_t k = 0;
			if (polls[2 * i].revents)
				k = send(streams[i].out, chunk, CHUNK, MSG_NOSIGNAL);
			if (k >= 0 && polls[2 * i + 1].revents) {
				k = recv(streams[i].in, chunk, CHUNK, 0);
				streams[i].received += k > 0 ? (double)k : 0;
			}
			if (k < 0 && errno != EAGAIN)
				err(1, "a connection broke");
		}
	}
}

/* Segments that the streams have sent, and sent again. */
static void count_segments(int n, long *sent, long *again)
{
	*sent = *again = 0;
	for (int i = 0; i < n; i++) {
		struct tcp_info info = {0};
		socklen_t size = sizeof info;
		if (getsockopt(streams[i].out, IPPROTO_TCP, TCP_INFO, &info, &size) < 0)
			err(1, "TCP_INFO");
		*sent += info.tcpi_segs_out;
		*again += info.tcpi_total_retrans;
	}
}

int main(int argc, char **argv)
{
	int pairs = (argc - 2) / 4, n = 2 * pairs;
	double seconds = argc > 1 ? strtod(argv[1], NULL) : 0, bits[2] = {0};
	long sent_before, again_before, sent, again;

	if (seconds <= 0 || pairs < 1 || pairs > PAIRS || argc != 2 + 4 * pairs)
		errx(2, "usage: flow SECONDS (NAMESPACE ADDRESS NAMESPACE ADDRESS)...");
	for (int i = 0; i < pairs; i++) {
		char **pair = argv + 2 + 4L * i;
		open_stream(&streams[2 * i], pair, pair + 2);
		open_stream(&streams[2 * i + 1], pair + 2, pair);
	}
	run(n, seconds > 1 ? seconds / 2 : 0.5); /* TCP finds the rate */
	count_segments(n, &sent_before, &again_before);
	double since = now();
	run(n, seconds);
	double took = now() - since;
	count_segments(n, &sent, &again);
	for (int i = 0; i < n; i++)
		bits[i % 2] += streams[i].received * 8 / took;
	printf("%.0f %.0f %ld %ld\n", bits[0], bits[1], sent - sent_before, again - again_before);
	return 0;
}
