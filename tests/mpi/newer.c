/* SPDX-License-Identifier: BSD-3-Clause
 * A double for an MPI library of MPI 4.1: its routines that look at several requests, on top of an
 * older library. A request that is not active is over for it, as MPI has it: also one that stands
 * for a collective of ringgen's, of which it knows nothing. It tells on stderr when it is first
 * asked. (The names are given to the linker alone: some headers declare them without `const`.)
 */
#include "looks.h"

#include <stdio.h>

static void tell(void)
{
	static int told;

	if (!told++)
		fprintf(stderr, "newer: asked\n");
}

/* Whether it is over, and whether there is one: if there is none, the status is an empty one. (The
 * source stays in the status of a sent message.) */
static int look(MPI_Request request, int *flag, int *is, MPI_Status *status)
{
	int err;

	status->MPI_SOURCE = MPI_PROC_NULL;
	status->MPI_TAG = 0;
	err = PMPI_Request_get_status(request, flag, status);
	*is = !*flag || status->MPI_SOURCE != MPI_ANY_SOURCE || status->MPI_TAG != MPI_ANY_TAG;
	return err;
}

int newer_any(int n, const MPI_Request requests[], int *index, int *flag,
              MPI_Status *status) __asm__("MPI_Request_get_status_any");
int newer_any(int n, const MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
	MPI_Status own;
	int any = 0, is, err;

	tell();
	*index = MPI_UNDEFINED;
	for (int i = 0; i < n; i++) {
		if ((err = look(requests[i], flag, &is, &own)))
			return err;
		any = any || is;
		if (*flag && is) {
			*index = i;
			if (status != MPI_STATUS_IGNORE)
				*status = own;
			return MPI_SUCCESS;
		}
	}
	*flag = !any;
	return MPI_SUCCESS;
}

int newer_all(int n, const MPI_Request requests[], int *flag,
              MPI_Status statuses[]) __asm__("MPI_Request_get_status_all");
int newer_all(int n, const MPI_Request requests[], int *flag, MPI_Status statuses[])
{
	MPI_Status own;
	int is, err;

	tell();
	*flag = 1;
	for (int i = 0; i < n && *flag; i++) {
		if ((err = look(requests[i], flag, &is, &own)))
			return err;
		if (*flag && statuses != MPI_STATUSES_IGNORE)
			statuses[i] = own;
	}
	return MPI_SUCCESS;
}

int newer_some(int n, const MPI_Request requests[], int *found, int indices[],
               MPI_Status statuses[]) __asm__("MPI_Request_get_status_some");
int newer_some(int n, const MPI_Request requests[], int *found, int indices[],
               MPI_Status statuses[])
{
	MPI_Status own;
	int any = 0, is, flag, err;

	tell();
	*found = 0;
	for (int i = 0; i < n; i++) {
		if ((err = look(requests[i], &flag, &is, &own)))
			return err;
		any = any || is;
		if (!flag || !is)
			continue;
		if (statuses != MPI_STATUSES_IGNORE)
			statuses[*found] = own;
		indices[(*found)++] = i;
	}
	if (!any)
		*found = MPI_UNDEFINED;
	return MPI_SUCCESS;
}
