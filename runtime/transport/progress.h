/* SPDX-License-Identifier: BSD-3-Clause
 * The tasks in progress: collectives that were started and whose callers have gone on.
 *
 * A caller that waits for one task advances all of them. Tasks must also go on while a process is
 * in some other call of MPI, or in none: Open MPI lets others take part in its own progress; with
 * MPI_THREAD_MULTIPLE a thread looks after tasks that nobody has advanced for a while. Where
 * neither can be had, only our own calls advance them.
 */
#ifndef RG_TRANSPORT_PROGRESS_H
#define RG_TRANSPORT_PROGRESS_H

#include <stdbool.h>

/* The lock
 *
 * One lock guards the list of tasks, what tasks work on, and what they share with those who start
 * and free them: the counts in a context (context.h), the lists of operations and comparisons. Any
 * thread may come to hold it within any call of MPI.
 *
 * Under it, that is in `advance`, `over` and `drop`, and between rg_progress_lock() and _unlock():
 * - Only MPI calls that do not wait for another process, on communicators of our own, whose error
 *   handlers return. Within them Open MPI's progress calls us again, which finds the lock taken and
 *   goes its way; MPI may call a user's operation, which must not communicate.
 * - Nothing of the program's is called: no error handler, no MPI_Type_free (it may call a function
 *   that deletes attributes). An error is kept. The thread that completes the request raises it,
 *   without the lock: a handler may call anything.
 * - No task is added or waited for. `over` may free its own task, and nothing that another uses.
 *
 * The thread is in no call of MPI once MPI_Finalize has begun: MPICH does without its own lock from
 * then on, and one that is held at that moment is held for ever. So the thread is ended before
 * that, if a caller has promised to do so (rg_progress_expect_finalize). Otherwise it looks only
 * after tasks that somebody waits for, since nobody waits any more then.
 *
 * A thread that holds another lock must not wait for this one: the locks of context.c, handles.c,
 * op.c and report.c are taken last. MPICH holds its own lock while it calls an error handler by
 * itself (not by MPI_Comm_call_errhandler), so rg_progress() does not wait for ours. */

/* A task stands still, or is in the list and is advanced, by one thread at a time. */
struct rg_task {
	/* Go on without waiting. Whether it is over. *moved: something was done. Locked. */
	bool (*advance)(struct rg_task *t, bool *moved);
	/* It is over, and no longer in the list: it may be freed here. Locked. */
	void (*over)(struct rg_task *t);
	/* It is not over, and never will be, as MPI_Finalize has begun; it is no longer in the
	 * list. Locked. NULL: its owner knows. */
	void (*drop)(struct rg_task *t);
	bool left; /* nobody waits for it, nor will. Locked. */
	struct rg_task *prev, *next;
};

#pragma GCC visibility push(hidden)

/* Whether RINGGEN_PROGRESS lets tasks go on by themselves: it is not "none". */
bool rg_progress_is_wanted(void);

/* Whether tasks go on within any call of MPI. The same at any time, in the same process. If that is
 * by a thread, it is started here. */
bool rg_progress_is_on_its_own(void);

/* Whether they do not since the thread could not be started. */
bool rg_progress_has_failed(void);

/* Between these two a thread may use the data that tasks share with those who start or free them.
 * The lock must not be held while a task is waited for. */
void rg_progress_lock(void);
void rg_progress_unlock(void);

/* Advance a task, and put it in the list unless it is over at once. Locked. */
void rg_progress_add(struct rg_task *t);

/* Whether there is a task in progress. A caller that sees none also sees that the last ones are
 * over. */
bool rg_progress_any(void);

/* Advance all tasks, unless another thread does. Whether anything was done. */
bool rg_progress(void);

/* Advance all tasks until *over, which one of them sets; gives up when nothing has been done for a
 * number of looks, or another thread has the lock or wants it: other threads and processes are to
 * get their turn then. Whether it is over. */
bool rg_progress_until(const _Atomic bool *over);

/* Give the core away, before the next rg_progress_until(), which goes by whether anybody took it.
 */
void rg_progress_yield(void);

/* rg_progress_before_finalize() will be called. */
void rg_progress_expect_finalize(void);

/* MPI_Finalize is about to begin: there is no thread of ours any more. Not locked. */
void rg_progress_before_finalize(void);

/* MPI_Finalize has begun: no task goes on any more, after a last look. */
void rg_progress_stop(void);

#pragma GCC visibility pop
#endif
