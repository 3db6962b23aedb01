/* SPDX-License-Identifier: BSD-3-Clause
 * Is a tuning file right for all correct programs? Calls in which the ranks' arguments differ as
 * far as MPI lets them: nonsense where arguments do not count, MPI_IN_PLACE, other types of the
 * same signature, blocks of other lengths, none at all, operations that do not commute; on a part
 * of the ranks, in another order, on one rank, between two groups.
 *
 *   agreed FILE [WORD...]
 *
 * FILE has lines: a collective, ranks, and the bytes of the whole vector around which to try; or
 * "between", the ranks of two groups, and bytes. Results are compared with what they must be by
 * items' values alone. If that goes wrong, hangs for a minute, crashes or fails, the case that is
 * under way is told. Words say what programs keep to, as those of ringgen export --assume:
 * "commuting", "alike".
 */
#include "agreed.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

long calls;
bool commuting, alike;
atomic_int *came;
static int world, seconds;
static bool over;
static char doing[256] = "the beginning";

/* ---- Faults */

void now(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(doing, sizeof doing, format, args);
	va_end(args);
	calls++;
	alarm((unsigned)seconds);
}

void wrong(const char *format, ...)
{
	va_list args;
	char what[256];
	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	fprintf(stderr, "agreed: rank %d: %s: %s\n", world, doing, what);
	fflush(stderr);
	PMPI_Abort(MPI_COMM_WORLD, 1);
	_exit(1);
}

static void say(const char *s)
{
	ssize_t n = write(STDERR_FILENO, s, strlen(s));
	(void)n;
}

static void at_signal(int signal)
{
	say("agreed: ");
	say(doing);
	say(signal == SIGALRM ? ": it hangs\n" : ": it crashes\n");
	_exit(1);
}

/* A library that stops by itself does so without a signal. */
static void at_end(void)
{
	if (!over) {
		say("agreed: ");
		say(doing);
		say(": the library ends the program\n");
	}
}

static void at_error(MPI_Comm *comm, int *code, ...)
{
	char text[MPI_MAX_ERROR_STRING];
	int n;
	(void)comm;
	MPI_Error_string(*code, text, &n);
	text[strcspn(text, "\n")] = '\0';
	wrong("it fails: %s", text);
}

MPI_Errhandler watcher(void)
{
	static MPI_Errhandler made = MPI_ERRHANDLER_NULL;
	if (made == MPI_ERRHANDLER_NULL)
		MPI_Comm_create_errhandler(at_error, &made);
	return made;
}

void watch(int limit)
{
	seconds = limit;
	signal(SIGALRM, at_signal);
	signal(SIGSEGV, at_signal);
	signal(SIGABRT, at_signal);
	signal(SIGFPE, at_signal);
}

/* ---- Ints, and how they are told */

struct side side_of(int n, enum style style)
{
	struct side s = {MPI_INT, n, 1, false};
	if (style == WHOLE && n) {
		MPI_Type_contiguous(n, MPI_INT, &s.type);
		s.count = 1;
	} else if (style == GAPS) {
		MPI_Type_create_resized(MPI_INT, 0, 2 * (MPI_Aint)sizeof(int), &s.type);
		s.step = 2;
	} else if (style == THREES && n && n % 3 == 0) {
		MPI_Type_contiguous(3, MPI_INT, &s.type);
		s.count = n / 3;
	} else {
		return s;
	}
	MPI_Type_commit(&s.type);
	s.made = true;
	return s;
}

void side_free(struct side *s)
{
	if (s->made)
		MPI_Type_free(&s->type);
}

enum { FREE = 0x5a5a5a5a };

struct ints ints_new(int n, int step)
{
	struct ints v = {malloc(((size_t)n * (size_t)step + 1) * sizeof(int)), n, step};
	for (int i = 0; i <= n * step; i++)
		v.at[i] = FREE;
	return v;
}

void ints_free(struct ints *v)
{
	free(v->at);
}

int *ints_place(const struct ints *v, int i)
{
	return v->at + (ptrdiff_t)i * v->step;
}

int item(int from, int i)
{
	unsigned x = (unsigned)i * 2654435761U + (unsigned)from * 40503U + 12345U;
	x ^= x >> 15;
	return (int)(x & 0xffffff);
}

void put(const struct ints *v, int to, int n, int from, int first)
{
	for (int i = 0; i < n; i++)
		*ints_place(v, to + i) = item(from, first + i);
}

int step_of(int n, int i)
{
	return n > 40000 && i > 20 && i < n - 40 ? 13 : 1;
}

void check(const struct ints *v, int to, int n, int from, int first)
{
	for (int i = 0; i < n; i += step_of(n, i))
		if (*ints_place(v, to + i) != item(from, first + i))
			wrong("place %d has 0x%x in place of item %d of rank %d, 0x%x", to + i,
			      (unsigned)*ints_place(v, to + i), first + i, from,
			      (unsigned)item(from, first + i));
}

