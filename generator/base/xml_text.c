/* SPDX-License-Identifier: BSD-3-Clause
 * xml_text: text as XML has it.
 */
#include "base/xml_text.h"

#include <libxml/entities.h>
#include <stdint.h>

#include "base/alloc.h"

void rg_xml_text(struct rg_text *out, const char *s)
{
	xmlChar *escaped = xmlEncodeSpecialChars(NULL, (const xmlChar *)s);

	if (!escaped)
		rg_alloc(SIZE_MAX, 1); /* no memory: ends the run */
	rg_text_add(out, (const char *)escaped);
	xmlFree(escaped);
}
