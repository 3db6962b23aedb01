/* SPDX-License-Identifier: BSD-3-Clause
 * Whose turn it is, where some are measured in turn: balanced, since what is measured finds what
 * was before it in links and caches.
 */
#ifndef TURNS_H
#define TURNS_H

/* Whose turn is number k of a repetition, 0 <= k < n; repetitions are counted from 0. In 2 n of
 * them each of n is equally often at each place, and behind each other one (E. J. Williams:
 * Experimental Designs Balanced for the Estimation of Residual Effects of Treatments, 1949): in the
 * first n the orders are 0 1 n-1 2 n-2 ..., each begun one later, and in the others the same
 * backwards. */
int turns_of(unsigned repetition, int k, int n);

#endif