void check_free(const struct ints *v, int from, int to)
{
	for (int i = from; i < to; i++)
		if (*ints_place(v, i) != FREE)
			wrong("place %d was written", i);
	for (int i = 0; i <= v->n * v->step; i++)
		if ((i % v->step || i == v->n * v->step) && v->at[i] != FREE)
			wrong("%s was written", i % v->step ? "a gap" : "what is behind the end");
}

/* ---- The cases */

enum { LONG = 300000 };

/* The last ranks are first. A set-up takes part in the rules, too. */
static struct place place_of(int ranks)
{
	static struct place made[MOST_RANKS + 1];
	static bool is_made[MOST_RANKS + 1];
	struct place *p = &made[ranks];
	if (is_made[ranks])
		return *p;
	now("MPI_Comm_split of %d ranks", ranks);
	int size;
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (ranks > size)
		wrong("there are %d ranks", size);
	MPI_Comm_split(MPI_COMM_WORLD, world < ranks ? 0 : MPI_UNDEFINED, -world, &p->comm);
	if (p->comm != MPI_COMM_NULL) {
		MPI_Comm_size(p->comm, &p->P);
		MPI_Comm_rank(p->comm, &p->rank);
		MPI_Comm_set_errhandler(p->comm, watcher());
	}
	is_made[ranks] = true;
	return *p;
}

static void between(int first, int second, int bytes)
{
	struct place own = {MPI_COMM_NULL, 0, 0};
	MPI_Comm inter;
	now("MPI_Intercomm_create of %d and %d ranks", first, second);
	int part = world < first ? 0 : world < first + second ? 1 : MPI_UNDEFINED;
	MPI_Comm_split(MPI_COMM_WORLD, part, 0, &own.comm);
	if (part == MPI_UNDEFINED)
		return;
	MPI_Comm_size(own.comm, &own.P);
	MPI_Comm_rank(own.comm, &own.rank);
	MPI_Intercomm_create(own.comm, 0, MPI_COMM_WORLD, part ? 0 : first, 7, &inter);
	MPI_Comm_set_errhandler(inter, watcher());
	const int most = first > second ? first : second;
	for (int d = -1; d <= 1; d++) {
		int n = bytes / (int)sizeof(int) / most + d;
		calls_between(inter, &own, part ? first : second, !part, n < 0 ? 0 : n);
	}
	MPI_Comm_free(&inter);
	MPI_Comm_free(&own.comm);
}

/* Vectors that are just too short, and just long enough; the same for blocks. Very long vectors are
 * tried at one length. */
static bool around(const char *collective, int ranks, int bytes)
{
	const struct place p = place_of(ranks);
	const bool whole = strstr("allreduce bcast reduce scan exscan", collective) != NULL;
	const int n = bytes / (int)sizeof(int) / (whole ? 1 : ranks);
	bool known = true;
	const int most = bytes > LONG ? 0 : 1;
	for (int d = -1; d <= most && p.comm != MPI_COMM_NULL; d++)
		if (n + d >= 0 && (most || !d))
			known = calls_of(&p, collective, n + d) && known;
	return known;
}

static void run(const char *file)
{
	FILE *f = fopen(file, "r");
	char line[128], what[32];
	if (!f)
		wrong("no such file: %s", file);
	while (fgets(line, sizeof line, f)) {
		int a, b, c = 0;
		int n = sscanf(line, "%31s %d %d %d", what, &a, &b, &c);
		if (n < 3 || a < 1 || a > MOST_RANKS)
			wrong("no case: %s", line);
		if (strcmp(what, "between") == 0)
			between(a, b, c);
		else if (!around(what, a, b))
			wrong("no collective: %s", line);
	}
	fclose(f);
}

/* All ranks are on this machine, and share FILE.came, which is empty before. */
static void share(const char *file)
{
	const size_t n = (MOST_RANKS + 1) * sizeof *came;
	char name[4096];
	snprintf(name, sizeof name, "%s.came", file);
	int fd = open(name, O_RDWR | O_CREAT, 0600);
	if (fd < 0 || ftruncate(fd, (off_t)n))
		wrong("cannot write %s", name);
	came = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (came == MAP_FAILED)
		wrong("cannot map %s", name);
	close(fd);
}

int main(int argc, char **argv)
{
	watch(60);
	atexit(at_end);
	for (int i = 2; i < argc; i++) {
		commuting |= strcmp(argv[i], "commuting") == 0;
		alike |= strcmp(argv[i], "alike") == 0;
	}
	alarm((unsigned)seconds);
	MPI_Init(&argc, &argv);
	watch(seconds); /* UCX and Open MPI have set their own */
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, watcher());
	MPI_Comm_rank(MPI_COMM_WORLD, &world);
	if (argc < 2)
		wrong("agreed FILE [WORD...]");
	share(argv[1]);
	run(argv[1]);
	now("the end");
	MPI_Barrier(MPI_COMM_WORLD);
	if (world == 0)
		printf("agreed: ok, %ld calls\n", calls);
	MPI_Finalize();
	over = true;
	return 0;
}
