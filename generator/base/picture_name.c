/* SPDX-License-Identifier: BSD-3-Clause
 * picture_name: the names of pictures.
 */
#include "base/picture_name.h"

#include <string.h>
#include <strings.h>

bool rg_is_other_picture(const char *path)
{
	static const char *const ends[] = {"png", "jpg", "jpeg", "gif",  "pdf", "ps",
	                                   "eps", "bmp", "tif",  "tiff", "webp"};
	const char *dot = strrchr(path, '.');
	for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
		if (strcasecmp(dot + 1, ends[i]) == 0)
			return true;
	return false;
}
