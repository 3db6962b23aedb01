/* SPDX-License-Identifier: BSD-3-Clause
 * Which MPI library a program, or a part of one, calls.
 *
 * Their handles are not of the same size, so that what is for one of them serves no program of
 * another. Libraries that share MPICH's binary interface (Intel MPI, MVAPICH2, Cray MPICH) are
 * MPICH here.
 */
#ifndef RG_WHICH_H
#define RG_WHICH_H

struct rg_which {
	const char *name; /* as users know it */
	const char *part; /* of the name of libringgen */
};

#pragma GCC visibility push(hidden)

extern const struct rg_which rg_which_mpich, rg_which_openmpi, rg_which_abi;

/* The file of the shared object that holds this address; "": it is not known. Of the program it is
 * the name that it was started by. */
const char *rg_which_file(const void *address);

/* Where the object that holds this address was loaded, which tells objects apart; NULL: nobody
 * knows. */
const void *rg_which_base(const void *address);

/* The kind of MPI library that the loaded object of dlopen finds, itself or in what it needs; NULL:
 * none, or nobody knows. */
const struct rg_which *rg_which_of(void *object);

/* The same of the loaded file. */
const struct rg_which *rg_which_of_file(const char *file);

/* The first kind but this one (NULL: of all) among the files that are loaded, and *file, the name
 * of the one that finds it, which is the dynamic linker's. */
const struct rg_which *rg_which_loaded(const struct rg_which *other_than, const char **file);

#pragma GCC visibility pop
#endif
