/* SPDX-License-Identifier: BSD-3-Clause
 * The tasks in progress: collectives that were started and whose callers have gone on.
 */
#include "transport/progress.h"
#include "mpi/library.h"
#include "mpi/setting.h"
#include "transport/window.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* see progress.h */
static struct rg_task all = {.prev = &all, .next = &all};
static atomic_bool any; /* is there a task: may be asked without the lock */
static unsigned beat;   /* how often tasks were advanced */

/* How many threads wait for the lock. A thread that has it only to advance tasks may keep it for
 * long, since MPI may give the core away in each call, and the lock is not fair: so it gives way to
 * these. */
static atomic_int waiting;

void rg_progress_lock(void)
{
	if (!pthread_mutex_trylock(&lock))
		return;
	atomic_fetch_add(&waiting, 1);
	pthread_mutex_lock(&lock);
	atomic_fetch_sub(&waiting, 1);
}

/* False: another thread has it, which may be advancing all tasks, or is about to. */
static bool lock_to_advance(void)
{
	return !atomic_load_explicit(&waiting, memory_order_relaxed) &&
	       !pthread_mutex_trylock(&lock);
}

void rg_progress_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

/* A thread that sees no task any more also sees that the last one is over. */
static void settle_any(void)
{
	atomic_store_explicit(&any, all.next != &all, memory_order_release);
}

static void link_task(struct rg_task *t)
{
	t->prev = all.prev;
	t->next = &all;
	all.prev->next = t;
	all.prev = t;
	settle_any();
}

static void unlink_task(struct rg_task *t)
{
	t->prev->next = t->next;
	t->next->prev = t->prev;
}

/* Advance the tasks in the order in which they were started, up to this one. A task that is over
 * leaves the list first, since it may be freed then; no other comes or goes meanwhile. */
static bool advance_to(const struct rg_task *last)
{
	bool moved = false, ended = false, further = last != &all;

	beat++;
	for (struct rg_task *t = all.next, *next; further; t = next) {
		bool over = t->advance(t, &moved);
		further = t != last;
		next = t->next;
		if (!over)
			continue;
		unlink_task(t);
		t->over(t);
		ended = true;
	}
	if (ended)
		settle_any();
	return moved || ended;
}

static bool advance_all(void)
{
	return advance_to(all.prev);
}

bool rg_progress_any(void)
{
	return atomic_load_explicit(&any, memory_order_acquire);
}

bool rg_progress(void)
{
	if (!rg_progress_any() || !lock_to_advance())
		return false;
	bool moved = advance_all();
	pthread_mutex_unlock(&lock);
	return moved;
}

/* Whether somebody else ran when this process last gave its core away. */
static atomic_bool core_is_shared;

void rg_progress_yield(void)
{
	/* Seconds. Where nobody else wants the core, sched_yield() took 0.2 us (Linux 6.18, Intel
	 * Xeon at 2.8 GHz); beside a process that gives the core back at once, 1.5 us. */
	const double SWITCH = 1e-6;
	double since = PMPI_Wtime();

	sched_yield();
	atomic_store_explicit(&core_is_shared, PMPI_Wtime() - since > SWITCH, memory_order_relaxed);
}

