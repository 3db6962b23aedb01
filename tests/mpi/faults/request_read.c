/* SPDX-License-Identifier: BSD-3-Clause
 * Open MPI 6.0.0rc2's libmpi_abi: a call that begins something reads the request that it is to
 * give, before it writes it. MPI 4.0, 2.3 has it that no input value of such an argument is used.
 * valgrind says that it depends on what was not initialised.
 */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

static void *page;
static size_t bytes;

/* The page is nobody's until it is asked for. What x86 says of the access: bit 1 is set if it is to
 * write. */
static void asked(int number, siginfo_t *info, void *context)
{
	int writes = 2;

	(void)number, (void)info;
#ifdef __x86_64__
	writes &= (int)((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR];
#else
	(void)context;
#endif
	if (!writes)
		_exit(1);
	mprotect(page, bytes, PROT_READ | PROT_WRITE);
}

int main(int argc, char **argv)
{
	struct sigaction action = {.sa_sigaction = asked, .sa_flags = SA_SIGINFO};

	MPI_Init(&argc, &argv);
	bytes = (size_t)sysconf(_SC_PAGESIZE);
	page = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		abort();
	sigaction(SIGSEGV, &action, NULL);
	MPI_Ibarrier(MPI_COMM_WORLD, page);
	MPI_Wait(page, MPI_STATUS_IGNORE);
	signal(SIGSEGV, SIG_DFL);
	MPI_Finalize();
	return 0;
}
