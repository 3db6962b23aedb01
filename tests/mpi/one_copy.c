/* SPDX-License-Identifier: BSD-3-Clause
 * Loaded above a program: copies between processes fail, or do less than they are asked for, as
 * ONE_COPY says.
 *
 *   forbidden   all fail, as where processes may not trace each other
 *   unreadable  a process cannot copy to itself, as memory that a device's driver has mapped
 *   broken      copies of more than 16 bytes fail from the tenth on
 *   killed      the other process is gone when the tenth of more than 16 bytes begins
 *   partial     each copies at most 1000 bytes
 */
#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

typedef ssize_t copy(pid_t pid, const struct iovec *here, unsigned long heres,
                     const struct iovec *there, unsigned long theres, unsigned long flags);

static int says(const char *what)
{
	const char *value = getenv("ONE_COPY");
	return value && !strcmp(value, what);
}

static ssize_t fail(int err)
{
	errno = err;
	return -1;
}

static copy *real(const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);
	copy *function;
	memcpy(&function, &found, sizeof function);
	return function;
}

/* End a process, and wait until its memory is gone, who may be waited for by another one. */
static ssize_t kill_first(const char *name, pid_t pid, const struct iovec *here,
                          const struct iovec *there)
{
	kill(pid, SIGKILL);
	while (real(name)(pid, here, 1, there, 1, 0) >= 0)
		sched_yield();
	return -1;
}

/* Those that ringgen asks for have one span; others, as the MPI library's, are let through. */
static ssize_t pass(const char *name, pid_t pid, const struct iovec *here, unsigned long heres,
                    const struct iovec *there, unsigned long theres, unsigned long flags)
{
	static int copies;
	struct iovec less = *here, there_less = *there;

	if (heres != 1 || theres != 1)
		return real(name)(pid, here, heres, there, theres, flags);
	if (says("forbidden"))
		return fail(EPERM);
	if (says("unreadable") && pid == getpid())
		return fail(EFAULT);
	if (says("broken") && here->iov_len > 16 && ++copies >= 10)
		return fail(EFAULT);
	if (says("killed") && pid != getpid() && here->iov_len > 16 && ++copies == 10)
		return kill_first(name, pid, here, there);
	if (says("partial") && here->iov_len > 1000)
		less.iov_len = there_less.iov_len = 1000;
	return real(name)(pid, &less, 1, &there_less, 1, flags);
}

ssize_t process_vm_readv(pid_t pid, const struct iovec *here, unsigned long heres,
                         const struct iovec *there, unsigned long theres, unsigned long flags)
{
	return pass("process_vm_readv", pid, here, heres, there, theres, flags);
}

ssize_t process_vm_writev(pid_t pid, const struct iovec *here, unsigned long heres,
                          const struct iovec *there, unsigned long theres, unsigned long flags)
{
	return pass("process_vm_writev", pid, here, heres, there, theres, flags);
}
