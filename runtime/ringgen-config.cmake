# SPDX-License-Identifier: BSD-3-Clause
# find_package(ringgen): the targets ringgen::ringgen (the command), ringgen::mpich, ringgen::openmpi and ringgen::abi (libringgen, of
# those that are installed), and ringgen_generate. Every path is found from this file's own place: the installation may
# be moved.
cmake_policy(VERSION 3.18)
get_filename_component(ringgen_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

include("${CMAKE_CURRENT_LIST_DIR}/ringgen-targets.cmake")
ringgen_add_command("${ringgen_PREFIX}/bin/ringgen")

# find_package(ringgen COMPONENTS openmpi) fails where libringgen is not there for Open MPI.
foreach(ringgen_MPI IN ITEMS mpich openmpi abi)
  set(ringgen_LIBRARY "${ringgen_PREFIX}/lib/libringgen-${ringgen_MPI}.so")
  if(EXISTS "${ringgen_LIBRARY}")
    set(ringgen_${ringgen_MPI}_FOUND TRUE)
    ringgen_add_library(${ringgen_MPI} "${ringgen_LIBRARY}" "${ringgen_PREFIX}/include")
  endif()
endforeach()
foreach(ringgen_MPI IN LISTS ringgen_FIND_COMPONENTS)
  if(ringgen_FIND_REQUIRED_${ringgen_MPI} AND NOT ringgen_${ringgen_MPI}_FOUND)
    set(ringgen_FOUND FALSE)
    set(ringgen_NOT_FOUND_MESSAGE "libringgen-${ringgen_MPI} is not in ${ringgen_PREFIX}/lib: make MPI=${ringgen_MPI}")
  endif()
endforeach()
