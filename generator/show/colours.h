/* SPDX-License-Identifier: BSD-3-Clause
 * colours: what pictures are drawn in, on light paper or on dark. Those that mean something are of
 * Okabe and Ito's set, which colour-blind people can tell apart, lighter ones on dark paper.
 */
#ifndef RG_COLOURS_H
#define RG_COLOURS_H

/* Curves that have a colour of their own. */
enum { RG_CURVE_COLOURS = 12 };

struct rg_colours {
	const char *paper;
	const char *ink;      /* words, the ring */
	const char *muted;    /* words that matter less, samples */
	const char *faint;    /* what is there, and not what it is about */
	const char *grid;     /* lines behind curves */
	const char *box;      /* of a switch */
	const char *alone;    /* load 1, and what is proved */
	const char *possible; /* on one of several ways of a pair */
	const char *shared;   /* load 2 and more */
	const char *wrong; /* a pair of the ring that collides with another, and what is refuted */
	const char *curve[RG_CURVE_COLOURS];
};

extern const struct rg_colours rg_light, rg_dark;

#endif
