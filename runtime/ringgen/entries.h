/* SPDX-License-Identifier: BSD-3-Clause
 * entries.h: the routines that an application calls, for the `cluster` of a generated file:
 * NAME_Allreduce, NAME_Iallreduce, NAME_Allreduce_init and so on, and each with _c where the MPI
 * library has large counts. Their prototypes are in NAME's header.
 */
#ifndef RG_ENTRIES_H
#define RG_ENTRIES_H

#include "ringgen.h"

/* One form of a row of collectives.def, and where there are large counts the one that takes them.
 */
#define RG_BLOCKING(PREFIX, NAME, name, Entry, large, arguments, ...)    \
	RG_BLOCKING_AS(PREFIX##_##Entry, rg_##name, RG_TAKES, arguments) \
	RG_WITH_C(large, RG_BLOCKING_AS(PREFIX##_##Entry##_c, rg_##name##_c, RG_TAKES_c, arguments))
#define RG_NONBLOCKING(PREFIX, NAME, name, Entry, large, arguments, ...)                          \
	RG_NONBLOCKING_AS(PREFIX##_I##name, rg_begin_##name, RG_TAKES, arguments)                 \
	RG_WITH_C(large, RG_NONBLOCKING_AS(PREFIX##_I##name##_c, rg_begin_##name##_c, RG_TAKES_c, \
	                                   arguments))
#define RG_PERSISTENT(PREFIX, NAME, name, Entry, large, arguments, ...)                   \
	RG_PERSISTENT_AS(PREFIX##_##Entry##_init, rg_begin_##name, RG_TAKES, arguments)   \
	RG_WITH_C(large, RG_PERSISTENT_AS(PREFIX##_##Entry##_init_c, rg_begin_##name##_c, \
	                                  RG_TAKES_c, arguments))

#define RG_BLOCKING_AS(ENTRY, CALLS, TAKES, arguments)                \
	int ENTRY(RG_LIST(TAKES, arguments))                          \
	{                                                             \
		return CALLS(&cluster, RG_LIST(RG_GIVES, arguments)); \
	}
#define RG_NONBLOCKING_AS(ENTRY, BEGINS, TAKES, arguments)                                  \
	int ENTRY(RG_LIST(TAKES, arguments), struct rg_request **request)                   \
	{                                                                                   \
		return BEGINS(&cluster, RG_LIST(RG_GIVES, arguments), false, MPI_INFO_NULL, \
		              request);                                                     \
	}
#define RG_PERSISTENT_AS(ENTRY, BEGINS, TAKES, arguments)                                   \
	int ENTRY(RG_LIST(TAKES, arguments), MPI_Info info, struct rg_request **request)    \
	{                                                                                   \
		return BEGINS(&cluster, RG_LIST(RG_GIVES, arguments), true, info, request); \
	}

/* A form of a collective, as in RG_ONE_FORM(BLOCKING, ALLREDUCE, NAME); all of them. */
#define RG_ONE_FORM(FORM, COLLECTIVE, NAME) \
	RG_FORM_OF(RG_##FORM, NAME, RG_ROW_##COLLECTIVE(RG_BARE))
#define RG_FORM_OF(FORM, ...) FORM(__VA_ARGS__)
#define RG_ALL_FORMS(COLLECTIVE, NAME)          \
	RG_ONE_FORM(BLOCKING, COLLECTIVE, NAME) \
	RG_ONE_FORM(NONBLOCKING, COLLECTIVE, NAME) RG_ONE_FORM(PERSISTENT, COLLECTIVE, NAME)

/* What a nonblocking or persistent collective is gone on with. */
#define RG_REQUESTS(NAME)                                                           \
	int NAME##_Start(struct rg_request **request)                               \
	{                                                                           \
		return rg_request_start(*request);                                  \
	}                                                                           \
	int NAME##_Test(struct rg_request **request, int *flag, MPI_Status *status) \
	{                                                                           \
		return rg_request_test(request, flag, status);                      \
	}                                                                           \
	int NAME##_Wait(struct rg_request **request, MPI_Status *status)            \
	{                                                                           \
		return rg_request_wait(request, status);                            \
	}                                                                           \
	int NAME##_Request_free(struct rg_request **request)                        \
	{                                                                           \
		return rg_request_free(request);                                    \
	}

#endif
