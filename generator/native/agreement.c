/* SPDX-License-Identifier: BSD-3-Clause
 * agreement: what an MPI library asks its tuning file for, and whether all ranks ask for the same.
 */
#include "native/agreement.h"

#include <string.h>

const char *const rg_assumed_words[2] = {"commuting", "alike"};

#define MPICH(COLLECTIVE, ...)                            \
	{                                                 \
		RG_OF_MPICH, RG_##COLLECTIVE, __VA_ARGS__ \
	}
#define OPENMPI(COLLECTIVE, ...)                            \
	{                                                   \
		RG_OF_OPENMPI, RG_##COLLECTIVE, __VA_ARGS__ \
	}

/* MPICH: get_avg_msgsize and get_total_msgsize of src/mpi/coll/src/csel.c, read in 4.0.2 and in the
 * development of 2025, where they are the same. A condition that a collective has no case for stops
 * the program, so those that are asked are named here. Communicators are of local_size ranks;
 * between two groups other branches hold (comm_type=inter), which the file leaves as they are.
 *
 * Open MPI: the functions ompi_coll_tuned_X_intra_dec_dynamic of
 * ompi/mca/coll/tuned/coll_tuned_decision_dynamic.c, read in 4.1.4 and in the development of 2025,
 * where the sizes are made of the same arguments. Rules are of the communicator's ranks; one of
 * two groups, or of one rank, is not served by coll/tuned (comm_query in coll_tuned_module.c).
 *
 * MPI's rules for the arguments: a reduction is called "using the same arguments for count,
 * datatype, op", so that all agree. A broadcast's and a gather's (count, type) may differ where
 * their signatures are equal: then the bytes are, the counts and the types' sizes are not. */
/* clang-format off */
static const struct rg_agreement agreements[] = {
	/* count * size of datatype */
	MPICH(ALLREDUCE, RG_ASKS_WHOLE, "avg_msg_size", NULL),
	/* recvcount * size of recvtype * ranks: these count at all ranks, and in place, too */
	MPICH(ALLGATHER, RG_ASKS_WHOLE, "total_msg_size", NULL),
	/* the sum of recvcounts * size of recvtype */
	MPICH(ALLGATHERV, RG_ASKS_WHOLE, "total_msg_size", NULL),
	/* the sum of recvcounts * size of datatype */
	MPICH(REDUCE_SCATTER, RG_ASKS_WHOLE, "total_msg_size", NULL),
	/* recvcount * size of datatype * ranks */
	MPICH(REDUCE_SCATTER_BLOCK, RG_ASKS_WHOLE, "total_msg_size", NULL),
	/* count * size of datatype */
	MPICH(BCAST, RG_ASKS_WHOLE, "avg_msg_size", NULL),
	/* count * size of datatype, also at ranks that are not the root */
	MPICH(REDUCE, RG_ASKS_WHOLE, "avg_msg_size", NULL),
	/* sendcount * size of sendtype; in place, where these do not count, the file is not asked */
	MPICH(ALLTOALL, RG_ASKS_BLOCK, "avg_msg_size", NULL),
	/* sendcount * ranks, if the root is not MPI_ROOT: without the type's size, of what does not
	 * count at a root in place */
	MPICH(GATHER, RG_ASKS_WHOLE, "total_msg_size", "sendcount, which does not count at a root with MPI_IN_PLACE"),
	/* recvcount * ranks, the same */
	MPICH(SCATTER, RG_ASKS_WHOLE, "total_msg_size", "recvcount, which does not count at a root with MPI_IN_PLACE"),
	/* get_*_msgsize have no case for these; each has one algorithm */
	MPICH(GATHERV, RG_ASKS_NOTHING, NULL, NULL),
	MPICH(SCATTERV, RG_ASKS_NOTHING, NULL, NULL),
	MPICH(ALLTOALLV, RG_ASKS_NOTHING, NULL, NULL),
	MPICH(ALLTOALLW, RG_ASKS_NOTHING, NULL, NULL),
	MPICH(BARRIER, RG_ASKS_NOTHING, NULL, NULL),
	MPICH(SCAN, RG_ASKS_NOTHING, NULL, NULL),
	MPICH(EXSCAN, RG_ASKS_NOTHING, NULL, NULL),

	/* size of dtype * count */
	OPENMPI(ALLREDUCE, RG_ASKS_WHOLE, NULL, NULL),
	/* size of sdtype * ranks * scount */
	OPENMPI(ALLGATHER, RG_ASKS_WHOLE, NULL, "sendcount and sendtype, which do not count with MPI_IN_PLACE"),
	/* size of sdtype * the sum of rcounts / ranks: with other types than one sends it is no size
	 * at all */
	OPENMPI(ALLGATHERV, RG_ASKS_BLOCK, NULL, "sendtype and recvcounts, which need not go together"),
	/* size of dtype * the sum of rcounts */
	OPENMPI(REDUCE_SCATTER, RG_ASKS_WHOLE, NULL, NULL),
	/* size of dtype * rcount * ranks */
	OPENMPI(REDUCE_SCATTER_BLOCK, RG_ASKS_WHOLE, NULL, NULL),
	/* size of dtype * count */
	OPENMPI(BCAST, RG_ASKS_WHOLE, NULL, NULL),
	/* size of dtype * count, also at ranks that are not the root */
	OPENMPI(REDUCE, RG_ASKS_WHOLE, NULL, NULL),
	/* size of sdtype * ranks * scount; in place these do not count, and all its algorithms are
	 * one (mca_coll_base_alltoall_intra_basic_inplace) */
	OPENMPI(ALLTOALL, RG_ASKS_WHOLE, NULL, NULL),
	/* size of sdtype * scount * ranks */
	OPENMPI(GATHER, RG_ASKS_WHOLE, NULL, "sendcount and sendtype, which do not count at a root with MPI_IN_PLACE"),
	/* the same, at ranks that send nothing, too */
	OPENMPI(SCATTER, RG_ASKS_WHOLE, NULL, "sendcount and sendtype, which count at the root alone"),
	/* coll/tuned has none of them */
	OPENMPI(GATHERV, RG_ASKS_NOTHING, NULL, NULL),
	OPENMPI(SCATTERV, RG_ASKS_NOTHING, NULL, NULL),
	OPENMPI(ALLTOALLW, RG_ASKS_NOTHING, NULL, NULL),
	/* 0 */
	OPENMPI(ALLTOALLV, RG_ASKS_NOTHING, NULL, NULL),
	OPENMPI(BARRIER, RG_ASKS_NOTHING, NULL, NULL),
	/* size of dtype * ranks */
	OPENMPI(SCAN, RG_ASKS_ELEMENT, NULL, NULL),
	OPENMPI(EXSCAN, RG_ASKS_ELEMENT, NULL, NULL),
};
/* clang-format on */

