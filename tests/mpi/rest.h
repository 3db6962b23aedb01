/* SPDX-License-Identifier: BSD-3-Clause
 * Routines that a generated file does not have, since it was told by which algorithms, and they
 * have none of these: MPI's own, in a program that tries all. What is not there is told by
 * -DWITHOUT_Bcast and so on (`build` in common.bash).
 */
#ifndef RG_TEST_REST_H
#define RG_TEST_REST_H

#define RG_MPIS(Name, parameters, arguments)           \
	static inline int OURS(Name) parameters        \
	{                                              \
		return RG_JOIN(PMPI_, Name) arguments; \
	}

#ifdef WITHOUT_Bcast
RG_MPIS(Bcast, (void *out, int n, MPI_Datatype t, int root, MPI_Comm comm), (out, n, t, root, comm))
#if LARGE_COUNT
RG_MPIS(Bcast_c, (void *out, MPI_Count n, MPI_Datatype t, int root, MPI_Comm comm),
        (out, n, t, root, comm))
#endif
#endif

#ifdef WITHOUT_Reduce
RG_MPIS(Reduce,
        (const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm comm),
        (in, out, n, t, op, root, comm))
#if LARGE_COUNT
RG_MPIS(Reduce_c,
        (const void *in, void *out, MPI_Count n, MPI_Datatype t, MPI_Op op, int root,
         MPI_Comm comm),
        (in, out, n, t, op, root, comm))
#endif
#endif

#ifdef WITHOUT_Gather
RG_MPIS(Gather,
        (const void *in, int n, MPI_Datatype t, void *out, int m, MPI_Datatype u, int root,
         MPI_Comm comm),
        (in, n, t, out, m, u, root, comm))
#if LARGE_COUNT
RG_MPIS(Gather_c,
        (const void *in, MPI_Count n, MPI_Datatype t, void *out, MPI_Count m, MPI_Datatype u,
         int root, MPI_Comm comm),
        (in, n, t, out, m, u, root, comm))
#endif
#endif

#ifdef WITHOUT_Scatter
RG_MPIS(Scatter,
        (const void *in, int n, MPI_Datatype t, void *out, int m, MPI_Datatype u, int root,
         MPI_Comm comm),
        (in, n, t, out, m, u, root, comm))
#if LARGE_COUNT
RG_MPIS(Scatter_c,
        (const void *in, MPI_Count n, MPI_Datatype t, void *out, MPI_Count m, MPI_Datatype u,
         int root, MPI_Comm comm),
        (in, n, t, out, m, u, root, comm))
#endif
#endif

#ifdef WITHOUT_Gatherv
RG_MPIS(Gatherv,
        (const void *in, int n, MPI_Datatype t, void *out, const int m[], const int at[],
         MPI_Datatype u, int root, MPI_Comm comm),
        (in, n, t, out, m, at, u, root, comm))
#if LARGE_COUNT
RG_MPIS(Gatherv_c,
        (const void *in, MPI_Count n, MPI_Datatype t, void *out, const MPI_Count m[],
         const MPI_Aint at[], MPI_Datatype u, int root, MPI_Comm comm),
        (in, n, t, out, m, at, u, root, comm))
#endif
#endif

#ifdef WITHOUT_Scatterv
RG_MPIS(Scatterv,
        (const void *in, const int n[], const int at[], MPI_Datatype t, void *out, int m,
         MPI_Datatype u, int root, MPI_Comm comm),
        (in, n, at, t, out, m, u, root, comm))
#if LARGE_COUNT
RG_MPIS(Scatterv_c,
        (const void *in, const MPI_Count n[], const MPI_Aint at[], MPI_Datatype t, void *out,
         MPI_Count m, MPI_Datatype u, int root, MPI_Comm comm),
        (in, n, at, t, out, m, u, root, comm))
#endif
#endif

#ifdef WITHOUT_Barrier
RG_MPIS(Barrier, (MPI_Comm comm), (comm))
#endif

#ifdef WITHOUT_Scan
RG_MPIS(Scan, (const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm),
        (in, out, n, t, op, comm))
#if LARGE_COUNT
RG_MPIS(Scan_c, (const void *in, void *out, MPI_Count n, MPI_Datatype t, MPI_Op op, MPI_Comm comm),
        (in, out, n, t, op, comm))
#endif
#endif

#ifdef WITHOUT_Exscan
RG_MPIS(Exscan, (const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm),
        (in, out, n, t, op, comm))
#if LARGE_COUNT
RG_MPIS(Exscan_c,
        (const void *in, void *out, MPI_Count n, MPI_Datatype t, MPI_Op op, MPI_Comm comm),
        (in, out, n, t, op, comm))
#endif
#endif

#endif
