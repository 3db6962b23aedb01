/* SPDX-License-Identifier: BSD-3-Clause
 * ringgen.h: what emitted code is compiled against: the engine that its algorithms are written for,
 * and the entries of libringgen that it calls.
 */
#ifndef RINGGEN_H
#define RINGGEN_H

#include "ringgen/engine.h"
#include "ringgen/parameters.h"

#include <mpi.h>

/* A libringgen is for one MPI library: handles of MPICH and its relatives (MPICH's binary
 * interface) are of another size than Open MPI's; or for all that have MPI 5's standard ABI.
 * pkg-config tells which one is meant; without it the linker misses rg_library, which emitted code
 * refers to. */
#if defined(OPEN_MPI)
#ifdef RINGGEN_FOR_ABI
#error "this libringgen is for the standard ABI, mpi.h is Open MPI's: mpicc_abi, or pkg-config ringgen-openmpi"
#endif
#ifdef RINGGEN_FOR_MPICH
#error "this libringgen is for MPICH, mpi.h is Open MPI's: mpicc.mpich, or pkg-config ringgen-openmpi"
#endif
#define rg_library rg_libringgen_for_openmpi
#elif defined(MPICH) || defined(MPICH_NUMVERSION)
#ifdef RINGGEN_FOR_ABI
#error "this libringgen is for the standard ABI, mpi.h is MPICH's: mpicc_abi, or pkg-config ringgen-mpich"
#endif
#ifdef RINGGEN_FOR_OPENMPI
#error "this libringgen is for Open MPI, mpi.h is MPICH's: mpicc.openmpi, or pkg-config ringgen-mpich"
#endif
#define rg_library rg_libringgen_for_mpich
#elif defined(MPI_ABI_VERSION)
#if defined(RINGGEN_FOR_MPICH) || defined(RINGGEN_FOR_OPENMPI)
#error "this libringgen is for one MPI library, mpi.h is the standard ABI's: pkg-config ringgen-abi"
#endif
#define RG_STANDARD_ABI /* of MPI 5: the same handles in each library that has it */
#define rg_library rg_libringgen_for_abi
#else
#define rg_library rg_libringgen_for_this_mpi
#endif
extern const int rg_library;

/* Another name of machine number `machine`. */
struct rg_alias {
	const char *name;
	int machine;
};

/* What to do with vectors of at least so many bytes (the whole vector; with the choice that follows
 * it, less than that one's). */
struct rg_choice {
	int64_t bytes;
	const struct rg_algorithm *algorithm; /* NULL: MPI's own collective */
	int64_t slice; /* cut blocks into lanes of at most about so many bytes; 0: one lane */
	const char *parameters; /* rg.parameters */
	bool drift;             /* see rg_vary */
	bool native;            /* MPI's own takes calls that block: it is as good */
	bool spare;             /* for trials alone, of vectors of so many bytes or more: behind
	                           the others of its list */
};

/* The plan for communicators of about so many machines, and ranks on the fullest of them: for each
 * collective the number, among the cluster's choices, of the first one that serves it. That is from
 * 0 bytes on, and those that follow it, up to the next one that is from 0 bytes on, are for longer
 * vectors. 0: none, the call is native. */
struct rg_plan {
	int machines, ranks;
	bool windows; /* it is for machines that have them: see rg.window */
	int list[RG_PURPOSES][RG_COLLECTIVES];
};

/* What an emitted file knows: its cluster and its algorithms. Constant; its address names it. */
/* What the topology file says of the messages between machines. */
struct rg_wires {
	double speed;   /* bytes per second of the slowest link; 0: nothing is said */
	double latency; /* seconds of the longest way */
};

