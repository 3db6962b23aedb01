/* SPDX-License-Identifier: BSD-3-Clause
 * The runtime's messages on stderr, how often they come, and why a call is or is not ours.
 */
#include "mpi/report.h"

#include <pthread.h>
#include <stdlib.h>

/* The causes that came up for one cluster: bit `what` of rg_first. */
struct causes {
	const struct rg_cluster *c;
	uint64_t seen;
	struct causes *next;
};

static struct causes *all_causes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

const char *rg_reason_text(enum rg_reason why)
{
	static const char *const text[RG_REASONS] = {
		[RG_NEW] = "this communicator is not set up yet",
		[RG_OURS] = "not native",
		[RG_EMPTY] = "there is no data",
		[RG_ORDERED] = "the operation does not commute",
		[RG_UNORDERED] = "no algorithm in the file combines in the order of the ranks",
		[RG_SLOWER] = "the plan has it for so many bytes",
		[RG_TRIED] = "it was the fastest in a trial, for about so many bytes",
		[RG_NOT_PROVED] = "its algorithm is not proved where these ranks are",
		[RG_NOT_SELECTED] = "RINGGEN_COLLECTIVES or ringgen_collectives does not name it",
		[RG_TOO_SHORT] =
			"RINGGEN_COLLECTIVES or ringgen_collectives names it for longer vectors",
		[RG_NO_ALGORITHM] = "there is no algorithm for it",
		[RG_NO_WINDOWS] = "its algorithm needs shared memory, and elements without gaps",
		[RG_NO_LOANS] = "its algorithm needs ranks that may read each other's memory",
		[RG_MACHINES] = "its algorithm is for one machine",
		[RG_USERS_OP] = "an operation of the program's own may be freed before it is over",
		[RG_NO_PROGRESS] = "nothing would let it go on within other calls of MPI",
		[RG_NO_TAG] = "there is no tag left for its messages",
		[RG_ON_DEVICE] = "a buffer is in the memory of a device",
		[RG_MAY_BE_ON_DEVICE] =
			"it cannot wait until the ranks agree where its buffers are",
		[RG_ONE_PROCESS] = "there is one process only",
		[RG_INTER] = "it is an inter-communicator",
		[RG_OTHER_VERSION] =
			"the routines were generated for another version of libringgen",
		[RG_OTHER_WORLD] = "there are processes of another MPI_COMM_WORLD",
		[RG_MIXED_SELECTION] =
			"RINGGEN_COLLECTIVES or ringgen_collectives is not the same on all ranks",
		[RG_MIXED_SETTING] = "RINGGEN_TOPOLOGY is not the same on all ranks",
		[RG_BAD_SETTING] = "RINGGEN_TOPOLOGY has a value other than 'auto'",
		[RG_NO_CONTEXT] = "there is no context left for a private communicator",
		[RG_UNKNOWN_HOST] = "a host is not in the topology",
		[RG_OTHER_SIZE] = "the routines were generated for another number of ranks",
		[RG_OTHER_PLACE] = "the routines were generated for other places of the ranks",
		[RG_SOME_MACHINES] =
			"its order is for all machines of that graph, not for some: see '--hosts'",
		[RG_ALIKE_HOSTS] =
			"the topology has one machine for two hosts of one name in two domains",
		[RG_OFF] = "ringgen is off for it",
		[RG_NO_WAY_KNOWN] = "the topology tells no way between some of the machines",
	};
	return text[why];
}

static struct causes *causes_of(const struct rg_cluster *c)
{
	struct causes *s = all_causes;

	while (s && s->c != c)
		s = s->next;
	if (s || !(s = calloc(1, sizeof *s)))
		return s;
	s->c = c;
	s->next = all_causes;
	return all_causes = s;
}

bool rg_first(const struct rg_cluster *c, int what)
{
	pthread_mutex_lock(&lock);
	struct causes *s = causes_of(c);
	bool first = !s || !(s->seen & UINT64_C(1) << what);
	if (s)
		s->seen |= UINT64_C(1) << what;
	pthread_mutex_unlock(&lock);
	return first;
}

bool rg_came_up(const struct rg_cluster *c, int what)
{
	pthread_mutex_lock(&lock);
	const struct causes *s = all_causes;
	while (s && s->c != c)
		s = s->next;
	bool seen = s && s->seen & UINT64_C(1) << what;
	pthread_mutex_unlock(&lock);
	return seen;
}

void rg_report_free(void)
{
	pthread_mutex_lock(&lock);
	while (all_causes) {
		struct causes *next = all_causes->next;
		free(all_causes);
		all_causes = next;
	}
	pthread_mutex_unlock(&lock);
}
