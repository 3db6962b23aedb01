/* SPDX-License-Identifier: BSD-3-Clause
 * The tasks in progress: collectives that were started and whose callers have gone on.
 *
 * Who waits for one advances them all. So that they also go on while a process is in some other
 * call of MPI, or in none: Open MPI lets others take part in its own progress; with
 * MPI_THREAD_MULTIPLE a thread looks after tasks that nobody has advanced for a while. Where
 * neither can be had, only our own calls advance them.
 */
#ifndef RG_PROGRESS_H
#define RG_PROGRESS_H

#include <stdbool.h>

/* A task stands still, or is in the list and is advanced, by one thread at a time. */
struct rg_task {
	/* Go on without waiting. Whether it is over. *moved: something was done. */
	bool (*advance)(struct rg_task *t, bool *moved);
	/* It is over, and no longer in the list: it may be freed here. */
	void (*over)(struct rg_task *t);
	struct rg_task *prev, *next;
};

#pragma GCC visibility push(hidden)

/* Whether RINGGEN_PROGRESS lets tasks go on by themselves: it is not "none". */
bool rg_progress_is_wanted(void);

/* Whether tasks go on within any call of MPI. The same at any time, in the same process. */
bool rg_progress_is_on_its_own(void);

/* What tasks and those who start or free them share is theirs between these two. Not to be held
 * when a task is waited for. */
void rg_progress_lock(void);
void rg_progress_unlock(void);

/* Advance a task, and put it in the list unless it is over at once. Locked. */
void rg_progress_add(struct rg_task *t);

/* Whether there is a task in progress. */
bool rg_progress_any(void);

/* Advance all tasks. Whether anything was done. */
bool rg_progress(void);

/* Advance all tasks until *over, which one of them sets; gives up when nothing has been done for a
 * number of looks. Whether it is over. */
bool rg_progress_until(const _Atomic bool *over);

/* MPI_Finalize has begun: no task goes on any more. */
void rg_progress_stop(void);

#pragma GCC visibility pop
#endif
