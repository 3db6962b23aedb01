/* SPDX-License-Identifier: BSD-3-Clause
 * timeout [-k S] [-s SIGNAL] [--foreground] [--preserve-status] [--while-grows FILE] S COMMAND...
 *
 * timeout(1) for tests: its seconds are those of a free machine of this project's kind. Where the
 * machine is slower, or busy with other work, a second takes longer, so that a limit ends what
 * hangs and nothing else. With --while-grows the limit begins anew whenever the file has grown.
 * check.sh puts this before the system's timeout.
 */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Exit statuses of timeout(1). */
enum { TIMED_OUT = 124, FAILED = 125, CANNOT_RUN = 126, NOT_FOUND = 127 };

/* So often the machine is measured, in seconds: the work below is then less than 1 % of a core. */
static const double EVERY = 2;

/* STEPS dependent multiplications take PROBE seconds on a core of 3 GHz. */
enum { STEPS = 7500000 };
static const double PROBE = 0.01;

/* A machine is not taken for slower than this: what hangs has to end some day. */
static const double SLOWEST = 100;

static struct {
	double limit, kill_after;
	int signal;
	bool foreground, preserve;
	const char *grows;
} asked = {.signal = SIGTERM};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* How much longer some work takes than on a free core: it is slow, or others have it meanwhile. */
static double slow_core(void)
{
	static volatile uint64_t kept;
	double since = now();
	uint64_t x = kept;

	for (int i = 0; i < STEPS; i++)
		x = x * 6364136223846793005u + 1442695040888963407u;
	kept = x;
	return (now() - since) / PROBE;
}

/* How many want to run for each core: a process that sleeps often is not held up by them at first,
 * so slow_core does not see them all.
 */
static double busy_cores(void)
{
	FILE *f = fopen("/proc/loadavg", "r");
	int running = 0;

	if (!f)
		return 1;
	if (fscanf(f, "%*s %*s %*s %d/", &running) != 1)
		running = 0;
	fclose(f);
	return (double)running / (double)sysconf(_SC_NPROCESSORS_ONLN);
}

static double slowness(void)
{
	double core = slow_core(), busy = busy_cores(), most = core > busy ? core : busy;

	return most < 1 ? 1 : most > SLOWEST ? SLOWEST : most;
}

static void fail(const char *what)
{
	fprintf(stderr, "timeout: %s\n", what);
	exit(FAILED);
}

/* Seconds, with one of timeout(1)'s suffixes or none. */
static double seconds(const char *text)
{
	char *end;
	double s = strtod(text, &end);
	double unit = *end == 'm' ? 60 : *end == 'h' ? 3600 : *end == 'd' ? 86400 : 1;

	if (end == text || !(s >= 0) || (*end && (!strchr("smhd", *end) || end[1])))
		fail("the time is not a number of seconds");
	return s * unit;
}

static int signal_of(const char *name)
{
	if (!strncasecmp(name, "SIG", 3))
		name += 3;
	for (int s = 1; s < NSIG; s++)
		if (sigabbrev_np(s) && !strcasecmp(name, sigabbrev_np(s)))
			return s;
	if (atoi(name) < 1 || atoi(name) >= NSIG)
		fail("there is no such signal");
	return atoi(name);
}

static char **parse(int argc, char **argv)
{
	static const struct option options[] = {
		{"kill-after", required_argument, NULL, 'k'},
		{"signal", required_argument, NULL, 's'},
		{"foreground", no_argument, NULL, 'f'},
		{"preserve-status", no_argument, NULL, 'p'},
		{"while-grows", required_argument, NULL, 'g'},
		{0},
	};

	for (int c; (c = getopt_long(argc, argv, "+k:s:", options, NULL)) != -1;)
		switch (c) {
		case 'k':
			asked.kill_after = seconds(optarg);
			break;
		case 's':
			asked.signal = signal_of(optarg);
			break;
		case 'f':
			asked.foreground = true;
			break;
		case 'p':
			asked.preserve = true;
			break;
		case 'g':
			asked.grows = optarg;
			break;
		default:
			exit(FAILED);
		}
	if (argc - optind < 2)
		fail("a time and a command are wanted");
	asked.limit = seconds(argv[optind]);
	return argv + optind + 1;
}

