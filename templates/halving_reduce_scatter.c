/* Recursive halving (Thakur & Gropp 2003, section 4.3), any P, for equal and unequal blocks. The
 * partner next door comes first, with half of the vector, and the farthest last, with one block; so
 * messages are the longer the nearer they go, and partial results are always those of contiguous runs
 * of processes, whose order is kept. (The authors take a recursive doubling with lg P times the data
 * when the operation does not commute.) After the step for bit j a worker has to do with those whose
 * numbers agree with its own in the bits up to j. In scratch they are neighbours: blocks stand there
 * in the order of their workers' numbers read backwards.
 *
 * Cost for w workers, the largest power of two that is not above P: lg w messages, (w - 1) / w of the
 * vector out of and into each; a message of the whole vector and one of a block more for the pairs of
 * the fold when P is no power of two. Scratch: two vectors, in one of which the blocks are first put
 * in that order. The operation need not commute, and the bits are those of the allreduce by recursive
 * doubling.
 */
#include "fold_power.c"
