/* SPDX-License-Identifier: BSD-3-Clause
 * Messages between the ranks of a communicator, and what its collectives are made of.
 *
 * A sanitizer takes each lock that two ranks take for an order between them, and would see no fault
 * of the windows any more. So ranks share nothing but queues of one writer and one reader each: a
 * message orders its receiver behind its sender, as MPI does, and nothing else is ordered.
 */
#ifndef DOUBLE_MESSAGE_H
#define DOUBLE_MESSAGE_H

#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct message {
	struct message *_Atomic next; /* in a queue */
	struct message *behind;       /* of those that arrived */
	int from, tag;
	size_t bytes;
	char data[];
};

/* What all ranks of a communicator have of it. */
struct shared {
	atomic_int users;
	struct queue {
		struct message *read; /* the receiver's: the last one that it took */
		char apart[64];
		struct message *written; /* the sender's: the last one */
	} queue[];                       /* [n][n], by sender and receiver */
};

struct attribute {
	int key;
	void *value;
	struct attribute *next;
};

/* What one rank has of it. */
struct mpi_comm {
	int n, rank;
	struct shared *shared;
	pthread_mutex_t lock;    /* of this rank's threads: all below, and the queues' ends */
	struct message *arrived; /* and not received, in the order in which they came */
	MPI_Request posted;      /* what is to be received, in the order of the calls */
	struct attribute *attributes;
	MPI_Errhandler handler;
};

struct shared *double_share(int n);
MPI_Comm double_comm(struct shared *shared, int n, int rank);

/* Each rank's bytes to all: all[i * bytes] are those of rank i. Collective. */
void double_gather(MPI_Comm comm, const void *mine, size_t bytes, void *all);

/* A rank's part of a program: double_run, of its shared object. */
typedef void double_program(MPI_Comm world, MPI_Comm self);
double_program double_run;

/* What cannot go on. */
_Noreturn void double_die(const char *what);

#endif
