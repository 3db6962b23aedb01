/* SPDX-License-Identifier: BSD-3-Clause
 * picture: what the parts of a picture are drawn with. Where things stand is layout.h's matter.
 */
#ifndef RG_PICTURE_H
#define RG_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "certify/certify.h"
#include "show/layout.h"
#include "show/paper.h"
#include "show/strokes.h"

/* Labels inside the circle are placed where there is room, the first RG_LABELS_MOST of them. */
enum { RG_LABELS_MOST = 600 };

struct rg_point {
	double x, y;
};

struct rg_box {
	double x, y, w, h; /* the centre, the size */
};

/* How the name of a switch is written in its box. */
struct rg_label {
	double font; /* 0: there is no room, it is a dot */
	double turn; /* degrees */
	double w, h; /* of the box, before it is turned */
};

/* Where a link bends on its way from its a to its b. */
struct rg_bend {
	double part; /* so near together its directions and its parallels are: 1, or less where
	                boxes leave no room */
	struct rg_point *point; /* [n] */
	int n;
};

struct rg_picture {
	const struct rg_certificate *c;
	const char *phase; /* which one it is of an all-to-all; NULL: a ring */
	const struct rg_topo *t;
	struct rg_layout *l;
	struct rg_text *svg;
	const struct rg_colours *colours;
	const char *domain; /* what is left out of the names: what all machines' end in, or "" */
	double scale;       /* of strokes between switches: 1, or less where machines crowd */
	struct rg_strokes strokes;
	bool *wrong;            /* [pairs] does it collide with another? */
	struct rg_label *label; /* [vertices] */
	struct rg_bend *bend;   /* [links] */
	struct rg_point *arrow; /* [arrows] where the arrow heads are */
	int arrows;
	struct rg_box box[RG_LABELS_MOST];
	int boxes;
};

struct rg_point rg_polar(double angle, double radius);
struct rg_point rg_point_of(const struct rg_picture *p, int vertex);
/* The machine at position i of the ring, as a vertex. */
int rg_vertex_at(const struct rg_picture *p, int i);
/* The machines that a pair sends from and to; and whether they are two. */
int rg_pair_from(const struct rg_picture *p, int k);
int rg_pair_to(const struct rg_picture *p, int k);
bool rg_pair_leaves(const struct rg_picture *p, int k);

struct rg_point rg_between(struct rg_point a, struct rg_point b, double part);

/* The point `distance` to the right of `at`, for whoever looks from a to b. */
struct rg_point rg_beside(struct rg_point at, struct rg_point a, struct rg_point b,
                          double distance);

/* Coordinates with one decimal, and never "-0.0". */
void rg_add_point(struct rg_text *out, struct rg_point a);

/* Is there room for a label? Then it is taken. */
bool rg_take_room(struct rg_picture *p, struct rg_box b);

/* The height of machine names; 0 where they would not be legible. */
double rg_machine_font(const struct rg_picture *p);

/* The radius of a machine's circle. */
double rg_machine_size(const struct rg_picture *p);

/* The name of a vertex as it is drawn, without the common domain and cut if it is long: its
 * letters, and it. */
size_t rg_letters(const struct rg_picture *p, int vertex);
void rg_add_name(struct rg_picture *p, int vertex);

#endif
