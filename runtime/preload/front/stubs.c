/* SPDX-License-Identifier: BSD-3-Clause
 * MPI's names, in each spelling that a compiler of C or Fortran gives them. What a name leads to
 * gets the arguments as they came, whatever they are.
 *
 * All are integers and addresses. By the calling conventions of System V these pass as words, in
 * registers and then on the stack, so a function that passes on as many words as the longest list
 * of arguments has serves for each; words of the stack that are no arguments are the caller's own,
 * and nobody looks at their copies. (The Makefile forbids to make a jump of the call, which would
 * write the same words where they are: another thread may write there, too.)
 */
#include "preload/front/front.h"
#include "preload/front/taken.def"
#include "ringgen/collectives.def"

#include <stdatomic.h>
#include <stdint.h>

/* 16: MPI_Scatterv_init_c has ten, two of which take two words where a word has 32 bits;
 * mpi_dist_graph_create_adjacent has eleven. */
#define WORDS(W)                                                                                  \
	W(a), W(b), W(c), W(d), W(e), W(f), W(g), W(h), W(i), W(j), W(k), W(l), W(m), W(n), W(o), \
		W(p)
#define TAKES(w) uintptr_t w
#define GIVES(w) w

typedef uintptr_t passes_on(WORDS(TAKES));

#define STUB(SYMBOL)                                                                       \
	__attribute__((visibility("default"))) passes_on SYMBOL;                           \
	uintptr_t SYMBOL(WORDS(TAKES))                                                     \
	{                                                                                  \
		static struct rg_front_name name = {.name = #SYMBOL};                      \
		rg_function *to = atomic_load_explicit(&name.found, memory_order_acquire); \
		if (__builtin_expect(!to, 0))                                              \
			to = rg_front_find(&name, __builtin_return_address(0));            \
		return ((passes_on *)to)(WORDS(GIVES));                                    \
	}

/* TS 29113 has names of its own for routines of mpi_f08. */
#define SPELLINGS(Name, name, NAME) \
	STUB(MPI_##Name)            \
	STUB(mpi_##name)            \
	STUB(mpi_##name##_)         \
	STUB(mpi_##name##__)        \
	STUB(MPI_##NAME)            \
	STUB(mpi_##name##_f08_)     \
	STUB(mpi_##name##_f08ts_)

RG_COMPLETES(SPELLINGS)
RG_BEGINS(SPELLINGS)
RG_FOLLOWED(SPELLINGS)

/* With large counts, in C and in mpi_f08. */
#define COUNTS(Name, name) \
	STUB(MPI_##Name##_c) STUB(mpi_##name##_c_f08_) STUB(mpi_##name##_c_f08ts_)

#define LARGE_with_c(...) __VA_ARGS__
#define LARGE_without_c(...)
#define FORMS(NAME, name, Entry, large, ...)                       \
	SPELLINGS(Entry, name, NAME)                               \
	SPELLINGS(I##name, i##name, I##NAME)                       \
	SPELLINGS(Entry##_init, name##_init, NAME##_INIT)          \
	LARGE_##large(COUNTS(Entry, name) COUNTS(I##name, i##name) \
	                      COUNTS(Entry##_init, name##_init))

RG_ROWS(FORMS)
