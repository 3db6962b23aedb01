/* SPDX-License-Identifier: BSD-3-Clause
 * Other traffic on a communicator: the user's messages, and collectives that are MPI's.
 */
#ifndef RG_DIFFER_TRAFFIC_H
#define RG_DIFFER_TRAFFIC_H

#include "communicators.h"

/* A message, or a nonblocking collective of MPI's, in progress. */
struct message {
	const char *what;
	int *data, n;    /* as it is sent; as much as is received */
	int source, tag; /* of a receive: what it has to be, or -1 for anything */
	int root;        /* of a broadcast, what its data are; else -1 */
	MPI_Request request;
};

enum { MESSAGES_MOST = 2 };

/* Begin something random; blocking collectives end at once. Returns how many are in progress. */
int traffic_begin(const struct place *p, struct draw *common, struct draw *own,
                  struct message *messages[MESSAGES_MOST]);

/* It is over: are the data right? Frees it. */
void traffic_check(struct message *m);

#endif
