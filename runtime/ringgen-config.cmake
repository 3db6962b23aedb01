# SPDX-License-Identifier: BSD-3-Clause
# find_package(ringgen): the targets ringgen::ringgen (the command), ringgen::mpich and ringgen::openmpi (libringgen, of
# those that are installed), and ringgen_generate. Every path is found from this file's own place: the installation may
# be moved.
cmake_policy(VERSION 3.18)
get_filename_component(ringgen_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET ringgen::ringgen)
  add_executable(ringgen::ringgen IMPORTED GLOBAL)
  set_target_properties(ringgen::ringgen PROPERTIES IMPORTED_LOCATION "${ringgen_PREFIX}/bin/ringgen")
endif()

# find_package(ringgen COMPONENTS openmpi) fails where libringgen is not there for Open MPI.
foreach(ringgen_MPI IN ITEMS mpich openmpi)
  set(ringgen_LIBRARY "${ringgen_PREFIX}/lib/libringgen-${ringgen_MPI}.so")
  if(EXISTS "${ringgen_LIBRARY}")
    set(ringgen_${ringgen_MPI}_FOUND TRUE)
    if(NOT TARGET ringgen::${ringgen_MPI})
      string(TOUPPER ${ringgen_MPI} ringgen_FOR)
      add_library(ringgen::${ringgen_MPI} SHARED IMPORTED GLOBAL)
      set_target_properties(ringgen::${ringgen_MPI} PROPERTIES
        IMPORTED_LOCATION "${ringgen_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${ringgen_PREFIX}/include"
        INTERFACE_COMPILE_DEFINITIONS RINGGEN_FOR_${ringgen_FOR})
    endif()
  endif()
endforeach()
foreach(ringgen_MPI IN LISTS ringgen_FIND_COMPONENTS)
  if(ringgen_FIND_REQUIRED_${ringgen_MPI} AND NOT ringgen_${ringgen_MPI}_FOUND)
    set(ringgen_FOUND FALSE)
    set(ringgen_NOT_FOUND_MESSAGE "libringgen-${ringgen_MPI} is not in ${ringgen_PREFIX}/lib: make MPI=${ringgen_MPI}")
  endif()
endforeach()

include("${CMAKE_CURRENT_LIST_DIR}/ringgen-generate.cmake")