static const int passed_on[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};
enum { PASSED_ON = sizeof passed_on / sizeof *passed_on };

/* They are waited for, not handled. Returns the set. */
static sigset_t block(sigset_t *before)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	for (int i = 0; i < PASSED_ON; i++)
		sigaddset(&set, passed_on[i]);
	sigprocmask(SIG_BLOCK, &set, before);
	return set;
}

static pid_t start(char **command, const sigset_t *before)
{
	pid_t child = fork();

	if (child < 0)
		fail(strerror(errno));
	if (child)
		return child;
	sigprocmask(SIG_SETMASK, before, NULL);
	signal(SIGTTIN, SIG_DFL);
	signal(SIGTTOU, SIG_DFL);
	/* A shell has what it starts in the background ignore some of them. */
	for (int i = 0; i < PASSED_ON; i++)
		signal(passed_on[i], SIG_DFL);
	execvp(*command, command);
	fprintf(stderr, "timeout: %s: %s\n", *command, strerror(errno));
	_exit(errno == ENOENT ? NOT_FOUND : CANNOT_RUN);
}

/* To the command, and to all that it has started unless they are to stay in the foreground; this
 * process, which is in their group, takes no notice of it, but for SIGKILL.
 */
static void tell(pid_t child, int sig)
{
	static const struct timespec at_once;
	sigset_t own;

	kill(child, sig);
	if (asked.foreground)
		return;
	sigemptyset(&own);
	sigaddset(&own, sig);
	signal(sig, SIG_IGN);
	kill(0, sig);
	sigtimedwait(&own, NULL, &at_once);
	if (sig != SIGKILL)
		kill(0, SIGCONT);
}

static bool ended(pid_t child, int *status)
{
	return waitpid(child, status, WNOHANG) == child;
}

static off_t grown(void)
{
	struct stat s;

	return asked.grows && !stat(asked.grows, &s) ? s.st_size : 0;
}

/* Until the command has ended or the machine has given so many seconds. Returns whether it ended.
 */
static bool watch(pid_t child, const sigset_t *set, double limit, int *status)
{
	double given = 0, slow = 1, since = now();
	off_t size = grown();

	while (!ended(child, status)) {
		double left = (limit - given) * slow, nap = left < EVERY ? left : EVERY;
		struct timespec t = {(time_t)nap, (long)((nap - (double)(time_t)nap) * 1e9) + 1000};
		int sig = sigtimedwait(set, NULL, &t);
		if (sig > 0 && sig != SIGCHLD)
			tell(child, sig);
		if (sig > 0)
			continue;
		double then = since, next = slowness();
		since = now();
		given += (since - then) / (next > slow ? next : slow);
		slow = next;
		if (grown() != size) {
			size = grown();
			given = 0;
		}
		if (given >= limit)
			return ended(child, status);
	}
	return true;
}

static int answer(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
	char **command = parse(argc, argv);
	int status = 0;
	double since = now();
	sigset_t before, set;

	if (!asked.foreground)
		setpgid(0, 0);
	signal(SIGTTIN, SIG_IGN);
	signal(SIGTTOU, SIG_IGN);
	set = block(&before);
	pid_t child = start(command, &before);
	if (asked.limit > 0 ? watch(child, &set, asked.limit, &status)
	                    : waitpid(child, &status, 0) == child)
		return answer(status);
	fprintf(stderr, "timeout: %s ended after %g s of a free machine, %.0f s here\n", *command,
	        asked.limit, now() - since);
	tell(child, asked.signal);
	if (asked.kill_after > 0 && !watch(child, &set, asked.kill_after, &status)) {
		tell(child, SIGKILL);
		waitpid(child, &status, 0);
		return 128 + SIGKILL;
	}
	if (asked.kill_after <= 0)
		waitpid(child, &status, 0);
	return asked.preserve ? answer(status) : TIMED_OUT;
}
