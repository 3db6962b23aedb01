/* SPDX-License-Identifier: BSD-3-Clause
 * The rings, lengths and means of the effective bandwidth, b_eff (R. Rabenseifner, A. E. Koniges:
 * The Parallel Communication and I/O Bandwidth Benchmarks: b_eff and b_eff_io, 2001). Nothing here
 * knows MPI.
 */
#ifndef RINGS_H
#define RINGS_H

/* The ranks in their order, and in any order; patterns of rings, from pairs to one ring of all. */
enum rings_order { BY_RANK, AT_RANDOM, RINGS_ORDERS };
enum { RINGS_PATTERNS = 6, RINGS_LENGTHS = 21 };

extern const char *const rings_order_names[RINGS_ORDERS];

/* How many ranks a ring of a pattern has: 2, 4, 8, max(16, ranks / 4), max(32, ranks / 2) and all,
 * and never more than there are. Where that does not divide the ranks some rings have one more. */
int rings_size(int pattern, int ranks);

/* Who stands to the left and to the right of place `at` of `ranks`, both by place; they are the
 * same in a ring of two, and in one of one rank it is alone. */
void rings_neighbours(int pattern, int ranks, int at, int *left, int *right);

/* The lengths of messages, in bytes, ascending: powers of two up to 4 KiB, and then eight by one
 * factor up to the longest, at least 4 KiB. */
void rings_lengths(long long longest, long long length[RINGS_LENGTHS]);

/* Bytes a second by order, pattern and length: the sum over all messages. */
typedef double rings_speeds[RINGS_ORDERS][RINGS_PATTERNS][RINGS_LENGTHS];

/* The mean over the lengths; the geometric mean of these over the patterns of an order; and of both
 * orders, which is b_eff. */
double rings_mean(const double speed[RINGS_LENGTHS]);
double rings_mean_of_order(double speeds[RINGS_PATTERNS][RINGS_LENGTHS]);
double rings_b_eff(rings_speeds speeds);

#endif
