/* SPDX-License-Identifier: BSD-3-Clause
 * Open MPI 5.0.7 and 6.0.0rc2: a table that MPI_Comm_create_keyval enlarges is never given back.
 * All keys are freed, and MPI has ended, and the block is still there.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Keys are more than the table has room for at first; both are chosen. */
enum { KEYS = 64, BLOCKS = 4096 };

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *block, size_t bytes);
void __libc_free(void *block);

/* Blocks of calls of this thread for keys; MPI's other threads go on meanwhile. */
static _Thread_local bool counts;
static void *blocks[BLOCKS];

static void *note(void *block)
{
	for (int i = 0; counts && block && i < BLOCKS; i++)
		if (!blocks[i]) {
			blocks[i] = block;
			break;
		}
	return block;
}

static void forget(const void *block)
{
	for (int i = 0; block && i < BLOCKS; i++)
		if (blocks[i] == block)
			blocks[i] = NULL;
}

void *malloc(size_t bytes)
{
	return note(__libc_malloc(bytes));
}

void *calloc(size_t count, size_t bytes)
{
	return note(__libc_calloc(count, bytes));
}

void *realloc(void *block, size_t bytes)
{
	forget(block);
	return note(__libc_realloc(block, bytes));
}

void free(void *block)
{
	forget(block);
	__libc_free(block);
}

int main(int argc, char **argv)
{
	int keys[KEYS], kept = 0;

	MPI_Init(&argc, &argv);
	counts = true;
	for (int i = 0; i < KEYS; i++)
		MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keys[i],
		                       NULL);
	counts = false;
	for (int i = 0; i < KEYS; i++)
		MPI_Comm_free_keyval(&keys[i]);
	MPI_Finalize();
	for (int i = 0; i < BLOCKS; i++)
		kept += !!blocks[i];
	if (kept)
		printf("%d blocks of %d keys are kept\n", kept, KEYS);
	return kept > 0;
}
