/* Alltoall on one machine, through windows: each publishes its blocks, and copies from all others
 * those that are for it.
 *
 * Cost: each process writes P - 1 blocks to its window, and reads as many. A round has half a
 * window for the pieces of all blocks. No scratch: what is sent was published before its place is
 * taken.
 */
#include "ringgen/parts/each.h"
#include "ringgen/parts/shared.h"

struct shared_alltoall {
	int at;
	int64_t done,
		half; /* elements of a block in earlier rounds; where the round's half begins */
};

/* The elements of a block in a round. */
static int64_t shared_alltoall_most(const struct rg *r)
{
	return shared_room(r) / r->P;
}

/* What the round has of a block. */
static struct rg_span shared_alltoall_piece(const struct rg *r, const struct shared_alltoall *s,
                                            int buf, int pos)
{
	return shared_piece(rg_block(r, buf, pos), s->done, shared_alltoall_most(r));
}

/* The piece for the process at a position in the window of another one. */
static struct rg_span shared_alltoall_place(const struct rg *r, const struct shared_alltoall *s,
                                            int owner, int pos)
{
	int64_t len = shared_alltoall_piece(r, s, RG_OUT, pos).len;
	return (struct rg_span){RG_WINDOW + owner, s->half + pos * len, len};
}

static void shared_alltoall_publish(struct rg *r, const struct shared_alltoall *s)
{
	for (int i = 1; i < r->P; i++) {
		int pos = rg_at(r, r->pos + i);
		rg_copy(r, shared_alltoall_place(r, s, r->rank, pos),
		        shared_alltoall_piece(r, s, rg_mine(r), pos));
	}
}

/* Each begins with the one behind it, so that not all read from one at a time. */
static void shared_alltoall_collect(struct rg *r, const struct shared_alltoall *s)
{
	for (int i = 1; i < r->P; i++) {
		int pos = rg_at(r, r->pos + i);
		rg_copy(r, shared_alltoall_piece(r, s, RG_OUT, pos),
		        shared_alltoall_place(r, s, r->order[pos], r->pos));
	}
}

static int shared_alltoall(struct rg *r, void *frame)
{
	struct shared_alltoall *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	each_own(r);
	for (; r->P > 1 && s->done < rg_longest(r); s->done += shared_alltoall_most(r)) {
		shared_alltoall_publish(r, s);
		shared_meet(r, &all);
		rg_wait(r, s);
		shared_alltoall_collect(r, s);
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_alltoall = {
	.name = "shared",
	.run = shared_alltoall,
	.frame = sizeof(struct shared_alltoall),
	.equal = true,
	.windows = true,
	.machine = true,
};
