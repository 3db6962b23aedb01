/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives that do not block: MPI's own or generated ones, nonblocking or persistent.
 */
#include "ringbench/request.h"

/* See ringgen.h, which is not included: ringbench is for any library. */
#if MPI_VERSION >= 4 || defined RG_MPI_HAS_INIT
#define HAS_INIT 1
#else
#define HAS_INIT 0
#endif

/* Call the collective of `v` by the one of these routines that does it: their names are made of
 * what is before and after the collective's. The last arguments come after MPI's. */
#define CASE(NAME, routine, arguments, ...)                       \
	case NAME:                                                \
		routine(RG_LIST(VALUES, arguments), __VA_ARGS__); \
		break;

#define CALL(ROUTINE)                                  \
	do {                                           \
		const void *in = vector_send(v, slot); \
		void *out = vector_receive(v, slot);   \
		MPI_Datatype t = v->mpi_type;          \
		switch (v->collective) {               \
			RG_ROWS(ROUTINE)               \
		default:;                              \
		}                                      \
	} while (0)

#define BEGIN_OURS(NAME, name, Entry, large, arguments, ...) \
	CASE(NAME, r->i##name, arguments, &q->ours)
#define BEGIN_NATIVE(NAME, name, Entry, large, arguments, ...) \
	CASE(NAME, MPI_I##name, arguments, &q->native)
#define BEGIN_BENEATH(NAME, name, Entry, large, arguments, ...) \
	CASE(NAME, PMPI_I##name, arguments, &q->native)
#define INIT_OURS(NAME, name, Entry, large, arguments, ...) \
	CASE(NAME, r->name##_init, arguments, MPI_INFO_NULL, &q->ours)
#define INIT_NATIVE(NAME, name, Entry, large, arguments, ...) \
	CASE(NAME, MPI_##Entry##_init, arguments, MPI_INFO_NULL, &q->native)
#define INIT_BENEATH(NAME, name, Entry, large, arguments, ...) \
	CASE(NAME, PMPI_##Entry##_init, arguments, MPI_INFO_NULL, &q->native)

bool request_is_possible(const struct routines *r, enum form form)
{
	return r->linked || !form_is_persistent(form) || HAS_INIT;
}

void request_begin(const struct routines *r, const struct vector *v, int slot, MPI_Comm comm,
                   union request *q)
{
	if (r->linked)
		CALL(BEGIN_OURS);
	else if (r->beneath)
		CALL(BEGIN_BENEATH);
	else
		CALL(BEGIN_NATIVE);
}

void request_set_up(const struct routines *r, const struct vector *v, int slot, MPI_Comm comm,
                    union request *q)
{
	if (r->linked)
		CALL(INIT_OURS);
#if HAS_INIT
	else if (r->beneath)
		CALL(INIT_BENEATH);
	else
		CALL(INIT_NATIVE);
#endif
}

void request_start(const struct routines *r, union request *q)
{
	if (r->linked)
		r->start(&q->ours);
	else if (r->beneath)
		PMPI_Start(&q->native);
	else
		MPI_Start(&q->native);
}

void request_wait(const struct routines *r, union request *q)
{
	if (r->linked)
		r->wait(&q->ours, MPI_STATUS_IGNORE);
	else if (r->beneath)
		PMPI_Wait(&q->native, MPI_STATUS_IGNORE);
	else
		MPI_Wait(&q->native, MPI_STATUS_IGNORE);
}

void request_free(const struct routines *r, union request *q)
{
	if (r->linked)
		r->request_free(&q->ours);
	else if (r->beneath)
		PMPI_Request_free(&q->native);
	else
		MPI_Request_free(&q->native);
}
