/* SPDX-License-Identifier: BSD-3-Clause
 * For LD_PRELOAD: which allreduce the MPI library runs on a long vector. Open MPI: the name of the
 * algorithm's function. MPICH over UCX: the messages sent.
 */
#include <dlfcn.h>
#include <stdio.h>

enum { LONG = 100000 }; /* elements, bytes */

static void *find(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

/* ---- Open MPI: (sendbuf, recvbuf, count, type, op, comm, module, segment size) */

typedef int allreduce(void *, void *, int, void *, void *, void *, void *, unsigned);

#define TRACED(name, told)                                                                   \
	int name(void *in, void *out, int n, void *type, void *op, void *comm, void *module, \
	         unsigned segment);                                                          \
	int name(void *in, void *out, int n, void *type, void *op, void *comm, void *module, \
	         unsigned segment)                                                           \
	{                                                                                    \
		allreduce *real;                                                             \
		*(void **)&real = find(#name);                                               \
		if (n > LONG)                                                                \
			fputs("trace: " told "\n", stderr);                                  \
		return real(in, out, n, type, op, comm, module, segment);                    \
	}

TRACED(ompi_coll_base_allreduce_intra_ring, "ring")
TRACED(ompi_coll_base_allreduce_intra_recursivedoubling, "other")
TRACED(ompi_coll_base_allreduce_intra_nonoverlapping, "other")
TRACED(ompi_coll_base_allreduce_intra_basic_linear, "other")
TRACED(ompi_coll_base_allreduce_intra_redscat_allgather, "other")

/* ---- MPICH */

void *ucp_tag_send_nbx(void *endpoint, const void *buffer, size_t count, unsigned long long tag,
                       const void *parameters);
void *ucp_tag_send_nbx(void *endpoint, const void *buffer, size_t count, unsigned long long tag,
                       const void *parameters)
{
	void *(*real)(void *, const void *, size_t, unsigned long long, const void *);

	*(void **)&real = find("ucp_tag_send_nbx");
	if (count > LONG)
		fprintf(stderr, "trace: sent %zu\n", count);
	return real(endpoint, buffer, count, tag, parameters);
}