const struct rg_agreement *rg_agreement_of(enum rg_implementation mpi,
                                           enum rg_collective collective)
{
	for (size_t i = 0; i < sizeof agreements / sizeof *agreements; i++)
		if (agreements[i].mpi == mpi && agreements[i].collective == collective)
			return &agreements[i];
	return NULL;
}

int64_t rg_agreement_length(const struct rg_agreement *a, int64_t bytes, int P)
{
	return a->asks == RG_ASKS_BLOCK ? (bytes + P - 1) / P : bytes;
}

/* May ranks ask for different sizes? */
static bool is_unsure(const struct rg_agreement *a, unsigned assumed)
{
	return a->unsure && !(assumed & RG_ALIKE);
}

bool rg_agreement_by_size(const struct rg_agreement *a, unsigned assumed)
{
	return a->asks != RG_ASKS_ELEMENT && !is_unsure(a, assumed);
}

/* Does it go wrong where an operation does not commute? MPICH's file asks for that before. */
static bool needs_commuting(const struct rg_native_algorithm *n, unsigned assumed)
{
	return n->commutes && n->mpi == RG_OF_OPENMPI && !(assumed & RG_COMMUTING);
}

static bool needs_alike(const struct rg_native_algorithm *n, bool in_segments, unsigned assumed)
{
	return (n->alike || (in_segments && n->collective == RG_BCAST)) && !(assumed & RG_ALIKE);
}

bool rg_agreement_allows(const struct rg_native_algorithm *n, bool in_segments, unsigned assumed)
{
	return !n->nearly && !needs_commuting(n, assumed) && !needs_alike(n, in_segments, assumed);
}

/* ---- What is said of it */

/* The names of those algorithms of a collective that are left out for that reason. False: none. */
static bool list_left_out(const struct rg_agreement *a, unsigned assumed, bool commuting,
                          struct rg_text *out)
{
	bool any = false;
	for (int i = 0; i < rg_natives_n; i++) {
		const struct rg_native_algorithm *n = &rg_natives[i];
		if (n->mpi != a->mpi || n->collective != a->collective || n->nearly ||
		    !(commuting ? needs_commuting(n, assumed) : needs_alike(n, false, assumed)) ||
		    (i && n[-1].id == n->id && n[-1].collective == n->collective &&
		     strcmp(n[-1].name, n->name) == 0))
			continue;
		rg_textf(out, "%s%s", any ? ", " : "not ", rg_native_short(n));
		any = true;
	}
	return any;
}

static void tell_one(const struct rg_agreement *a, unsigned assumed, const char *before,
                     struct rg_text *out)
{
	const char *name = rg_collectives[a->collective].name;
	struct rg_text left = {0};
	if (is_unsure(a, assumed))
		rg_textf(out, "%s%s: one algorithm for all sizes: these are read from %s\n", before,
		         name, a->unsure);
	if (list_left_out(a, assumed, true, &left))
		rg_textf(out,
		         "%s%s: %s: wrong for operations that do not commute (--assume "
		         "commuting)\n",
		         before, name, left.s);
	left.len = 0;
	bool segments =
		a->mpi == RG_OF_OPENMPI && a->collective == RG_BCAST && !(assumed & RG_ALIKE);
	if (list_left_out(a, assumed, false, &left) || segments)
		rg_textf(out,
		         "%s%s: %s%s: wrong where ranks give other types of the same signature, "
		         "or MPI_IN_PLACE (--assume alike)\n",
		         before, name, left.len ? left.s : "",
		         !segments  ? ""
		         : left.len ? ", nothing in segments"
		                    : "nothing in segments");
	rg_text_free(&left);
}

void rg_agreement_tell(enum rg_implementation mpi, unsigned assumed, const char *before,
                       struct rg_text *out)
{
	for (int k = 0; k < RG_COLLECTIVES; k++) {
		const struct rg_agreement *a = rg_agreement_of(mpi, (enum rg_collective)k);
		if (a)
			tell_one(a, assumed, before, out);
	}
}
