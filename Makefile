# ringgen: `make run` shows the main job, `make check` tests a change. Everything that is built is in .build/.
#
#   make               build the command and libringgen
#   make ringgen       the command alone, in half a minute: no MPI is needed, and no proof is built in
#   make run           what an order costs, and this machine's routines: installs and builds for two minutes, runs for one
#   make check         what a change can break, by the smallest cases that show it: builds for five minutes, runs for 12
#   make check-all     the same, then all longer cases: half an hour more
#   make check-long    the longer cases alone; with UNTIL=seconds none begins after that
#   make check-fast    what of make check needs no MPI
#   make ports         make check in other Debians, PORTS="bookworm trixie sid", with both MPI libraries: see tests/ports.sh
#   make ports-small   make check-small in Debian 13: builds, and runs units and some suites, in ten minutes the first time
#   make check-arm64   the same for ARM, with a cross compiler and under qemu
#   make soak          the differential tester with both MPI libraries, for SECONDS_IN_ALL=3600; ROW=REGEX SEED=N do rows again
#   make fuzz          each reader of what comes from elsewhere, on damaged input for FUZZ_SECONDS=10 each; needs clang
#   make bench         measure everything, in over an hour, into tests/bench/results;  bench-quick: the main part, in minutes
#   make simgrid       libringgen for programs on a simulated cluster, see tests/simgrid/README.md
#   make cluster       what an emulated cluster is made by, see tests/cluster/README.md
#   make show-entries  the routines that are made of the rows of runtime/ringgen/collectives.def
#   make golden        write the generated files that the tests compare with anew: read the difference
#   make install       PREFIX=/usr/local DESTDIR=  what `make` built;  make uninstall
#   make deb           Debian packages, see examples/packaging
#   make compile_commands.json   for editors and clang's tools
#   make format clean help
#
# V=1 shows the commands. MPI=openmpi takes Open MPI instead of MPICH, MPI=abi any library with the standard ABI of MPI 5;
# MPICC=/opt/x/bin/mpicc one of the kind of these. CPPFLAGS, CFLAGS, LDFLAGS, PKG_CONFIG_PATH, MPICC and MPIEXEC may come from
# the environment. SAN=address,undefined builds with sanitizers, WERROR=1 makes warnings errors, as CI does. CC=clang works too.
# CROSS=aarch64-linux-gnu- builds for another architecture, with the libraries of `make sysroot` or of SYSROOT=FOLDER.
# Without json-c or libyaml a part is left out, and make says so; WITHOUT="json-c libyaml" does so where they are.
# `make run` and `make check` install the Debian packages that are missing (as root, or by sudo).

# What an mpi.h says of itself: MPICH, as do those of its ABI (Intel MPI, MVAPICH), or Open MPI, or MPI 5's standard ABI,
# whose number the libraries' own headers may have, too: zabi is sorted behind their names.
kind_of = $(shell $(1) -E -dM -include mpi.h -xc - </dev/null 2>/dev/null | sed -nE 's/^.define OPEN_MPI .*/openmpi/p; \
	s/^.define (MPICH_NUMVERSION|MPICH_NAME|I_MPI_NUMVERSION|MVAPICH2?_NUMVERSION) .*/mpich/p; \
	s/^.define MPI_ABI_VERSION .*/zabi/p' | sort | head -n 1 | sed 's/^zabi/abi/')
