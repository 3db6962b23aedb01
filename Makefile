# ringgen: `make run` shows the main job, `make check` runs all tests. Everything that is built is in .build/.
#
#   make               build the command, libringgen, the tests
#   make run           the main job on two topologies (a minute or two)
#   make check         all tests;  check-fast: those without MPI, in seconds
#   make bench         time and memory at 10,000 machines
#   make install       PREFIX=/usr/local DESTDIR=;  make uninstall
#   make format clean
#
# MPI=openmpi takes Open MPI instead of MPICH. SAN=address,undefined builds with sanitizers. CC=clang works too.

MPI ?= mpich
CC = gcc
SAN ?=
PREFIX ?= /usr/local
VERSION := 0.1.0

BUILD := .build
OUT := $(BUILD)$(if $(SAN),/san)$(if $(filter clang%,$(CC)),/clang)
WARN := -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Werror
CFLAGS ?= -O2 -g
OPT := $(CFLAGS) $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)

# pkg-config is asked at use, not at parse: `make check` may have to install it first.
XML_HWLOC_CFLAGS = $(shell pkg-config --cflags libxml-2.0 hwloc)
XML_HWLOC_LIBS = $(shell pkg-config --libs libxml-2.0 hwloc) -lm

GENERATOR := $(filter-out main,$(basename $(notdir $(wildcard generator/*.c))))
ALGORITHMS := ring_allreduce ring_allgather ring_reduce_scatter
GENERATOR_OBJECTS := $(GENERATOR:%=$(OUT)/generator/%.o) $(OUT)/generator/embedded.o \
	$(ALGORITHMS:%=$(OUT)/algorithms/%.o)
EMBEDDED := $(wildcard templates/*.c templates/*.h templates/*.rng generator/help/*.txt)

all: $(OUT)/ringgen

$(OUT)/ringgen: $(OUT)/generator/main.o $(OUT)/generator.a
	$(CC) $(OPT) -o $@ $^ $(XML_HWLOC_LIBS)

$(OUT)/generator.a: $(GENERATOR_OBJECTS)
	rm -f $@
	ar rcs $@ $^

$(OUT)/generator/%.o: generator/%.c | $(OUT)/generator
	$(CC) $(WARN) $(OPT) -DRINGGEN_NO_MPI -Iruntime $(XML_HWLOC_CFLAGS) -MMD -MP -c -o $@ $<

# The algorithms as the proof plays them: the very text that is emitted.
$(OUT)/algorithms/%.o: templates/%.c | $(OUT)/algorithms
	$(CC) $(WARN) $(OPT) -DRINGGEN_NO_MPI -Iruntime -MMD -MP -c -o $@ $<

$(OUT)/generator/embedded.o: $(OUT)/generator/embedded.c
	$(CC) $(WARN) $(OPT) -Igenerator -c -o $@ $<

$(OUT)/generator/embedded.c: generator/embed.sh $(EMBEDDED) | $(OUT)/generator
	sh generator/embed.sh $(EMBEDDED) >$@.new
	mv $@.new $@

# Unit tests: one program a file.
$(OUT)/tests/%: tests/unit/%.c $(OUT)/generator.a | $(OUT)/tests
	$(CC) $(WARN) $(OPT) -DRINGGEN_NO_MPI -Iruntime -Igenerator -Itests/unit $(XML_HWLOC_CFLAGS) -MMD -MP \
		-o $@ $< $(OUT)/generator.a $(XML_HWLOC_LIBS)

$(OUT)/generator $(OUT)/algorithms $(OUT)/tests:
	mkdir -p $@

clean:
	rm -rf $(BUILD)

.PHONY: all clean
.DELETE_ON_ERROR:
-include $(wildcard $(OUT)/*/*.d $(OUT)/*/*/*.d)
