/* SPDX-License-Identifier: BSD-3-Clause
 * picture_name: the names of pictures. All that ringgen and the programs beside it draw is SVG.
 */
#ifndef RG_PICTURE_NAME_H
#define RG_PICTURE_NAME_H

#include <stdbool.h>

/* Does the name promise another kind of picture, as "x.png" does? */
bool rg_is_other_picture(const char *path);

/* What to say of it, before the name. */
#define RG_PICTURES_ARE_SVG \
	"pictures are SVG: write a .svg and convert that, as rsvg-convert -o X.png X.svg does:"

#endif
