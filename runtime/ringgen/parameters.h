/* SPDX-License-Identifier: BSD-3-Clause
 * parameters.h: what the arguments in the rows of collectives.def are, and lists made of them:
 *
 *   RG_LIST(AS, (sendbuf, count))   AS(sent, sendbuf, in), AS(count, count, count)
 *
 * AS is a macro below, of call/arguments.h, or of who needs another one.
 */
#ifndef RG_PARAMETERS_H
#define RG_PARAMETERS_H

#include "ringgen/collectives.def"

/* Of each parameter: its kind, its name, and where struct rg_call has it (call/arguments.h). */
#define RG_IS_sendbuf sent, sendbuf, in
#define RG_IS_recvbuf received, recvbuf, out
#define RG_IS_buffer received, buffer, out /* and what is in it at the root is sent */
#define RG_IS_count count, count, count
#define RG_IS_sendcount count, sendcount, in_count
#define RG_IS_recvcount count, recvcount, count
#define RG_IS_sendcounts counts, sendcounts, counts /* of all ranks, an array, as places are */
#define RG_IS_recvcounts counts, recvcounts, counts
#define RG_IS_scounts counts, sendcounts, in_counts /* where others are received */
#define RG_IS_displs places, displs, places
#define RG_IS_sdispls places, sdispls, in_places
#define RG_IS_rdispls places, rdispls, places
#define RG_IS_type type, type, type
#define RG_IS_sendtype type, sendtype, in_type
#define RG_IS_recvtype type, recvtype, type
#define RG_IS_sendtypes types, sendtypes, in_types
#define RG_IS_recvtypes types, recvtypes, types
#define RG_IS_op op, op, op
#define RG_IS_root root, root, root
#define RG_IS_comm comm, comm, comm

#define RG_BARE(...) __VA_ARGS__
#define RG_LIST(AS, list) RG_LIST_(AS, RG_BARE list)
#define RG_LIST_(AS, ...)                                                                 \
	RG_TENTH(__VA_ARGS__, RG_LIST9, RG_LIST8, RG_LIST7, RG_LIST6, RG_LIST5, RG_LIST4, \
	         RG_LIST3, RG_LIST2, RG_LIST1, )                                          \
	(AS, __VA_ARGS__)
#define RG_TENTH(a, b, c, d, e, f, g, h, i, tenth, ...) tenth
#define RG_LIST1(AS, one) RG_ONE_OF(AS, RG_IS_##one)
#define RG_LIST2(AS, one, ...) RG_LIST1(AS, one), RG_LIST1(AS, __VA_ARGS__)
#define RG_LIST3(AS, one, ...) RG_LIST1(AS, one), RG_LIST2(AS, __VA_ARGS__)
#define RG_LIST4(AS, one, ...) RG_LIST1(AS, one), RG_LIST3(AS, __VA_ARGS__)
#define RG_LIST5(AS, one, ...) RG_LIST1(AS, one), RG_LIST4(AS, __VA_ARGS__)
#define RG_LIST6(AS, one, ...) RG_LIST1(AS, one), RG_LIST5(AS, __VA_ARGS__)
#define RG_LIST7(AS, one, ...) RG_LIST1(AS, one), RG_LIST6(AS, __VA_ARGS__)
#define RG_LIST8(AS, one, ...) RG_LIST1(AS, one), RG_LIST7(AS, __VA_ARGS__)
#define RG_LIST9(AS, one, ...) RG_LIST1(AS, one), RG_LIST8(AS, __VA_ARGS__)
#define RG_ONE_OF(AS, ...) AS(__VA_ARGS__)

/* Declared as MPI's routine has them; as its _c has them. */
#define RG_TAKES(kind, name, member) RG_DECLARE_##kind(int, int, name)
#define RG_TAKES_c(kind, name, member) RG_DECLARE_##kind(MPI_Count, MPI_Aint, name)
#define RG_DECLARE_sent(COUNT, PLACE, name) const void *name
#define RG_DECLARE_received(COUNT, PLACE, name) void *name
#define RG_DECLARE_count(COUNT, PLACE, name) COUNT name
#define RG_DECLARE_counts(COUNT, PLACE, name) const COUNT name[]
#define RG_DECLARE_places(COUNT, PLACE, name) const PLACE name[]
#define RG_DECLARE_type(COUNT, PLACE, name) MPI_Datatype name
#define RG_DECLARE_types(COUNT, PLACE, name) const MPI_Datatype name[]
#define RG_DECLARE_op(COUNT, PLACE, name) MPI_Op name
#define RG_DECLARE_root(COUNT, PLACE, name) int name
#define RG_DECLARE_comm(COUNT, PLACE, name) MPI_Comm name

/* Their names, for another routine that has the same. */
#define RG_GIVES(kind, name, member) name

/* What is only there if a row has a _c. */
#define RG_IF_with_c(...) __VA_ARGS__
#define RG_IF_without_c(...)

#endif
