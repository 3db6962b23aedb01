/* SPDX-License-Identifier: BSD-3-Clause
 * xml_text: text as XML has it. libxml2 escapes it; files are printed by rg_textf, as they are laid
 * out for people.
 */
#ifndef RG_XML_TEXT_H
#define RG_XML_TEXT_H

#include "base/text.h"

/* Add s, in which what XML would take for markup is escaped: as a text, or as the value of an
 * attribute in double quotes. */
void rg_xml_text(struct rg_text *out, const char *s);

#endif