struct rg_cluster {
	int version;        /* RINGGEN_VERSION that the file was emitted for */
	const int *library; /* &rg_library: it is linked with the right one */
	const char *name;   /* the prefix of its routines */
	const char *fact;   /* what is proved of its rings, for RINGGEN_VERBOSE: one line */
	const char *const
		*machines; /* [nmachines] host names in the order of the ring; NULL: by host name */
	int nmachines;
	const struct rg_alias *aliases; /* [naliases] */
	int naliases;
	const int *level[RG_LEVELS]; /* [nmachines] each: see enum rg_number; NULL: nothing is known
	                                of it: all are on one switch, and no other one's gateway */
	struct rg_wires wires;
	/* The fixed form; P == 0 in the open form. */
	int P;            /* the number of processes it was made for */
	const int *host;  /* [P] machine (index into machines) of each rank */
	const int *order; /* [P] the rank at each position of the ring */
	const struct rg_choice
		*choices; /* of all plans, from number 1 on; the first and the last are empty */
	const struct rg_plan *plans; /* [nplans]: the nearest one is taken */
	int nplans;                  /* 0: they are made when a communicator is set up */
	bool reproducible; /* the same bits wherever the ranks are: only what is ordered */
	bool whole;        /* the order is one of all machines, and says nothing of some of them */
};

/* Calls of a collective that were served alike by this process. */
struct rg_counted {
	const char *collective; /* "Allreduce" */
	char by[64];            /* the algorithm with its parameters; "": it was MPI's own, */
	const char *why;        /* and this is why; else NULL */
	unsigned long long calls;
	double bytes, seconds; /* of the vectors, as far as this rank knows; in the calls */
};

/* What became of the blocking collectives of this process: up to `room` lines, those that took most
 * of the time first; returns how many there are. Counting begins with the first call of this, which
 * belongs before the first collective, since a communicator that was left to MPI is not counted
 * later on; or with RINGGEN_VERBOSE=summary. Any thread may call it. */
int rg_counted(struct rg_counted *line, int room);

#if MPI_VERSION >= 4
#define RINGGEN_LARGE_COUNT 1 /* the _c variants exist, but of a barrier, which counts nothing */
#define RG_WITH_C(large, ...) RG_IF_##large(__VA_ARGS__)
#else
#define RG_WITH_C(large, ...)
#endif

/* The MPI library has persistent collectives, of MPI 4. Open MPI 5 has them and says that it is MPI
 * 3.1: where libringgen is made, mpi.h is asked for the names. */
#if MPI_VERSION >= 4 || defined RG_MPI_HAS_INIT
#define RINGGEN_PERSISTENT 1
#endif

/* The collectives of MPI over a cluster's ring: rg_allreduce and so on. Arguments, results and
 * errors are those of the MPI routine of that name. What is not ours goes to PMPI:
 * inter-communicators, one process, operations that do not commute under an algorithm that needs
 * that, arguments that MPI would refuse, a cluster that does not fit.
 *
 * The same, not blocking, rg_begin_allreduce and so on: nonblocking, which MPI_I... would be, or
 * persistent, as ..._init, with the `info` of that. *request is for the routines below; the arrays
 * of counts and places must last as long as it. A nonblocking one is MPI's own on a communicator on
 * which none of the above nor a persistent one has been called: what it takes to set one up would
 * block. It goes on in our own calls; with Open MPI, or when MPI_THREAD_MULTIPLE is provided, in
 * any. */
struct rg_request;
#define RG_PROTOTYPES_OF(name, TAKES, arguments)                                   \
	int rg_##name(const struct rg_cluster *c, RG_LIST(TAKES, arguments));      \
	int rg_begin_##name(const struct rg_cluster *c, RG_LIST(TAKES, arguments), \
	                    bool persistent, MPI_Info info, struct rg_request **request);
#define RG_PROTOTYPES(NAME, name, Entry, large, arguments, ...) \
	RG_PROTOTYPES_OF(name, RG_TAKES, arguments)             \
	RG_WITH_C(large, RG_PROTOTYPES_OF(name##_c, RG_TAKES_c, arguments))
RG_ROWS(RG_PROTOTYPES)

/* What MPI_Start, MPI_Test, MPI_Wait and MPI_Request_free are to a request of MPI. NULL is none. A
 * nonblocking request is freed, and NULL, when it is over. One that is freed in progress is waited
 * for. */
int rg_request_start(struct rg_request *request);
int rg_request_test(struct rg_request **request, int *flag, MPI_Status *status);
int rg_request_wait(struct rg_request **request, MPI_Status *status);
int rg_request_free(struct rg_request **request);

#endif
