/* SPDX-License-Identifier: BSD-3-Clause
 * For LD_PRELOAD: MPICH over UCX spins while it waits. With more ranks than cores a rank then
 * spends its whole time slice on waiting for one that cannot run; here it gives the core away as
 * soon as there was nothing to do, and sleeps for a moment when there is nothing for longer: else
 * the system spends most of its time on changing between ranks that all wait. Other MPI libraries
 * never call this.
 */
#include <dlfcn.h>
#include <sched.h>
#include <time.h>

/* So often in a row a core is given away before. */
enum { YIELDS = 5 };

unsigned ucp_worker_progress(void *worker)
{
	static unsigned (*real)(void *);
	static _Thread_local int idle;

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "ucp_worker_progress");
	unsigned done = real(worker);
	if (done)
		idle = 0;
	else if (idle < YIELDS && ++idle)
		sched_yield();
	else
		nanosleep(&(struct timespec){.tv_nsec = 1000}, NULL);
	return done;
}
