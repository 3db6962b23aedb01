/* Which worker a member is, where there are so many pairs; -1: it is none.
 */
#pragma once

static int pairs_worker(int pairs, int member)
{
	return member >= 2 * pairs ? member - pairs : member % 2 == 0 ? member / 2 : -1;
}