# MPICC alone names the library, too.
ifeq ($(origin MPI),undefined)
MPI := $(if $(MPICC),$(or $(call kind_of,$(MPICC)),$(error MPICC=$(MPICC) compiles no program of MPICH, Open MPI or the standard ABI)),mpich)
endif
# Another architecture (CROSS=aarch64-linux-gnu-): what its compiler and tools are called before their names, and the folder
# with its headers and libraries, which `make sysroot` makes; an empty one for those of packages for two architectures.
CROSS ?=
MACHINE := $(CROSS:%-=%)
PROCESSOR := $(firstword $(subst -, ,$(MACHINE)))
# As Debian calls it.
DEBIAN := $(if $(filter aarch64,$(PROCESSOR)),arm64,$(PROCESSOR))
SYSROOT ?= $(if $(CROSS),$(CURDIR)/.build/.sysroot/$(MACHINE))
ifneq ($(if $(CROSS),$(filter-out sysroot with-% clean help,$(or $(MAKECMDGOALS),all))),)
$(if $(SYSROOT),$(if $(wildcard $(SYSROOT)/usr/include),,$(error no headers are in $(SYSROOT): `make CROSS=$(CROSS) sysroot` \
	fetches those of Debian, SYSROOT= names a folder, and an empty one this system's own)))
endif
CC = $(CROSS)gcc$(if $(SYSROOT), --sysroot=$(SYSROOT))
AR := $(CROSS)ar
OBJCOPY := $(CROSS)objcopy
SAN ?=
PREFIX ?= /usr/local
VERSION := 0.6.0
# A file is emitted for one minor version of the library, so that names the shared library.
SOVERSION := 0.6

comma := ,
BUILD := .build
OUT := $(BUILD)$(CROSS:%-=/%)$(if $(SAN),/san-$(subst $(comma),-,$(SAN)))$(if $(filter clang%,$(CC)),/clang)
# A compiler that is newer than this source may warn of more: an error for those who work on it, not for users.
WARN := -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic$(if $(WERROR), -Werror)
# Under a sanitizer -O2 takes twice as long to compile as -O1, and hides more.
CFLAGS ?= $(if $(SAN),-O1,-O2) -g
OPT := $(CFLAGS) $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)

# pkg-config is asked at use, not at parse: `make check` may have to install it first.
PKG_CONFIG ?= $(if $(SYSROOT),env PKG_CONFIG_SYSROOT_DIR=$(SYSROOT) \
	PKG_CONFIG_LIBDIR=$(SYSROOT)/usr/lib/$(MACHINE)/pkgconfig:$(SYSROOT)/usr/share/pkgconfig pkg-config,$(CROSS)pkg-config)
XML_HWLOC_CFLAGS = $(shell $(PKG_CONFIG) --cflags libxml-2.0 hwloc)
XML_HWLOC_LIBS = $(shell $(PKG_CONFIG) --libs libxml-2.0 hwloc) -lm
# The command reads and writes JSON, and reads YAML; the libraries do neither. Where json-c or libyaml is missing, or
# WITHOUT="json-c libyaml" names it, a file of generator/without stands in for those that NEED it, which are left out.
OPTIONAL := json-c libyaml
MODULE_json-c := json-c
MODULE_libyaml := yaml-0.1
NEED_json-c := $(addprefix generator/,show/json.c native/mpich_choice.c native/mpich_file.c)
NEED_libyaml := $(addprefix generator/import/,yaml.c slurm_yaml.c slurm_torus.c topograph.c netq.c lldp.c)
LEAVES_OUT_json-c := --json, and --mpi mpich in advise, plan and export tuning
LEAVES_OUT_libyaml := topology.yaml in import slurm, and import lldp, netq, topograph
WITHOUT ?=
$(if $(filter-out $(OPTIONAL),$(WITHOUT)),$(error WITHOUT="$(WITHOUT)": it may name $(OPTIONAL)))
is_lacking = $(or $(filter $(1),$(WITHOUT)),$(shell $(PKG_CONFIG) --exists $(MODULE_$(1)) 2>/dev/null || echo lacking))
LACKING := $(foreach l,$(OPTIONAL),$(if $(call is_lacking,$l),$l))
HAD := $(filter-out $(LACKING),$(OPTIONAL))
had = $(if $(HAD),$(shell $(PKG_CONFIG) $(1) $(foreach l,$(HAD),$(MODULE_$l))))
COMMAND_CFLAGS = $(call had,--cflags)
COMMAND_LIBS = $(call had,--libs)
HWLOC_CFLAGS = $(shell $(PKG_CONFIG) --cflags hwloc)
HWLOC_LIBS = $(shell $(PKG_CONFIG) --libs hwloc)

# Debian lets `mpicc` be either library's, so the full names come first. MPICC and MPIEXEC may be named, also by the
# environment; what starts programs is beside the compiler.
named = $(or $(shell command -v $(1).$(MPI) 2>/dev/null),$(1))
own_mpicc = $(if $(findstring /,$(MPICC)),$(filter-out $(call named,mpicc) $(CURDIR)/$(OUT)/% $(CURDIR)/.ci/% $(shell command -v mpicc_abi),$(MPICC)))
beside = $(if $(own_mpicc),$(dir $(MPICC))$(1),$(call named,$(1)))
MPICC ?= $(if $(CROSS),$(CURDIR)/$(OUT)/mpicc.$(MPI),$(if $(filter abi,$(MPI)),$(or $(shell command -v mpicc_abi),$(CURDIR)/.ci/mpicc_abi),$(call named,mpicc)))
as_root = $(if $(filter 0,$(shell id -u)),--allow-run-as-root)
openmpi_exec = mpiexec.openmpi --oversubscribe $(as_root)
# With the standard ABI the library's own mpiexec starts a program: that beside the compiler if the user has named one; else
# check runs with each that is here, all else with the first.
check_each := $(and $(filter abi,$(MPI)),$(filter undefined,$(origin MPIEXEC)),$(if $(own_mpicc),,each))
abi_exec = $(or $(shell command -v mpiexec.mpich),$(if $(shell command -v mpiexec.openmpi),$(openmpi_exec)),mpiexec)
MPIEXEC ?= $(if $(filter openmpi,$(MPI)),$(call beside,mpirun) --oversubscribe $(as_root),$(if $(and $(filter abi,$(MPI)),$(if $(own_mpicc),,Debian)),$(abi_exec),$(call beside,mpiexec)))
export MPICH_CC := $(CC)
export OMPI_CC := $(CC)
ifneq ($(CROSS),)
# Where qemu looks for what the programs load.
export QEMU_LD_PREFIX := $(SYSROOT)
EMULATED := .ci/emulated $(PROCESSOR)
ifeq ($(origin MPICC),file)
# It is asked while this is read.
$(shell mkdir -p $(OUT) && sed 's|@CC@|$(CC)|; s|@MPI@|$(MPI)|; s|@PKG_CONFIG@|$(PKG_CONFIG)|' .ci/mpicc_cross.in >$(MPICC).$$$$ && \
	chmod 755 $(MPICC).$$$$ && mv $(MPICC).$$$$ $(MPICC))
endif
endif

# A line for each file that is made, but with `make -s`; with V=1 the commands.
Q := $(if $(V),,@)
say = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),,@echo '  $(1)  $(patsubst $(CURDIR)/%,%,$@)')