bool rg_progress_until(const _Atomic bool *over)
{
	/* Seconds in vain: somewhat more than it takes to give the core away and to get it back,
	 * if somebody else needs it. Where somebody does, a twentieth of that, and no more looks
	 * than a blocking call has in a crowd (rg_mpi_run): a persistent allreduce of 8 B of 32
	 * ranks on two cores took 2.8 ms without it, and 0.9 to 1.4 with it. A number of looks
	 * alone would not do, since a look at many tasks takes as long as a thousand at one; but
	 * time may stand still in a simulation. */
	const double MOST = 20e-6, MOST_IF_SHARED = 1e-6;
	enum { LOOKS = 1000, LOOKS_IF_SHARED = 30 };
	const bool shared =
		rg_window_crowd() || atomic_load_explicit(&core_is_shared, memory_order_relaxed);
	const double most = shared ? MOST_IF_SHARED : MOST;
	const int looks_most = shared ? LOOKS_IF_SHARED : LOOKS;

	if (lock_to_advance()) {
		double since = PMPI_Wtime(), now = since;
		for (int looks = 0; looks < looks_most && now - since < most; looks++) {
			if (atomic_load_explicit(over, memory_order_relaxed) ||
			    atomic_load_explicit(&waiting, memory_order_relaxed))
				break;
			bool moved = advance_all();
			now = PMPI_Wtime();
			since = moved ? now : since;
			looks = moved ? 0 : looks;
		}
		pthread_mutex_unlock(&lock);
	}
	return atomic_load_explicit(over, memory_order_acquire);
}

/* ---- Within Open MPI's own progress */

typedef int callback(void);
typedef int register_callback(callback *);

#if defined(OPEN_MPI) || defined(RG_STANDARD_ABI)
/* Called within any call of MPI that waits, and by some that do not: also by what a task itself
 * calls. Returns how much was done, as Open MPI wants it. */
static int in_their_progress(void)
{
	if (!rg_progress_any() || !lock_to_advance())
		return 0;
	int moved = advance_all();
	pthread_mutex_unlock(&lock);
	return moved;
}

/* Open MPI's function of that name: its libraries need not be in everybody's sight. */
static register_callback *theirs(const char *name)
{
	Dl_info object;
	void *library, *found = NULL;

	if (dladdr((void *)(uintptr_t)PMPI_Init, &object) && object.dli_fname &&
	    (library = dlopen(object.dli_fname, RTLD_LAZY | RTLD_NOLOAD))) {
		found = dlsym(library, name);
		dlclose(library);
	}
	return (register_callback *)(uintptr_t)found;
}

static register_callback *hook(void)
{
	return RG_IS_OPEN_MPI && theirs("opal_progress_unregister")
	               ? theirs("opal_progress_register")
	               : NULL;
}

static void unhook(void)
{
	theirs("opal_progress_unregister")(in_their_progress);
}
#else
static callback *const in_their_progress = NULL;

static register_callback *hook(void)
{
	return NULL;
}

static void unhook(void)
{
}
#endif

/* ---- By a thread of our own */

static pthread_t thread;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static bool stop, asleep;
static bool there;    /* the thread is */
static bool expected; /* it will be ended before MPI_Finalize */

/* The last task that the thread is to look after. Those before it may have to be over first. */
static const struct rg_task *last_to_look_after(void)
{
	const struct rg_task *t = all.prev;

	while (t != &all && t->left && !expected)
		t = t->prev;
	return t;
}

static void pause_for(long nanoseconds)
{
	pthread_mutex_unlock(&lock);
	nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
	pthread_mutex_lock(&lock);
}

/* Nothing to do: look again in a while, and sleep in the end. To be woken costs the one who wakes.
 */
static void idle(void)
{
	enum { LOOKS = 100, PAUSE = 1000000 /* ns */ };
	static int looks = LOOKS; /* it begins asleep */

	if (++looks < LOOKS) {
		pause_for(PAUSE);
		return;
	}
	asleep = true;
	while (asleep && !stop)
		pthread_cond_wait(&more, &lock);
	looks = 0;
}

/* Look after tasks that nobody else has advanced meanwhile; the less there is to do, the rarer. */
static void *look_after_tasks(void *nothing)
{
	enum { LEAST = 20000, MOST = 1000000 }; /* ns */
	long pause = LEAST;
	(void)nothing;

	pthread_mutex_lock(&lock);
	while (!stop) {
		if (last_to_look_after() == &all) {
			idle();
			continue;
		}
		unsigned seen = beat;
		pause_for(pause);
		if (stop || beat != seen || !advance_to(last_to_look_after()))
			pause = pause < MOST ? 2 * pause : pause;
		else
			pause = LEAST;
	}
	pthread_mutex_unlock(&lock);
	return NULL;
}

