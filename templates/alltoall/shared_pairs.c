/* Alltoall on one machine, through windows, of blocks whose lengths their two ends alone know: each
 * process has a slot of its window for each other one, and two of them meet as often as the longer
 * of their two blocks needs. All meet once at least: so each hears from each. A block that half a
 * window has no room for goes as a message, which MPI libraries copy once (over Open MPI 4.1.4, two
 * processes, 1 MiB each: 170 us, through windows 245).
 *
 * Cost: each process writes P - 1 blocks to its window, and reads as many; P - 1 notifications in a
 * round. A round has half a window for the slots. No scratch: what is sent was published before its
 * place is taken.
 */
#include "ringgen/parts/each.h"
#include "ringgen/parts/shared.h"

struct shared_pairs_alltoall {
	int at;
	int64_t done,
		half;    /* elements of a block in earlier rounds; where the round's half begins */
	int64_t longest; /* elements of the longest block that goes through windows; 1 at least */
};

/* The elements of a slot. */
static int64_t shared_pairs_most(const struct rg *r)
{
	return shared_room(r) / r->P;
}

/* Whether a block goes as a message: not where blocks are alike, which some may have in place. */
static bool shared_pairs_is_long(const struct rg *r, struct rg_span block)
{
	return r->sent_len && block.len > shared_room(r);
}

/* What goes through windows of the block for the process at a position, or from there. */
static struct rg_span shared_pairs_block(const struct rg *r, int buf, int pos)
{
	struct rg_span block = rg_block(r, buf, pos);
	if (shared_pairs_is_long(r, block))
		block.len = 0;
	return block;
}

/* What the round has of it. */
static struct rg_span shared_pairs_piece(const struct rg *r, const struct shared_pairs_alltoall *s,
                                         int buf, int pos)
{
	return shared_piece(shared_pairs_block(r, buf, pos), s->done, shared_pairs_most(r));
}

/* The slot of a process for the one at a position, as far as it is in use. */
static struct rg_span shared_pairs_slot(const struct rg *r, const struct shared_pairs_alltoall *s,
                                        int owner, int pos, int64_t len)
{
	return (struct rg_span){RG_WINDOW + owner, s->half + pos * shared_pairs_most(r), len};
}

/* Whether this process meets the one at a position in the round. Both know that. */
static bool shared_pairs_meets(const struct rg *r, const struct shared_pairs_alltoall *s, int pos)
{
	return !s->done || shared_pairs_block(r, rg_mine(r), pos).len > s->done ||
	       shared_pairs_block(r, RG_OUT, pos).len > s->done;
}

/* Note a block that goes through windows, if none before was as long. */
static void shared_pairs_count(const struct rg *r, struct shared_pairs_alltoall *s,
                               struct rg_span block)
{
	if (s->longest < block.len && !shared_pairs_is_long(r, block))
		s->longest = block.len;
}

/* The long blocks, to the neighbours first, so that not all send to one. */
static void shared_pairs_begin(struct rg *r, struct shared_pairs_alltoall *s)
{
	each_own(r);
	s->longest = r->P > 1;
	for (int i = 1; i < r->P; i++) {
		struct rg_span out = rg_block(r, rg_mine(r), r->pos + i);
		struct rg_span in = rg_block(r, RG_OUT, r->pos - i);
		if (shared_pairs_is_long(r, out))
			rg_send(r, each_peer(r, i), out);
		if (shared_pairs_is_long(r, in))
			rg_recv(r, each_peer(r, -i), in);
		shared_pairs_count(r, s, out);
		shared_pairs_count(r, s, in);
	}
}

static void shared_pairs_publish(struct rg *r, const struct shared_pairs_alltoall *s)
{
	for (int i = 1; i < r->P; i++) {
		int pos = rg_at(r, r->pos + i);
		if (!shared_pairs_meets(r, s, pos))
			continue;
		struct rg_span piece = shared_pairs_piece(r, s, rg_mine(r), pos);
		rg_copy(r, shared_pairs_slot(r, s, r->rank, pos, piece.len), piece);
		rg_notify(r, r->order[pos]);
		rg_await(r, r->order[pos]);
	}
}

/* Each begins with the one behind it, so that not all read from one at a time. */
static void shared_pairs_collect(struct rg *r, const struct shared_pairs_alltoall *s)
{
	for (int i = 1; i < r->P; i++) {
		int pos = rg_at(r, r->pos + i);
		struct rg_span piece = shared_pairs_piece(r, s, RG_OUT, pos);
		rg_copy(r, piece, shared_pairs_slot(r, s, r->order[pos], r->pos, piece.len));
	}
}

static int shared_pairs_alltoall(struct rg *r, void *frame)
{
	struct shared_pairs_alltoall *s = frame;

	RG_BEGIN(r, s);
	shared_pairs_begin(r, s);
	for (; s->done < s->longest; s->done += shared_pairs_most(r)) {
		shared_pairs_publish(r, s);
		rg_wait(r, s);
		shared_pairs_collect(r, s);
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_pairs_alltoall = {
	.name = "shared-pairs",
	.run = shared_pairs_alltoall,
	.frame = sizeof(struct shared_pairs_alltoall),
	.windows = true,
	.machine = true,
	.far = true,
};
