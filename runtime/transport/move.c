/* SPDX-License-Identifier: BSD-3-Clause
 * Copies of vectors' bytes.
 */
#include "transport/move.h"

#include <stdint.h>
#include <string.h>

/* glibc's memcpy of long blocks is one instruction, `rep movsb`. It takes twenty times as long
 * where the destination is a little further in its page than the source: 8 us in place of 0.3 for
 * 16 KiB, measured with glibc 2.36 on AMD EPYCs: 1 to 15 bytes on one, 1 to 31 on another. A window
 * begins with a page, the block that goes there begins where the program has it: long ones from
 * malloc(3) 16 bytes behind one. */
enum { PAGE = 4096, TOO_NEAR = 64, LONG = 1024, STEP = 64 };

void rg_move_bytes(void *to, const void *from, size_t n)
{
	uintptr_t ahead = ((uintptr_t)to - (uintptr_t)from) % PAGE;
	size_t done = 0;

	if (n >= LONG && ahead > 0 && ahead < TOO_NEAR)
		for (; done + STEP <= n; done += STEP) {
			memcpy((char *)to + done, (const char *)from + done, STEP);
			__asm__ volatile("" ::: "memory"); /* or a compiler sees a memcpy of all */
		}
	memcpy((char *)to + done, (const char *)from + done, n - done);
}
