/* SPDX-License-Identifier: BSD-3-Clause
 * For LD_PRELOAD: MPICH over UCX spins while it waits. With more ranks than cores a rank then
 * spends its whole time slice on waiting for one that cannot run; here it gives the core away as
 * soon as there was nothing to do. Other MPI libraries never call this.
 */
#include <dlfcn.h>
#include <sched.h>

unsigned ucp_worker_progress(void *worker)
{
	static unsigned (*real)(void *);

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "ucp_worker_progress");
	unsigned done = real(worker);
	if (!done)
		sched_yield();
	return done;
}
