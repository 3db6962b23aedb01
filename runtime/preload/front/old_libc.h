/* SPDX-License-Identifier: BSD-3-Clause
 * Functions that glibc has moved into another of its files, with a new version of their names:
 * dlsym and its like in 2.34, pthread_sigmask in 2.32. A program of an older glibc (in a container,
 * say) would not start for the new version's name; the first version's is in each glibc.
 *
 * It is included before each file of libringgen-preload.so.
 */
#ifndef RG_OLD_LIBC_H
#define RG_OLD_LIBC_H

#include <features.h>

/* The version of glibc that was the first on this processor: shlib-versions in its source. */
#if defined __GLIBC__ && defined __x86_64__ && defined __LP64__
#define RG_FIRST_GLIBC "GLIBC_2.2.5"
#elif defined __GLIBC__ && defined __aarch64__
#define RG_FIRST_GLIBC "GLIBC_2.17"
#endif

#ifdef RG_FIRST_GLIBC
#define RG_AS_EVER(FUNCTION) __asm__(".symver " #FUNCTION ", " #FUNCTION "@" RG_FIRST_GLIBC)
RG_AS_EVER(dladdr);
RG_AS_EVER(dlclose);
RG_AS_EVER(dlerror);
RG_AS_EVER(dlopen);
RG_AS_EVER(dlsym);
RG_AS_EVER(pthread_sigmask);
#ifdef __x86_64__
__asm__(".symver dladdr1, dladdr1@GLIBC_2.3.3");
__asm__(".symver dlinfo, dlinfo@GLIBC_2.3.3");
#else
RG_AS_EVER(dladdr1);
RG_AS_EVER(dlinfo);
#endif
#endif

#endif