# The sources of each part, in whatever folder they are.
sources = $(wildcard $(1)/*.c $(1)/*/*.c $(1)/*/*/*.c)
LEFT_OUT := $(foreach l,$(LACKING),$(NEED_$l)) $(foreach l,$(HAD),generator/without/$l.c)
GENERATOR := $(filter-out generator/cli/main.c generator/prover/% generator/library/% generator/without/findings.c $(LEFT_OUT),$(call sources,generator))
RUNTIME := $(filter-out runtime/preload/% runtime/ringbench/%,$(call sources,runtime))
# An algorithm is a file in the folder of its collective.
ALGORITHMS := $(filter-out templates/frame/% templates/parts/%,$(call sources,templates))
CATALOGUE := $(OUT)/generator/algorithms.h
GENERATOR_OBJECTS := $(GENERATOR:%.c=$(OUT)/%.o) $(OUT)/generator/embedded.o $(ALGORITHMS:%.c=$(OUT)/%.o) \
	$(patsubst %.c,$(OUT)/%.o,$(wildcard runtime/ringgen/*.c))
PLAYER_OBJECTS := $(filter $(OUT)/generator/prove/% $(OUT)/generator/engine/% $(OUT)/runtime/%,$(GENERATOR_OBJECTS))
NOT_FOUND := $(OUT)/generator/without/findings.o
PROVER_OBJECT := $(OUT)/generator/prover/prover.o
FINDINGS := $(ALGORITHMS:%.c=$(OUT)/%.finding)
# Texts that have the names of all collectives.
NAMES := generator/cli/names.awk runtime/ringgen/collectives.def
HELP := $(patsubst %,$(OUT)/%,$(wildcard generator/cli/help/*))
EMBEDDED := $(wildcard templates/*/*) $(HELP) generator/emit/preload_build.sh generator/native/tuning.sh.in $(wildcard generator/native/mpich/*.json)
PAGE := $(OUT)/man/ringgen.1
PAGES := $(PAGE) $(patsubst generator/%,$(OUT)/%,$(wildcard generator/man/*.7)) $(wildcard generator/man/*.5)
BENCH_PAGE := $(OUT)/man/ringbench.1
BENCH_HELP := $(BUILD)/runtime/ringbench/ringbench.txt

LIB := $(OUT)/$(MPI)/libringgen-$(MPI)
RUNTIME_OBJECTS := $(RUNTIME:%.c=$(OUT)/$(MPI)/%.o)

PRELOAD := $(OUT)/$(MPI)/libringgen-preload-$(MPI)
PLAYER := $(OUT)/player.o
PLANNER_OBJECTS := $(patsubst %.c,$(OUT)/%.o,$(wildcard generator/library/*.c))
# What stands before it, for all MPI libraries, and needs none.
FRONT := $(OUT)/libringgen-preload
FRONT_ONLY := runtime/preload/front/front.c runtime/preload/front/stubs.c
FRONT_OBJECTS := $(patsubst %.c,$(OUT)/front/%.o,$(FRONT_ONLY) runtime/preload/front/which.c runtime/mpi/file_limit.c \
	runtime/mpi/launch_rank.c runtime/mpi/say.c)
PRELOAD_OBJECTS := $(RUNTIME_OBJECTS) $(patsubst %.c,$(OUT)/$(MPI)/%.o,$(ALGORITHMS) \
		$(filter-out $(FRONT_ONLY),$(call sources,runtime/preload))) \
	$(OUT)/planner.o

# Its measuring program, and the same as a library for those who link a cluster's routines into it.
RINGBENCH := $(OUT)/$(MPI)/ringbench-$(MPI)
RINGBENCH_LIB := $(OUT)/$(MPI)/libringbench-$(MPI).a
RINGBENCH_SOURCES := $(call sources,runtime/ringbench) $(patsubst %,generator/base/%.c,alloc diag host_names meant picture_name progress text units whole statistics temporary)

all: $(OUT)/ringgen $(LIB).a $(LIB).so $(PRELOAD).a $(PRELOAD).so $(FRONT).so $(RINGBENCH)
	@:$(foreach l,$(LACKING),; echo 'built without $l ($(if $(filter $l,$(WITHOUT)),WITHOUT names it,pkg-config finds \
		no $(MODULE_$l))), which leaves out: $(LEAVES_OUT_$l)')

# The generator is a part of libringgen-preload, too.
PIC := -fPIC -fvisibility=hidden

# What runs algorithms, and what plays them: algorithms themselves must not know how many lanes there are (engine.h).
SEES_LANES := -DRG_SEES_LANES

# ---- The command

$(OUT)/ringgen: $(OUT)/generator/cli/main.o $(OUT)/generator.a | $(PAGES)
	$(call say,LD)
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(XML_HWLOC_LIBS) $(COMMAND_LIBS)

# The command alone, for those who want it to check, order or import, say: without an MPI library, and without what the
# prover finds, which is most of the work (a proof is played when it is asked for). A later `make` makes all of it.
ifeq ($(wildcard $(OUT)/generator.a),)
ringgen: $(OUT)/generator/cli/main.o $(GENERATOR_OBJECTS) $(NOT_FOUND) | $(PAGES)
	@echo '  LD  $(OUT)/ringgen'
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $(OUT)/ringgen $^ $(XML_HWLOC_LIBS) $(COMMAND_LIBS)
	@echo "$(OUT)/ringgen is ready. What emits routines or predicts times with it plays proofs first, for minutes: 'make' builds them in."
else
ringgen: $(OUT)/ringgen
endif

# Manual pages: what --help says is there, too.
$(PAGE): help := $(OUT)/generator/cli/help
$(BENCH_PAGE): help := $(BUILD)/runtime/ringbench
$(PAGE): $(HELP)
$(BENCH_PAGE): $(BENCH_HELP)
$(OUT)/man/%.1: generator/man/manual.awk generator/man/%.1.in
	$(call say,MAN)
	$(Q)mkdir -p $(@D) && awk -v help=$(help) -f $(wordlist 1,2,$^) >$@

$(OUT)/generator/cli/help/%: generator/cli/help/% $(NAMES)
	@mkdir -p $(@D) && awk -f $(NAMES) $< >$@

$(BENCH_HELP): runtime/ringbench/ringbench.txt $(NAMES)
	@mkdir -p $(@D) && awk -f $(NAMES) $< >$@

$(OUT)/man/%.7: generator/man/%.7 $(NAMES)
	$(call say,MAN)
	$(Q)mkdir -p $(@D) && awk -f $(NAMES) $< >$@

# Files of the same name in two folders are two members: q, not r. CPPFLAGS come last: where they lead there may be an
# older ringgen.h.
define archive
$(call say,AR)
$(Q)rm -f $@ && $(AR) qcs $@ $^
endef
# What an mpi.h declares beyond the version that it says: Open MPI 5 is MPI 3.1 by it, and has the persistent collectives.
MPI_HAS = $(eval MPI_HAS := $(shell $(MPICC) -E -include mpi.h -xc - </dev/null 2>/dev/null | \
	grep -qw MPI_Allreduce_init && echo -DRG_MPI_HAS_INIT))$(MPI_HAS)

define compile
$(call say,CC)
$(Q)mkdir -p $(@D) && $(1) $(WARN) $(OPT) $(if $(filter $(MPICC),$(1)),$(MPI_HAS)) $(2) $(CPPFLAGS) -MMD -MP -c -o $@ $<
endef

$(OUT)/generator.a: $(GENERATOR_OBJECTS) $(OUT)/generator/findings.o
	$(archive)

$(OUT)/generator/%.o: generator/%.c $(OUT)/flags | $(CATALOGUE)
	$(call compile,$(CC),$(PIC) -DRINGGEN_PROOF $(SEES_LANES) -Igenerator -Iruntime -I$(OUT) $(XML_HWLOC_CFLAGS) $(COMMAND_CFLAGS))

# Which algorithms there are; it is new when a file comes or goes. Two makes may be here at a time.
$(CATALOGUE): generator/engine/catalogue.sh FORCE
	@mkdir -p $(@D)
	@new=$(CURDIR)/$@.$$$$; (cd templates && sh ../$< $(sort $(ALGORITHMS:templates/%=%))) >$$new; \
		if cmp -s $$new $@; then rm $$new; else mv $$new $@; fi

# What runtime and generator share.
$(OUT)/runtime/ringgen/%.o: runtime/ringgen/%.c $(OUT)/flags
	$(call compile,$(CC),$(PIC) $(SEES_LANES) -Iruntime)

# The algorithms as the proof plays them: the very text that is emitted. Of a part some functions may be used, and only
# those are emitted (generator/base/excerpts.h): there tests/emit.bats looks for what is unused. A resumed routine jumps
# into the middle: gcc can tell when that passes over what a variable begins with.
PARTLY := -Wno-unused-function
JUMPS := $(if $(filter $(CROSS)gcc%,$(CC)),-Wjump-misses-init)
$(OUT)/templates/%.o: templates/%.c $(OUT)/flags
	$(call compile,$(CC),$(PARTLY) $(JUMPS) $(PIC) -DRINGGEN_PROOF -Itemplates -Iruntime)

$(OUT)/generator/embedded.o: $(OUT)/generator/embedded.c
	$(call compile,$(CC),$(PIC) -Igenerator)

$(OUT)/generator/embedded.c: generator/base/embed.sh $(EMBEDDED) $(CATALOGUE)
	@mkdir -p $(@D)
	$(Q)sh $< $(EMBEDDED) >$@.new
	$(Q)mv $@.new $@

# What is proved of an algorithm for any cluster is played here, once, when the algorithm or what plays it has changed.
# With a sanitizer it would take minutes: there it is what the build without one has found. So it is for another architecture,
# whose programs need not run here.
$(OUT)/prover: $(PROVER_OBJECT) $(NOT_FOUND) $(GENERATOR_OBJECTS)
	$(call say,LD)
	$(Q)$(CC) $(OPT) $(LDFLAGS) -o $@ $^ $(XML_HWLOC_LIBS) $(COMMAND_LIBS)

$(OUT)/templates/%.finding: $(OUT)/templates/%.o $(PROVER_OBJECT) $(PLAYER_OBJECTS) | $(OUT)/prover
	$(call say,PROVE)
	$(Q)$(OUT)/prover $*.c >$@.new
	$(Q)mv $@.new $@

ifeq ($(SAN)$(CROSS),)
$(OUT)/generator/findings.c: $(FINDINGS) $(CATALOGUE)
	@mkdir -p $(@D)
	$(Q)(echo '#include "prove/everywhere.h"'; echo 'const struct rg_finding rg_findings[] = {'; \
		cat $(FINDINGS); echo '	{NULL, NULL, NULL}};') >$@.new
	$(Q)mv $@.new $@
else
FOUND := $(BUILD)$(if $(filter clang%,$(CC)),/clang)/generator/findings.c
$(OUT)/generator/findings.c: FORCE
	@mkdir -p $(@D)
	$(Q)$(MAKE) --no-print-directory -s $(if $(CROSS),CROSS= SYSROOT= CC=gcc,CC=$(CC)) SAN= $(FOUND)
	@cmp -s $(FOUND) $@ || cp $(FOUND) $@
endif

$(OUT)/generator/findings.o: $(OUT)/generator/findings.c
	$(call compile,$(CC),$(PIC) -Igenerator -Iruntime -I$(OUT))

# ---- libringgen, for one MPI library: the same objects in the archive and in the shared library

$(OUT)/$(MPI)/runtime/%.o: runtime/%.c $(OUT)/flags $(OUT)/$(MPI)/mpicc | $(CATALOGUE)
	$(call compile,$(MPICC),-fPIC $(SEES_LANES) -Iruntime -Igenerator -I$(OUT) $(HWLOC_CFLAGS))

# Its loops are to be vectorised.
$(OUT)/$(MPI)/runtime/transport/kernel.o: OPT += $(if $(SAN),,-O3)

# The proof is a part of it, one object. What is seen of it is what player.h declares: a program may link the static
# library beside others that have parts of the generator (libringbench has files of base).
$(PLAYER): $(OUT)/generator/library/player.o $(OUT)/generator.a
	$(call say,LD)
	$(Q)$(CC) -r -nostdlib -o $@.all $^
	$(Q)$(OBJCOPY) -w -G 'rg_player_*' $@.all $@
	$(Q)rm $@.all

$(LIB).a: $(RUNTIME_OBJECTS) $(PLAYER)
	$(archive)

$(LIB).so.$(SOVERSION): $(RUNTIME_OBJECTS) $(PLAYER)
	$(call say,LD)
	$(Q)$(MPICC) $(OPT) $(LDFLAGS) -shared -Wl,-soname,$(@F) $(if $(SAN),,-Wl,-z,defs) -o $@ $^ $(HWLOC_LIBS) -pthread

$(LIB).so: $(LIB).so.$(SOVERSION)
	$(Q)ln -sf $(<F) $@

# ---- libringgen-preload: libringgen, the algorithms, and the generator, for programs that have no generated code

# What is seen of it is what planner.h and player.h declare. The library has each algorithm, and what is in
# runtime/ringgen, twice under the same names: as programs run them; and as the proof plays them, which ask at each index
# whether it is in its range. The algorithms' text is emitted as it stands, so other names for the latter would be macros
# that no reader of it sees; and generator/base would clash with libringbench.a where a program links both, as in
# $(PLAYER).
$(OUT)/planner.o: $(PLANNER_OBJECTS) $(OUT)/generator.a
	$(call say,LD)
	$(Q)$(CC) -r -nostdlib -o $@.all $^
	$(Q)$(OBJCOPY) -w -G 'rg_planner_*' -G 'rg_player_*' $@.all $@
	$(Q)rm $@.all

$(OUT)/$(MPI)/templates/%.o: templates/%.c $(OUT)/flags $(OUT)/$(MPI)/mpicc
	$(call compile,$(MPICC),$(PARTLY) $(PIC) -Itemplates -Iruntime)

$(PRELOAD).a: $(PRELOAD_OBJECTS)
	$(archive)

# It is loaded first into any program, also one whose MPI library is older than this one (of the same binary interface):
# what MPI 3.1 does not have may be missing there. (Not in the archive: weak names take nothing out of a static MPI library.)
MAY_BE_MISSING := 'PMPI_*_c' 'PMPI_*_init' '!PMPI_Recv_init' PMPI_Info_get_string PMPI_Comm_create_from_group PMPI_Comm_idup_with_info
$(PRELOAD).so.$(SOVERSION): $(PRELOAD_OBJECTS)
	$(call say,LD)
	$(Q)$(CC) -r -nostdlib -o $@.all $^
	$(Q)$(OBJCOPY) -w $(addprefix --weaken-symbol=,$(MAY_BE_MISSING)) $@.all
	$(Q)$(MPICC) $(OPT) $(LDFLAGS) -shared -Wl,-soname,$(@F) $(if $(SAN),,-Wl,-z,defs) -o $@ $@.all $(XML_HWLOC_LIBS) -pthread
	$(Q)rm $@.all

$(PRELOAD).so: $(PRELOAD).so.$(SOVERSION)
	$(Q)ln -sf $(<F) $@

# ---- libringgen-preload.so, which stands before these

# It is loaded into programs of any kind, also of another C library (musl), or an older one: it needs nothing else,
# and no hardening that only one C library has. (The other models of thread-local data need the dynamic linker by its name.)
LIBC_MAY_LACK := 'dl*' pthread_sigmask
$(OUT)/front/%.o: %.c $(OUT)/flags
	$(call compile,$(CC),$(PIC) -U_FORTIFY_SOURCE -fno-stack-protector -fno-optimize-sibling-calls -ftls-model=initial-exec -DRG_SOVERSION='"$(SOVERSION)"' \
		-include runtime/preload/front/old_libc.h -Iruntime)

$(FRONT).so.$(SOVERSION): $(FRONT_OBJECTS)
	$(call say,LD)
	$(Q)$(CC) -r -nostdlib -o $@.all $^
	$(Q)$(OBJCOPY) -w $(addprefix --weaken-symbol=,$(LIBC_MAY_LACK)) $@.all
	$(Q)$(CC) $(OPT) $(LDFLAGS) -shared -Wl,-soname,$(@F) $(if $(SAN),,-Wl,-z,defs) -o $@ $@.all
	$(Q)rm $@.all

$(FRONT).so: $(FRONT).so.$(SOVERSION)
	$(Q)ln -sf $(<F) $@

# ---- What is made of the rows of collectives.def: as it is compiled, and the routines of a generated file.
MADE_OF_ROWS := runtime/ringgen.h $(shell grep -rl '^RG_ROWS' runtime/entry runtime/preload/names --include='*.c')
show-entries:
	@mkdir -p $(OUT)
	@(echo '#include "ringgen/entries.h"'; sed -nE 's/^\tROW\(([A-Z_]+),.*/RG_ALL_FORMS(\1, NAME)/p' \
		runtime/ringgen/collectives.def) >$(OUT)/entries.c
	@runtime/entry/show.sh $(MADE_OF_ROWS) $(OUT)/entries.c -- \
		$(MPICC) $(SEES_LANES) $(MPI_HAS) -D_GNU_SOURCE -Iruntime -Igenerator $(HWLOC_CFLAGS)

# ---- ringbench

$(OUT)/$(MPI)/generator/base/%.o: generator/base/%.c $(OUT)/flags $(OUT)/$(MPI)/mpicc
	$(call compile,$(MPICC),-fPIC -Igenerator -Iruntime)

# Its help, the same for all builds.
$(BUILD)/ringbench_help.c: generator/base/embed.sh $(BENCH_HELP)
	@mkdir -p $(@D)
	$(Q)sh $^ >$@.new
	$(Q)mv $@.new $@

$(OUT)/$(MPI)/ringbench_help.o: $(BUILD)/ringbench_help.c $(OUT)/flags $(OUT)/$(MPI)/mpicc
	$(call compile,$(MPICC),-fPIC -Igenerator)

$(RINGBENCH_LIB): $(RINGBENCH_SOURCES:%.c=$(OUT)/$(MPI)/%.o) $(OUT)/$(MPI)/ringbench_help.o
	$(archive)

$(RINGBENCH): $(RINGBENCH_LIB) | $(BENCH_PAGE)
	$(call say,LD)
	$(Q)$(MPICC) $(OPT) $(LDFLAGS) -o $@ $(OUT)/$(MPI)/runtime/ringbench/main.o $< -lm -ldl

# ---- libringgen for simulated clusters: the same sources, compiled by SimGrid's smpicc, which takes the system's cc.
# Nothing is played at set-up: that would take simulated time.

SIMGRID := $(BUILD)/simgrid/libringgen-simgrid.a
SIMGRID_OBJECTS := $(RUNTIME:%.c=$(BUILD)/simgrid/%.o)

SIMULATED_RINGBENCH := $(BUILD)/simgrid/libringbench-simgrid.a

simgrid: $(SIMGRID) $(SIMULATED_RINGBENCH)

$(BUILD)/simgrid/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)smpicc $(WARN) -O2 -g -DRINGGEN_UNPLAYED $(SEES_LANES) -Iruntime -Igenerator $(HWLOC_CFLAGS) -MMD -MP -c -o $@ $<

$(SIMGRID): $(SIMGRID_OBJECTS)
	$(archive)

$(BUILD)/simgrid/ringbench_help.o: $(BUILD)/ringbench_help.c
	$(Q)smpicc $(WARN) -O2 -Igenerator -c -o $@ $<

$(SIMULATED_RINGBENCH): $(RINGBENCH_SOURCES:%.c=$(BUILD)/simgrid/%.o) $(BUILD)/simgrid/ringbench_help.o
	$(archive)

# ---- Tests: a file in tests/unit is a program without MPI; the suites build what is in tests/mpi

UNITS := $(patsubst tests/unit/%.c,$(OUT)/tests/%,$(wildcard tests/unit/*.c))
# By it a test makes tables of tests/bench/results anew.
TABLES := $(OUT)/bench/segments
# Suites that start MPI programs (they load common.bash) or build.
MPI_SUITES := tests/sanitize.bats tests/window.bats $(shell grep -l '^load common' tests/*.bats) tests/install.bats
FAST_SUITES := $(filter-out $(MPI_SUITES),$(wildcard tests/*.bats))
# First what most changes had to be made fit for, then the longest, so that no core is left without work in the end. What
# measures is alone.
FIRST_SUITES := $(patsubst %,tests/%.bats,style emit mutants prove cli)
LONG_SUITES := $(patsubst %,tests/%.bats,collectives memory sanitize build window check install ringbench runtime recorder \
	requests proving preload differ)
ALONE := tests/cluster.bats
SUITES := $(FIRST_SUITES) $(LONG_SUITES) $(filter-out $(FIRST_SUITES) $(LONG_SUITES) $(ALONE),$(wildcard tests/*.bats))

$(OUT)/tests/%: tests/unit/%.c $(OUT)/generator.a $(OUT)/flags | $(OUT)/tests
	$(call say,LD)
	$(Q)$(CC) $(WARN) $(OPT) -DRINGGEN_PROOF $(SEES_LANES) -DROOT='"$(CURDIR)"' -Igenerator -Iruntime -I$(OUT) -Itests/unit $(XML_HWLOC_CFLAGS) \
		$(COMMAND_CFLAGS) $(CPPFLAGS) $(LDFLAGS) -MMD -MP -o $@ $< $(filter %.o,$^) $(OUT)/generator.a $(XML_HWLOC_LIBS) $(COMMAND_LIBS)

$(OUT)/tests/planner: $(OUT)/planner.o
$(OUT)/tests/player: $(PLAYER)

$(OUT)/bench/%: tests/bench/%.c $(OUT)/generator.a $(OUT)/flags | $(OUT)/bench
	$(call say,LD)
	$(Q)$(CC) $(WARN) $(OPT) -DRINGGEN_PROOF $(SEES_LANES) -Igenerator -Iruntime -I$(OUT) $(XML_HWLOC_CFLAGS) -MMD -MP \
		-o $@ $< $(filter %.o,$^) $(OUT)/generator.a $(XML_HWLOC_LIBS)

$(OUT)/bench/proving: $(PLAYER)

# Makes MPICH give a core away while it waits: there are more ranks than cores. Not under a sanitizer, which must be
# loaded first.
YIELD := $(if $(SAN),,$(CURDIR)/$(OUT)/tests/yield.so)
$(CURDIR)/$(OUT)/tests/yield.so: tests/mpi/yield.c | $(OUT)/tests
	$(call say,LD)
	$(Q)$(CC) $(WARN) $(OPT) -shared -fPIC -o $@ $< -ldl

# The tests' timeout, whose seconds are as long as the machine is slow.
$(OUT)/limit/timeout: tests/limit/timeout.c $(OUT)/flags | $(OUT)/limit
	$(call say,LD)
	$(Q)$(CC) $(WARN) -O2 -o $@ $<

# The emulated cluster's helpers, in C: tests/cluster/README.md.
cluster: $(OUT)/ringgen $(OUT)/cluster/flow $(OUT)/cluster/shim.so

$(OUT)/cluster/flow: tests/cluster/flow.c $(OUT)/flags | $(OUT)/cluster
	$(call say,LD)
	$(Q)$(CC) $(WARN) $(OPT) -o $@ $<

$(OUT)/cluster/shim.so: tests/cluster/shim.c $(OUT)/flags | $(OUT)/cluster
	$(call say,LD)
	$(Q)$(CC) $(WARN) $(CFLAGS) -shared -fPIC -o $@ $< -ldl

# What the suites are told: absolute paths, so that they may work anywhere. What is proved at set-up is played once for
# all of them.
TOLD = RINGGEN_CACHE='$(CURDIR)/$(OUT)/cache' RINGGEN='$(CURDIR)/$(OUT)/ringgen' OUT='$(CURDIR)/$(OUT)' LIBRINGGEN='$(CURDIR)/$(LIB).a' \
	YIELD='$(YIELD)' MPI='$(MPI)' MPICC='$(MPICC)' MPIEXEC='$(MPIEXEC)' CC='$(CC)' SAN='$(SAN)' MAKEFLAGS=

# The packages are a rule of their own, before: make reads a whole recipe, and so asks for the compiler of MPI, before it
# runs its first line.
with-%:
	@MPI='$(MPI)' CC='$(if $(CROSS),,$(CC))' MPICC='$(if $(filter file,$(origin MPICC)),,$(MPICC))' \
		PKG_CONFIG='$(if $(CROSS),,$(PKG_CONFIG))' .ci/packages $($*_PACKAGES)

# A test says of itself that it is a long one (tests/check.sh); those are for check-all.
check: LEVELS = quick
check-all: LEVELS = quick long
check-long: LEVELS = long
ifneq ($(check_each),)
check check-all check-long: with-CHECK
	@for e in mpiexec.mpich '$(openmpi_exec)' mpiexec; do command -v $${e%% *} >/dev/null || continue; \
		[ "$$e" != mpiexec ] || [ -z "$$checked" ] || continue; checked=yes; echo "with the libmpi_abi of $$e"; \
		$(MAKE) --no-print-directory $@ MPI=abi MPIEXEC="$$e" || status=1; done; exit $${status:-0}
else
check check-all check-long: with-CHECK
	@echo "building what is tested"
	@$(MAKE) --no-print-directory -s -j$$(nproc) check-programs
	@LEVELS='$(LEVELS)' UNTIL='$(UNTIL)' $(TOLD) $(EMULATED) tests/check.sh $(OUT)/log $(UNITS) $(SUITES) $(if $(ALONE),-- $(ALONE))
endif

# What another architecture's programs are linked with.
sysroot: with-CROSS
	@[ -e '$(SYSROOT)/usr/include' ] || .ci/sysroot $(DEBIAN) '$(SYSROOT)'

check-fast: with-FAST
	@$(MAKE) --no-print-directory -s -j$$(nproc) $(OUT)/ringgen $(UNITS) $(TABLES) $(OUT)/limit/timeout
	@LEVELS=quick $(TOLD) tests/check.sh $(OUT)/log $(UNITS) $(FAST_SUITES)

check-programs: all $(if $(CROSS),,$(OUT)/prover cluster $(if $(shell command -v smpicc),simgrid)) $(UNITS) $(TABLES) $(YIELD) $(OUT)/limit/timeout

ringgen-and-units: $(OUT)/ringgen $(UNITS) $(TABLES)

run: with-RUN
	@$(MAKE) --no-print-directory -s -j$$(nproc) all cluster $(YIELD)
	@$(TOLD) tests/run.sh $(OUT)/run

# Other Debians are kept in PORTS_CACHE; hours, unless SUITES, UNITS and ALONE say what to run.
PORTS ?= bookworm trixie sid
PORTS_CACHE ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/ringgen/ports
ports:
	@tests/ports.sh '$(PORTS_CACHE)' $(PORTS)
ports-small:
	@TARGET=check-small tests/ports.sh '$(PORTS_CACHE)' $(if $(filter file,$(origin PORTS)),trixie,$(PORTS))

# What shows that a system builds ringgen, and that it runs there, with few packages and in few minutes.
SMALL_SUITES := $(patsubst %,tests/%.bats,two_ranks $(if $(CROSS),,cli preload names))
check-small: with-SMALL
	@$(MAKE) --no-print-directory -s -j$$(nproc) all $(UNITS) $(YIELD) $(OUT)/limit/timeout
	@LEVELS=quick $(TOLD) $(EMULATED) tests/check.sh $(OUT)/log $(UNITS) $(if $(filter file,$(origin SUITES)),$(SMALL_SUITES),$(SUITES))

# The same for ARM. Without its libraries nothing is done; where its programs cannot be run they are built. It says so.
check-arm64: CROSSED = $(MAKE) --no-print-directory CROSS=aarch64-linux-gnu-
check-arm64:
	@$(CROSSED) sysroot || { echo "check-arm64: skipped: its libraries cannot be had"; exit 0; }; \
		if .ci/emulated aarch64 true; then $(CROSSED) check-small; \
		else [ $$? = 77 ] && $(CROSSED) -s -j$$(nproc) check-programs; fi

soak: with-CHECK
	@for m in mpich openmpi; do env -u MPICC -u MPIEXEC $(MAKE) --no-print-directory -s -j$$(nproc) MPI=$$m all $(OUT)/limit/timeout || exit; done
	@OUT='$(CURDIR)/$(OUT)' SECONDS_IN_ALL='$(SECONDS_IN_ALL)' ROW='$(ROW)' SEED='$(SEED)' STEPS='$(STEPS)' tests/soak.sh

# Each reader of files from elsewhere, so many seconds, on damaged input.
FUZZ_SECONDS ?= 10
fuzz: with-CHECK
	@$(MAKE) --no-print-directory -s -j$$(nproc) $(OUT)/ringgen
	@$(TOLD) tests/fuzz/fuzz.sh '$(OUT)/fuzz' '$(FUZZ_SECONDS)'

# Nothing else should run meanwhile. PARTS="fig6_emulated ..." measures these parts only.
bench bench-quick: with-BENCH
	@$(MAKE) --no-print-directory -s all cluster simgrid $(OUT)/bench/scale $(OUT)/bench/segments
	@$(TOLD) tests/bench/bench.sh $(if $(filter bench,$@),full $(OUT)/bench/full tests/bench/results,quick \
		$(OUT)/bench/quick $(OUT)/bench/quick/results) $(PARTS)

golden: $(OUT)/ringgen $(OUT)/tests/schema
	$(OUT)/tests/schema print >generator/import/topology.rng
	$(TOLD) tests/golden.sh tests/golden

# ---- Packages of Debian 12 and newer

PACKAGE_json-c := libjson-c-dev
PACKAGE_libyaml := libyaml-dev
BUILD_PACKAGES := gcc libc6-dev pkg-config libxml2-dev libhwloc-dev $(foreach l,$(filter-out $(WITHOUT),$(OPTIONAL)),$(PACKAGE_$l))
MPI_PACKAGES := $(if $(filter openmpi,$(MPI)),openmpi-bin libopenmpi-dev,mpich libmpich-dev)
# MPI=abi: MPICH's; .ci/packages stops where neither what is installed nor this Debian's has the ABI.
RUN_PACKAGES := $(BUILD_PACKAGES) $(MPI_PACKAGES) iproute2 procps
FAST_PACKAGES := $(BUILD_PACKAGES) bats procps
# Both MPI libraries: generated code compiles with either, and they install side by side.
CHECK_PACKAGES := $(BUILD_PACKAGES) mpich libmpich-dev openmpi-bin libopenmpi-dev g++ gfortran clang libclang-rt-dev clang-format bats \
	shellcheck valgrind cmake hwloc libxml2-utils man-db procps iproute2 gnuplot-nox libsimgrid-dev \
	universal-ctags spin jq musl-tools gcc-aarch64-linux-gnu libc6-dev-arm64-cross netpipe-mpich2 scalapack-mpi-test hpcc lammps python3-mpi4py environment-modules slurmctld slurmd slurm-client munge
# For another architecture, and what runs its programs.
CROSS_PACKAGES := $(BUILD_PACKAGES) gcc-$(MACHINE) libc6-dev-$(DEBIAN)-cross
SMALL_PACKAGES := $(BUILD_PACKAGES) $(MPI_PACKAGES) bats procps $(if $(CROSS),$(CROSS_PACKAGES) qemu-user-static,g++)
ifneq ($(CROSS),)
CHECK_PACKAGES := $(SMALL_PACKAGES)
endif
DEB_PACKAGES := $(BUILD_PACKAGES) mpich libmpich-dev openmpi-bin libopenmpi-dev debhelper lintian
BENCH_PACKAGES := $(BUILD_PACKAGES) mpich libmpich-dev openmpi-bin libopenmpi-dev libsimgrid-dev iproute2 procps \
	gnuplot-nox

# ---- Installation. It builds nothing: root installs what a user has built.

TO := $(DESTDIR)$(PREFIX)
SHARE := $(TO)/share
# Where bash looks for the file of a command's name.
COMPLETIONS := $(SHARE)/bash-completion/completions
CMAKE_PACKAGE := $(TO)/lib/cmake/ringgen
DATA := $(wildcard topo-files/*.xml topo-files/*.sh)
EXAMPLES := $(foreach e,direct make cmake hostfile preload gather ringbench packaging/module,$(wildcard examples/$(e)/*))
# What is in the generator's folder for these examples is beside them, where they are installed.
SHARING := examples/gather/shared
SHARED := $(foreach f,units whole temporary,base/$(f).c base/$(f).h)
# What emitted code includes, beside ringgen.h.
ENGINE := engine.h places.h irregular.h entries.h parameters.h collectives.def
ENGINE_PARTS := $(notdir $(wildcard runtime/ringgen/parts/*.h))
BUILT = $(wildcard $(foreach m,mpich openmpi abi,$(OUT)/$(m)/libringgen-$(m).a))
# What is linked finds the library: by an rpath, where the dynamic linker does not search the folder by itself.
RPATH = $(shell .ci/searched '$(PREFIX)/lib' || echo '-Wl,-rpath,$${libdir} ')
PC = sed -e 's|@RPATH@|$(RPATH)|; s|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; s|@MPI@|$(1)|; s|@FOR@|$(if $(filter openmpi,$(1)),OPENMPI,$(if $(filter abi,$(1)),ABI,MPICH))|' $(2)

install:
	@test -x $(OUT)/ringgen && test -n '$(BUILT)' || { echo "make install: nothing is built, run 'make' first" >&2; exit 1; }
	install -d $(TO)/bin $(TO)/include $(TO)/lib/pkgconfig $(addprefix $(SHARE)/man/man,1 5 7) $(COMPLETIONS) $(CMAKE_PACKAGE)
	install -m 644 runtime/ringgen-config.cmake runtime/ringgen-targets.cmake $(CMAKE_PACKAGE)
	sed 's|@VERSION@|$(VERSION)|' runtime/ringgen-config-version.cmake.in >$(CMAKE_PACKAGE)/ringgen-config-version.cmake
	install -m 644 generator/cli/completion.bash $(COMPLETIONS)/ringgen
	install -m 755 $(FRONT).so.$(SOVERSION) $(TO)/lib
	ln -sf libringgen-preload.so.$(SOVERSION) $(TO)/lib/libringgen-preload.so
	install -m 755 $(OUT)/ringgen $(TO)/bin/ringgen
	install -d $(TO)/include/ringgen $(TO)/include/ringbench
	install -m 644 runtime/ringbench/routines.h $(TO)/include/ringbench
	install -m 644 runtime/ringgen.h $(TO)/include/ringgen.h
	install -m 644 $(addprefix runtime/ringgen/,$(ENGINE)) $(TO)/include/ringgen
	install -d $(TO)/include/ringgen/parts
	install -m 644 runtime/ringgen/parts/*.h $(TO)/include/ringgen/parts
	set -e; for p in $(PAGES); do install -m 644 $$p $(SHARE)/man/man$${p##*.}; done
	install -d $(SHARE)/ringgen/topo-files $(addprefix $(SHARE)/ringgen/,$(sort $(dir $(EXAMPLES))))
	set -e; for f in $(DATA); do install -m $$(test -x $$f && echo 755 || echo 644) $$f $(SHARE)/ringgen/topo-files; done
	install -m 644 generator/import/topology.rng $(SHARE)/ringgen/topology.rng
	set -e; for f in $(EXAMPLES); do install -m $$(test -x $$f && echo 755 || echo 644) $$f $(SHARE)/ringgen/$$f; done
	install -d $(addprefix $(SHARE)/ringgen/,$(addsuffix /base,$(SHARING)))
	set -e; for d in $(SHARING); do install -m 644 $(addprefix generator/,$(SHARED)) $(SHARE)/ringgen/$$d/base; done
	set -e; for m in $(notdir $(patsubst %/,%,$(dir $(BUILT)))); do $(MAKE) --no-print-directory MPI=$$m install-library; done
	@test -n '$(DESTDIR)' || test "$$(id -u)" != 0 || ldconfig 2>/dev/null || :

# Packages of Debian, clean under lintian.
deb: with-DEB
	@examples/packaging/deb.sh $(VERSION) $(CURDIR)/$(BUILD)/deb

install-library:
	install -m 644 $(LIB).a $(TO)/lib
	install -m 755 $(LIB).so.$(SOVERSION) $(TO)/lib
	ln -sf libringgen-$(MPI).so.$(SOVERSION) $(TO)/lib/libringgen-$(MPI).so
	$(call PC,$(MPI),runtime/ringgen.pc.in) >$(TO)/lib/pkgconfig/ringgen-$(MPI).pc
	install -m 644 $(PRELOAD).a $(TO)/lib
	install -m 755 $(PRELOAD).so.$(SOVERSION) $(TO)/lib
	ln -sf libringgen-preload-$(MPI).so.$(SOVERSION) $(TO)/lib/libringgen-preload-$(MPI).so
	$(call PC,$(MPI),runtime/preload/ringgen-preload.pc.in) >$(TO)/lib/pkgconfig/ringgen-preload-$(MPI).pc
	install -m 755 $(RINGBENCH) $(TO)/bin
	install -m 644 $(BENCH_PAGE) $(SHARE)/man/man1/ringbench-$(MPI).1
	install -m 644 $(RINGBENCH_LIB) $(TO)/lib

uninstall:
	rm -f $(TO)/bin/ringgen $(TO)/lib/libringgen-preload.so $(TO)/lib/libringgen-preload.so.$(SOVERSION) $(foreach m,mpich openmpi abi,$(TO)/bin/ringbench-$(m) $(TO)/lib/libringbench-$(m).a \
			$(SHARE)/man/man1/ringbench-$(m).1) \
		$(TO)/include/ringbench/routines.h $(COMPLETIONS)/ringgen $(addprefix $(CMAKE_PACKAGE)/,ringgen-config.cmake ringgen-config-version.cmake ringgen-targets.cmake) \
		$(TO)/include/ringgen.h $(addprefix $(TO)/include/ringgen/,$(ENGINE) $(addprefix parts/,$(ENGINE_PARTS))) $(SHARE)/ringgen/topology.rng $(addprefix $(SHARE)/ringgen/,$(DATA) $(EXAMPLES)) \
		$(foreach d,$(SHARING),$(addprefix $(SHARE)/ringgen/$(d)/,$(SHARED))) \
		$(foreach p,$(PAGES),$(SHARE)/man/man$(patsubst .%,%,$(suffix $(p)))/$(notdir $(p))) \
		$(foreach m,mpich openmpi abi preload-mpich preload-openmpi preload-abi,$(addprefix $(TO)/lib/,libringgen-$(m).a \
			libringgen-$(m).so libringgen-$(m).so.$(SOVERSION) pkgconfig/ringgen-$(m).pc))
	-@rmdir --ignore-fail-on-non-empty $(CMAKE_PACKAGE) $(TO)/include/ringgen/parts $(TO)/include/ringgen $(TO)/include/ringbench $(addprefix $(SHARE)/ringgen/,$(addsuffix /base,$(SHARING)) $(SHARING) topo-files $(sort $(dir $(EXAMPLES))) examples/packaging examples) $(SHARE)/ringgen 2>/dev/null

# ---- The rest

FORMATTED = $(foreach d,generator templates runtime tests examples,$(wildcard $(foreach e,c h,$(addprefix $(d)/,*.$(e) */*.$(e) */*/*.$(e)))))

format:
	clang-format -i $(filter-out tests/golden/%,$(FORMATTED))

$(OUT)/tests $(OUT)/bench $(OUT)/cluster $(OUT)/limit:
	$(Q)mkdir -p $@

compile_commands.json: FORCE
	@$(MAKE) --no-print-directory -nB V=1 all check-programs | sh .ci/compile_commands '$(CURDIR)' >$@.new
	@mv $@.new $@

# Changes when the compiler or its flags do, and everything is built again.
$(OUT)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(filter-out -Werror,$(WARN)) $(OPT) $(PIC) $(CPPFLAGS) $(LACKING)' | cmp -s - $@ || echo '$(CC) $(filter-out -Werror,$(WARN)) $(OPT) $(PIC) $(CPPFLAGS) $(LACKING)' >$@

# The MPI library that the objects are compiled for: MPICC may be another's now.
$(OUT)/$(MPI)/mpicc: FORCE
	@mkdir -p $(@D)
	@kind='$(call kind_of,$(MPICC))'; [ "$$kind" = '$(MPI)' ] || \
		{ echo "error: MPI=$(MPI), and $(MPICC) is $${kind:-no compiler of MPICH, Open MPI or the standard ABI}" >&2; exit 1; }
	@now="$$($(MPICC) -show) $(MPI_HAS) $$($(MPICC) -E -dM -include mpi.h -xc - </dev/null | grep -E '^.define (MPICH|MVAPICH2?|I_MPI_NUM|OMPI_[A-Z]*|MPI_ABI)_?VERSION ')"; \
		echo "$$now" | cmp -s - $@ || echo "$$now" >$@

help:
	@sed -n '3,/^$$/s/^# *//p' Makefile

clean:
	rm -rf $(BUILD)

.PHONY: all ringgen cluster simgrid check check-all check-long check-fast check-programs ringgen-and-units check-small check-arm64 sysroot run ports ports-small soak fuzz bench bench-quick show-entries golden install install-library uninstall deb format help clean FORCE
.DELETE_ON_ERROR:
-include $(wildcard $(foreach d,$(OUT) $(OUT)/$(MPI) $(BUILD)/simgrid,$(d)/*/*.d $(d)/*/*/*.d $(d)/*/*/*/*.d $(d)/*/*/*/*/*.d))