/* Its stack is not what RLIMIT_STACK says, which may be too little for MPI, or more than there is
 * memory. The size is chosen. */
static bool start_thread(void)
{
	enum { STACK = 1 << 20 };
	pthread_attr_t how;

	if (pthread_attr_init(&how))
		return false;
	there = !pthread_attr_setstacksize(&how, STACK) &&
	        !pthread_create(&thread, &how, look_after_tasks, NULL);
	pthread_attr_destroy(&how);
	return there;
}

static void wake(void)
{
	if (asleep)
		pthread_cond_signal(&more);
	asleep = false;
}

/* ---- Which of the two */

enum source { NOTHING, HOOK, THREAD };

static enum source source;
static pthread_once_t once = PTHREAD_ONCE_INIT; /* of it */
static bool failed;                             /* no thread could be had */
static bool hooked;

static bool is_set_to(const char *what)
{
	return !strcasecmp(rg_setting(RG_PROGRESS), what);
}

bool rg_progress_is_wanted(void)
{
	return !is_set_to("none");
}

/* RINGGEN_PROGRESS=thread: not within Open MPI's. The thread is started at once, while ranks may
 * still agree to do without: there may be no more threads later. It sleeps until there is a task.
 */
static void find_source(void)
{
	int level = MPI_THREAD_SINGLE;

	if (!rg_progress_is_wanted())
		return;
	if (hook() && !is_set_to("thread")) {
		source = HOOK;
		return;
	}
	PMPI_Query_thread(&level);
	if (level != MPI_THREAD_MULTIPLE)
		return;
	failed = !start_thread();
	source = failed ? NOTHING : THREAD;
}

bool rg_progress_is_on_its_own(void)
{
	pthread_once(&once, find_source);
	return source > NOTHING;
}

bool rg_progress_has_failed(void)
{
	return failed;
}

static void run(void)
{
	if (hooked || !rg_progress_is_on_its_own() || source != HOOK)
		return;
	hooked = true;
	hook()(in_their_progress);
}

void rg_progress_add(struct rg_task *t)
{
	bool moved = false;

	beat++;
	if (t->advance(t, &moved)) {
		t->over(t);
		return;
	}
	if (!stop)
		run();
	link_task(t);
	wake();
}

void rg_progress_expect_finalize(void)
{
	pthread_mutex_lock(&lock);
	expected = true;
	pthread_mutex_unlock(&lock);
}

void rg_progress_before_finalize(void)
{
	pthread_mutex_lock(&lock);
	bool ends = there && !stop;
	stop = true;
	pthread_cond_signal(&more);
	pthread_mutex_unlock(&lock);
	if (ends)
		pthread_join(thread, NULL);
}

static void drop_all(void)
{
	while (all.next != &all) {
		struct rg_task *t = all.next;
		unlink_task(t);
		if (t->drop)
			t->drop(t);
	}
	settle_any();
}

/* Whether any task has to be dropped. */
static bool any_to_drop(void)
{
	const struct rg_task *t = all.next;

	while (t != &all && !t->drop)
		t = t->next;
	return t != &all;
}

/* Tasks that end by themselves, if all processes have begun them, get half a second, which is long
 * for their few messages. The others get a last look. */
static void finish_tasks(void)
{
	const double until = PMPI_Wtime() + 0.5;

	while (advance_all() || (any_to_drop() && PMPI_Wtime() < until)) {
		pthread_mutex_unlock(&lock);
		sched_yield();
		pthread_mutex_lock(&lock);
	}
}

void rg_progress_stop(void)
{
	rg_progress_before_finalize();
	pthread_mutex_lock(&lock);
	finish_tasks();
	drop_all();
	pthread_mutex_unlock(&lock);
	if (hooked)
		unhook();
}
