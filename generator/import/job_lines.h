/* SPDX-License-Identifier: BSD-3-Clause
 * job_lines: what a line of a file of past jobs says: the job, and the list of its hosts.
 *
 * Lines are as sacct and squeue print them: in columns of words; with | between the fields (-P,
 * -p); with commas, and quotes around fields that have some. Without a head line the list is the
 * last field, and the job's number, if it is there, the first. A head line names the columns. PBS
 * writes hosts as n0/0*8+n1/0*8.
 */
#ifndef RG_JOB_LINES_H
#define RG_JOB_LINES_H

#include <stdbool.h>

/* The columns of a file, from its head line. Zero it before each file. */
struct rg_job_columns {
	int n;            /* of fields; 0: there was no head line yet */
	int number, list; /* which field; -1: none of the head */
	bool commas;      /* between them */
	bool blind;       /* the head line has bars, and names no list: nor do the lines below */
};

enum rg_job_line {
	RG_JOB,         /* both texts are set */
	RG_JOB_NO_LINE, /* it is empty, a comment (#), a head line, or a ruler below that */
	RG_JOB_STEP,    /* a step of a job that has a line of its own, as 7.batch */
	RG_JOB_NOWHERE, /* it has no hosts, since it never started */
	RG_JOB_NO_LIST, /* a head line without a column of hosts; the lines below are none */
	RG_JOB_CUT,     /* the list does not end: sacct cut it off at a column's width */
};

/* Read a line, which is changed. *number is the job's; NULL: it has none. *list may be given to
 * rg_hosts_accept. Both are parts of the line. */
enum rg_job_line rg_job_line_read(struct rg_job_columns *c, char *line, char **number, char **list);

#endif
