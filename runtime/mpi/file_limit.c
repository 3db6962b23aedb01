/* SPDX-License-Identifier: BSD-3-Clause
 * Files that become longer than RLIMIT_FSIZE lets them: an error, and no signal.
 *
 * The kernel sends the signal to the thread that writes (setrlimit(2)), so it waits at this thread
 * while it is blocked there, and is taken away.
 */
#include "mpi/file_limit.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

void rg_file_limit_begin(struct rg_file_limit *l)
{
	sigset_t one, waiting;

	sigemptyset(&one);
	sigaddset(&one, SIGXFSZ);
	sigemptyset(&waiting);
	sigpending(&waiting);
	l->kept = sigismember(&waiting, SIGXFSZ) || pthread_sigmask(SIG_BLOCK, &one, &l->mask) ||
	          sigismember(&l->mask, SIGXFSZ);
}

void rg_file_limit_end(const struct rg_file_limit *l)
{
	const struct timespec now = {.tv_sec = 0};
	int err = errno;
	sigset_t one;

	if (l->kept)
		return;
	sigemptyset(&one);
	sigaddset(&one, SIGXFSZ);
	sigtimedwait(&one, NULL, &now);
	pthread_sigmask(SIG_SETMASK, &l->mask, NULL);
	errno = err;
}
