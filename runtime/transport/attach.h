/* SPDX-License-Identifier: BSD-3-Clause
 * Memory of other processes of the machine as part of this one's, by XPMEM: a module of the kernel,
 * and libxpmem, which is loaded if it is there. It is on most large systems of HPE and wherever a
 * site installs it for its MPI library.
 *
 * All of a process's memory is one segment, which others of the same user attach pieces of. A piece
 * stays attached, since that is a call of the system and a page fault for each page: so the next
 * call with the same buffers only reads and writes. If its owner unmaps that memory and has other
 * memory there later, that is what is seen then. If there is none, or the owner has died, who
 * touches it gets a SIGBUS.
 */
#ifndef RG_ATTACH_H
#define RG_ATTACH_H

#include <stddef.h>
#include <stdint.h>

struct rg_attached;

#pragma GCC visibility push(hidden)

/* The segment of this process, which others find it by. 0: there is no XPMEM here, or RINGGEN_LEND
 * says to do without it. */
int64_t rg_attach_offer(void);

/* Get at the segments of n processes. One that is 0 is left out: this process's own. NULL: not at
 * all of the others. */
struct rg_attached *rg_attach_open(const int64_t *segment, int n);

/* The same once more, with pieces of its own. NULL: it cannot be had. */
struct rg_attached *rg_attach_again(const struct rg_attached *a);

/* Detach all. It may be NULL. */
void rg_attach_close(struct rg_attached *a);

/* Where this process has what process i has from an address on, so many bytes. It is there until so
 * many other pieces of that process were asked for. NULL: it cannot be attached. */
enum { RG_ATTACHED_KEPT = 16 };
void *rg_attach_at(struct rg_attached *a, int i, uintptr_t from, size_t bytes);

#pragma GCC visibility pop
#endif
