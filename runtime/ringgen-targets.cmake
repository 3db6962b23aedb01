# SPDX-License-Identifier: BSD-3-Clause
# What an installation (ringgen-config.cmake) and the sources (CMakeLists.txt) both give, from their own places.

# The target ringgen::ringgen: the command.
function(ringgen_add_command command)
  if(NOT TARGET ringgen::ringgen)
    add_executable(ringgen::ringgen IMPORTED GLOBAL)
    set_target_properties(ringgen::ringgen PROPERTIES IMPORTED_LOCATION "${command}")
  endif()
endfunction()

# The target ringgen::MPI: libringgen for that MPI library, and where its headers are.
function(ringgen_add_library mpi library include)
  if(NOT TARGET ringgen::${mpi})
    string(TOUPPER ${mpi} for)
    add_library(ringgen::${mpi} SHARED IMPORTED GLOBAL)
    set_target_properties(ringgen::${mpi} PROPERTIES
      IMPORTED_LOCATION "${library}"
      INTERFACE_INCLUDE_DIRECTORIES "${include}"
      INTERFACE_COMPILE_DEFINITIONS RINGGEN_FOR_${for})
  endif()
endfunction()

# ringgen_generate(TARGET TOPOLOGY [PREFIX name] [OPTIONS option...]): NAME.c and NAME.h are made by 'ringgen generate'
# when TARGET is built, and again when the topology changes. NAME is the prefix, or else the file's name.
function(ringgen_generate target topology)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" PREFIX OPTIONS)
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ringgen_generate: what is ${arg_UNPARSED_ARGUMENTS}?")
  endif()
  get_filename_component(topology "${topology}" ABSOLUTE)
  get_filename_component(name "${topology}" NAME_WE)
  set(prefix)
  if(arg_PREFIX)
    set(name ${arg_PREFIX})
    set(prefix --prefix ${arg_PREFIX})
  endif()
  set(base "${CMAKE_CURRENT_BINARY_DIR}/${name}")
  add_custom_command(
    OUTPUT "${base}.c" "${base}.h"
    COMMAND ringgen::ringgen generate "${topology}" ${prefix} ${arg_OPTIONS} -o "${base}"
    DEPENDS "${topology}" ringgen::ringgen
    VERBATIM)
  target_sources(${target} PRIVATE "${base}.c" "${base}.h")
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}")
endfunction()
