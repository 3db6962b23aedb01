/* SPDX-License-Identifier: BSD-3-Clause
 * All ranks meet, or those that wait say so.
 *
 * A collective on MPI_COMM_WORLD would be matched with whatever collective a rank that knows
 * nothing of it calls first there; Open MPI 4.1.4 crashed in that. MPI_Comm_create_group is
 * collective over a group, not over the communicator, and its messages have a tag (MPI 3.0, 6.4.2).
 * It has no nonblocking form, so a thread keeps the time.
 */
#include "preload/names/meeting.h"
#include "mpi/overdue.h"
#include "mpi/report.h"
#include "mpi/selection.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

enum { TAG = 28657, MOMENT = 100000000 }; /* a tag that programs hardly have; nanoseconds */

struct watch {
	pthread_mutex_t lock;
	pthread_cond_t over;
	bool is_over;
	int rank;
};

static void *speak_if_late(void *data)
{
	struct watch *w = data;
	struct rg_overdue patience = rg_overdue();
	struct timespec until;

	pthread_mutex_lock(&w->lock);
	while (!w->is_over) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += MOMENT;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		pthread_cond_timedwait(&w->over, &w->lock, &until);
		if (!w->is_over && rg_overdue_ends(&patience, w->rank))
			rg_say("rank %d waits in MPI_Init for other ranks: libringgen-preload has "
			       "to be loaded on all, with RINGGEN_TOPOLOGY "
			       "or " RG_SELECTION_VARIABLE
			       " set on all or on none (Open MPI's mpirun hands on what -x names)",
			       w->rank);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

/* The program's signals are not for this thread. False: there is none. */
static bool begin(struct watch *w, pthread_t *thread)
{
	sigset_t all, before;

	sigfillset(&all);
	bool masked = !pthread_sigmask(SIG_SETMASK, &all, &before);
	bool is = !pthread_create(thread, NULL, speak_if_late, w);
	if (masked)
		pthread_sigmask(SIG_SETMASK, &before, NULL);
	return is;
}

static void end(struct watch *w, pthread_t thread)
{
	pthread_mutex_lock(&w->lock);
	w->is_over = true;
	pthread_cond_signal(&w->over);
	pthread_mutex_unlock(&w->lock);
	pthread_join(thread, NULL);
}

int rg_meeting(int rank, MPI_Comm *all)
{
	struct watch w = {
		.lock = PTHREAD_MUTEX_INITIALIZER, .over = PTHREAD_COND_INITIALIZER, .rank = rank};
	pthread_t thread;
	MPI_Group group;
	int err = PMPI_Comm_group(MPI_COMM_WORLD, &group);

	if (err)
		return err;
	bool watched = begin(&w, &thread);
	err = PMPI_Comm_create_group(MPI_COMM_WORLD, group, TAG, all);
	if (watched)
		end(&w, thread);
	PMPI_Group_free(&group);
	return err;
}
