#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The build: by another compiler, with another algorithm, in few words.
bats_require_minimum_version 1.5.0

ROOT=$(realpath "$BATS_TEST_DIRNAME/..")

MPI=${MPI:-mpich}
MPICC=${MPICC:-$(command -v "mpicc.$MPI" || echo mpicc)}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
}

# A copy of the sources, in which things may be added.
copy_sources() {
	mkdir sources
	cp -r "$ROOT"/{Makefile,.ci,generator,runtime,templates,tests,topo-files} sources
	cd sources || return 1
}

# found_anew OUT SOURCE...: what was found of an algorithm is found anew when its text or who plays it changes, and only then.
found_anew() {
	local finding=$1/templates/allreduce/smp_binomial.finding source
	run -0 timeout 60 make "${MAKING[@]}" "$finding"
	[[ $output != *PROVE* ]]
	for source in "${@:2}"; do
		echo >>"$source"
		run -0 timeout 300 make -j2 "${MAKING[@]}" "$finding"
		echo "$source: $output"
		[[ $output == *"PROVE  $finding"* ]]
	done
}

@test "what was found of an algorithm is found anew when its text changes" {
	local built=.build
	[[ ${CC:-gcc} != clang* ]] || built=.build/clang
	MAKING=(CC="${CC:-gcc}" SAN=)
	# What the build has made, which is as new as its sources.
	mkdir -p "sources/$built"
	cp -a "$ROOT"/{Makefile,.ci,generator,runtime,templates,tests,topo-files} sources
	cp -a "$ROOT/$built"/{flags,generator,man,prover,runtime,templates} "sources/$built"
	cd sources
	found_anew $built templates/parts/tree.c
}

# bats test_tags=long
@test "an algorithm is a file: it is dropped there, clang makes all, and prove, plan, generate and help know it" {
	command -v clang >/dev/null || skip "no clang is here"
	MAKING=(CC=clang)
	copy_sources
	sed 's/ring_allreduce/again_allreduce/g; s/"ring"/"again"/' \
		templates/allreduce/ring.c >templates/allreduce/again.c
	ringgen=.build/clang/ringgen
	# make check-fast runs where no MPI library is.
	what=all
	command -v "${MPICC:-mpicc}" >/dev/null || what=$ringgen
	timeout 300 make -s -j2 CC=clang "$what"
	run -0 timeout 60 $ringgen prove --ranks 1-9 --ops allreduce=again
	[[ $output == *allreduce*again*proved* ]]
	timeout 60 $ringgen generate topo-files/pair.xml --ops allreduce=again -o x
	grep -q 'rg_again_allreduce' x.c
	run ! grep -q 'rg_ring_allreduce' x.c
	run -0 timeout 60 $ringgen plan topo-files/chain32.xml --ops allreduce=again,allreduce=ring --size 1MiB
	[[ $output == *again* ]]
	run -2 $ringgen generate topo-files/pair.xml --ops allreduce=never
	[[ $output == *"again, "* ]]
	rm templates/allreduce/again.c
	# What was found of the others, but for the one that is asked for below, is not played once more: that took most of the time.
	local found=() f
	for f in .build/clang/templates/*/*.finding; do
		[[ $f == */smp_binomial.finding ]] || found+=(-o "$f")
	done
	timeout 300 make -s -j2 "${found[@]}" CC=clang .build/clang/ringgen
	run -2 timeout 60 $ringgen prove --ranks 1-9 --ops allreduce=again
	found_anew .build/clang templates/parts/tree.c runtime/ringgen/parts/fold.h generator/prove/cases.h generator/prover/prover.c
}

# bats test_tags=long
@test "make ringgen makes the command alone: no compiler of MPI is called, no proof is played, and it checks, orders and imports" {
	[ -z "${SAN:-}" ] || skip "a sanitizer makes it no other"
	copy_sources
	mkdir bin
	for name in mpicc mpiexec mpirun; do
		for suffix in "" .mpich .openmpi; do
			printf '#!/bin/sh\necho "%s $*" >>"%s"\nexit 1\n' "$name$suffix" "$PWD/called" >"bin/$name$suffix"
		done
	done
	chmod +x bin/*
	PATH=$PWD/bin:$PATH run -0 timeout 300 env -u MPI -u MPICC -u MPIEXEC make -j2 CC="${CC:-gcc}" ringgen
	[ ! -e called ]
	[[ $output != *PROVE* && $output == *"ringgen is ready."* ]]
	[ -z "$(find .build -name '*.finding' -o -name 'lib*')" ]
	# All else asks for that compiler, which fails.
	PATH=$PWD/bin:$PATH run ! timeout 60 env -u MPI -u MPICC -u MPIEXEC make CC="${CC:-gcc}" .build/mpich/runtime/mpi/host.o
	[ -e called ]
	ringgen=$(find .build -name ringgen -type f)
	run -0 "$ringgen" check topo-files/chain32.xml
	[[ $output == *"machines        32"* ]]
	run -0 "$ringgen" certify topo-files/chain32.xml
	[[ $output == "proved contention free: 32 ranks on 32 machines"* ]]
	printf '%s\n' n9 n0 n17 n1 >hosts
	run -0 "$ringgen" order topo-files/chain32.xml --hosts @hosts --format names
	[ "${#lines[@]}" = 4 ]
	run -0 "$ringgen" import ibnet tests/fabrics/tree-updn/net.txt tests/fabrics/tree-updn/lft.txt -o fabric.xml
	run -0 "$ringgen" certify fabric.xml
	[[ $output == "proved contention free: 12 ranks on 12 machines"* ]]
}

@test "make says a line for each file, with V=1 the commands, with -s nothing" {
	copy_sources
	mkdir one
	run -0 timeout 60 make BUILD=one one/templates/allreduce/ring.o
	[[ $output == *"  CC  one/templates/allreduce/ring.o"* ]]
	[[ $output != *-Wall* ]]
	rm one/templates/allreduce/ring.o
	run -0 timeout 60 make BUILD=one V=1 one/templates/allreduce/ring.o
	[[ $output == *-Wall* ]]
	rm one/templates/allreduce/ring.o
	run -0 timeout 60 make -s BUILD=one one/templates/allreduce/ring.o
	[ -z "$output" ]
}

@test "compile_commands.json has each source" {
	copy_sources
	timeout 60 make -s compile_commands.json
	find generator runtime templates -name '*.c' ! -path 'templates/parts/*' ! -path 'templates/frame/*' ! -path 'generator/without/*' >files
	[ "$(wc -l <files)" -gt 100 ]
	while read -r f; do
		grep -qF "\"file\": \"$f\"" compile_commands.json
	done <files
	if command -v python3 >/dev/null; then
		python3 -m json.tool compile_commands.json >/dev/null
	fi
}

@test "the MPI library that make run and make check install is the one they use" {
	copy_sources
	mkdir installed
	cat >.ci/packages <<-'END'
		#!/bin/sh
		printf '#!/bin/sh\n' >installed/mpicc.later
		chmod +x installed/mpicc.later
	END
	for job in run check; do
		# shellcheck disable=SC2016 # the script's own variable
		printf '#!/bin/sh\necho "compiled by $MPICC"\n' >tests/$job.sh
		rm -f installed/*
		# What is built is no matter here: MAKE=true.
		PATH=$PWD/installed:$PATH run -0 timeout 60 env -u MPICC -u MPIEXEC make -s $job MPI=later MAKE=true
		[[ $output == *"compiled by $PWD/installed/mpicc.later"* ]]
	done
}

@test "a compiler's warnings are errors with WERROR=1, and not for others" {
	copy_sources
	run -0 timeout 60 make -n V=1 WERROR= .build/generator/plan/plans.o
	[[ $output == *"-Wall"* && $output != *"-Werror"* ]]
	run -0 timeout 60 make -n V=1 WERROR=1 .build/generator/plan/plans.o
	[[ $output == *" -Werror "* ]]
}

@test "a package that this Debian does not have is named, and the others are installed" {
	command -v dpkg-query >/dev/null || skip "not a Debian system"
	mkdir bin
	printf '#!/bin/sh\nexit 1\n' >bin/dpkg-query
	# shellcheck disable=SC2016 # the scripts' own
	printf '#!/bin/sh\n[ "$2" = none ] || echo "$2 | 1.0 | here"\n' >bin/apt-cache
	printf '#!/bin/sh\necho "$@" >>"%s"\n' "$PWD/log" >bin/apt-get
	printf '#!/bin/sh\necho 0\n' >bin/id
	chmod +x bin/*
	PATH=$PWD/bin:$PATH run -0 timeout 60 "$ROOT/.ci/packages" one none two
	[[ $output == *"there is no none in this Debian"* ]]
	grep -q "install .* one two$" log
}

@test "MPI=abi: MPICH is installed where it has the ABI, and an older one is refused" {
	command -v dpkg-query >/dev/null || skip "not a Debian system"
	mkdir bin
	stub dpkg-query 'echo "installed "'
	stub id "echo 0"
	stub apt-get "echo \"\$@\" >>$PWD/log"
	# shellcheck disable=SC2016 # the script's own
	stub apt-cache 'echo "$2 | 1.0 | here"; [ "$1" != policy ] || echo "  Candidate: $(cat version)"'
	echo 4.2.1-5 >version
	PATH=$PWD/bin:$PATH run -1 env MPI=abi MPICC=false "$ROOT/.ci/packages" one libmpich-dev
	[[ $output == *"this Debian has MPICH 4.2.1-5: MPICH has it from 5.0 on"* ]]
	run -1 grep install log
	# An older one that is installed is replaced.
	echo 5.0.2-2 >version
	PATH=$PWD/bin:$PATH run -0 env MPI=abi MPICC=false "$ROOT/.ci/packages" one libmpich-dev
	[ "$output" = "installing libmpich-dev" ]
	grep -q "install .* libmpich-dev$" log
	# What needs no MPI library asks for none.
	PATH=$PWD/bin:$PATH run -0 env MPI=abi MPICC=false "$ROOT/.ci/packages" one
	[ -z "$output" ]
}

# stub NAME LINE: a command that is this line.
stub() {
	printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"
	chmod +x "bin/$1"
}

@test "make ports: without root, debootstrap or a mirror it is skipped, and says so" {
	local tool
	mkdir bin
	for tool in bash sh mkdir cat tail tee grep sed awk rm true flock setpriv; do ln -s "$(type -P $tool)" bin; done
	ports() {
		PATH=$PWD/bin run -0 "$ROOT/tests/ports.sh" cache sid
		echo "$output"
		[[ $output == *"ports: skipped: $1"* ]]
	}
	stub id "echo 1000"
	ports "only root "
	stub id "echo 0"
	ports "no debootstrap "
	stub debootstrap "exit 1"
	# shellcheck disable=SC2016 # the stub's
	stub unshare 'while case $1 in -*) ;; *) false ;; esac; do shift; done; exec "$@"'
	stub apt-get "echo there Elsewhere Elsewhere"
	ports "apt is configured with no mirror"
	stub apt-get "echo there Debian Debian"
	ports "sid cannot be made"
	grep -qx "sid *- *skipped" cache/table.txt
	[ ! -e cache/sid ]
	# An earlier run's row stays.
	printf 'bookworm mpich 4.0 5 1 2\n    skipped: a case: no spin is here\n' >cache/rows/bookworm-mpich
	ports "sid cannot be made"
	grep -qx "bookworm mpich 4.0 5 1 2" cache/table.txt
	grep -qx "    skipped: a case: no spin is here" cache/table.txt
}

@test "make ports, make ports-small: rows of a part, of the small system and of all stay beside each other; a failure is one" {
	local tool
	unset SUITES UNITS ALONE WERROR CC
	mkdir bin
	for tool in bash sh mkdir cat tail tee grep sed awk rm true flock setpriv chmod mv cp tr sort find tar env; do
		ln -s "$(type -P $tool)" bin
	done
	# The other system's commands, and what of this one wants root.
	stub id "echo 0"
	stub apt-get "echo there Debian Debian"
	stub apt-config true
	stub mount true
	# shellcheck disable=SC2016 # the stubs'
	stub unshare 'while case $1 in -*) ;; *) false ;; esac; do shift; done; exec "$@"'
	# shellcheck disable=SC2016
	stub debootstrap 'mkdir -p "$3/etc/dpkg/dpkg.cfg.d" "$3/etc/apt/apt.conf.d" "$3/usr/sbin"; echo 13 >"$3/etc/debian_version"'
	# shellcheck disable=SC2016
	stub chroot 'case "$*" in
		*"make check"*) echo "$*" >>asked; cat said ;;
		*"make with-"*) echo "$*" >>asked; exec ${PACKAGES:-true} ;;
		*dpkg-query*) echo 4.2 ;;
		esac
		[ -z "${FAILS:-}" ] || case "$*" in *"make check"*) exit 2 ;; esac'
	ports() {
		PATH=$PWD/bin MPIS=mpich run "-${1}" env "${@:2}" "$ROOT/tests/ports.sh" cache trixie
		echo "$output"
	}
	echo "50 passed, 0 failed, 2 skipped in 9 minutes; all cases" >said
	ports 0 A=
	echo "3 passed, 0 failed, 0 skipped in 9 seconds; all cases" >said
	ports 0 SUITES=tests/cli.bats UNITS=
	grep -q "make check MPI=mpich SUITES=tests/cli.bats UNITS=$" asked
	[ ! -e cache/trixie-small ]
	echo "7 passed, 0 failed, 0 skipped in 9 seconds; all cases" >said
	ports 0 TARGET=check-small
	[ -e cache/trixie-small/ringgen/Makefile ]
	grep -q "make with-SMALL MPI=mpich$" asked
	grep -q "make check-small MPI=mpich$" asked
	[ "$(sed -n '2,$p' cache/table.txt | tr -s ' ')" = "trixie mpich 4.2 50 0 2 make check
trixie mpich 4.2 3 0 0 make check SUITES=tests/cli.bats UNITS=
trixie-small mpich 4.2 7 0 0 make check-small" ]
	ports 1 TARGET=check-small FAILS=1
	# What the mirror does not give fails nothing, and so does a folder that cannot be made.
	ports 0 TARGET=check-small FAILS=1 PACKAGES=false
	[[ $output == *"ports: skipped: packages of trixie cannot be had"* ]]
	rm -r cache
	echo >cache
	ports 0 TARGET=check-small
	[[ $output == *"ports: skipped: cache cannot be made"* ]]
	rm cache
	# Where mounts are refused no suite is run; all of make check is not begun.
	stub unshare "exit 1"
	ports 0 TARGET=check-small
	[[ $output == *"ports: mounts are refused here"* ]]
	[[ $(tail -n 1 asked) == *"make check-small MPI=mpich SUITES= UNITS=.build/tests/"* ]]
	[[ $(tail -n 1 asked) != *tests/temporary* ]]
	ports 0 A=
	[[ $output == *"ports: skipped: namespaces are refused here"* ]]
}

# asked VARIABLE...: what make would take, of what these settings say.
asked() {
	# shellcheck disable=SC2016 # make's own variables
	env -u MPI -u MPICC -u MPIEXEC "$@" make -s --eval='asked: ; @echo $(MPI) $(MPICC) $(MPIEXEC)' asked
}

@test "a compiler of MPI says which library it is for, and one of the other kind is refused" {
	copy_sources
	mkdir -p own/bin
	printf '#!/bin/sh\nexec %s "$@"\n' "$MPICC" >own/bin/mpicc
	chmod +x own/bin/mpicc
	run -0 asked MPICC="$PWD/own/bin/mpicc"
	[[ $output == "$MPI $PWD/own/bin/mpicc $PWD/own/bin/mpi"* ]]
	run -0 asked MPICC="$MPICC" MPIEXEC="srun --mpi=pmix"
	[ "$output" = "$MPI $MPICC srun --mpi=pmix" ]
	run -2 asked MPICC=false
	[[ $output == *"MPICC=false compiles no program of MPICH, Open MPI or the standard ABI"* ]]
	local other=openmpi
	[ "$MPI" = mpich ] || other=mpich
	run -2 make MPI=$other MPICC="$MPICC" MPIEXEC=true .build/$other/mpicc
	[[ $output == *"error: MPI=$other, and $MPICC is $MPI"* ]]
	[ ! -e .build/$other/mpicc ]
}

@test "packages are not asked for where an own prefix has what they are for" {
	copy_sources
	mkdir fake
	printf '#!/bin/sh\nexit 1\n' >fake/dpkg-query
	# shellcheck disable=SC2016 # the scripts' own variables
	{
		printf '#!/bin/sh\necho "$2 is here"\n' >fake/apt-cache
		printf '#!/bin/sh\necho "$@" >>%s\n' "$PWD/asked" >fake/apt-get
		printf '#!/bin/sh\nwhile [ "${1#-}" != "$1" ]; do shift; done\nexec "$@"\n' >fake/sudo
	}
	chmod +x fake/*
	PATH=$PWD/fake:$PATH
	local of=$MPI
	[ "$MPI" != abi ] || of=mpich # it is of MPICH's packages
	run -0 env MPI="$MPI" MPICC="$MPICC" .ci/packages gcc libc6-dev pkg-config libxml2-dev libhwloc-dev "lib$of-dev"
	[ -z "$output" ]
	[ ! -e asked ]
	[ "$MPI" != abi ] || return 0 # which Debian has it is another test
	run -0 env MPI="$MPI" MPICC=false .ci/packages gcc libc6-dev "lib$MPI-dev" no-such-thing
	[ "$output" = "installing lib$MPI-dev no-such-thing" ]
	grep -q "install .* lib$MPI-dev no-such-thing$" asked
	# A mpicc that nobody has named may be the other library's.
	run -0 env -u MPICC make -s MPI="$MPI" BUILD_PACKAGES=gcc with-FAST FAST_PACKAGES="gcc lib$MPI-dev"
	[ "$output" = "installing lib$MPI-dev" ]
}

@test "without json-c and libyaml make says what is left out, and the command refuses what needs them" {
	local built=${OUT:-$ROOT/.build} pair=$ROOT/topo-files/pair.xml l
	[ -z "${SAN:-}" ] || skip "it is linked without the sanitizers"
	run -0 make -C "$ROOT" -n WITHOUT="json-c libyaml" all
	[[ $output == *"built without json-c (WITHOUT names it)"*"built without libyaml (WITHOUT names it)"* ]]
	[[ $output == *"generator/without/json-c.o"* && $output != *"/slurm_yaml.o"* && $output != *"-ljson-c"* ]]
	run -0 env PKG_CONFIG=false make -C "$ROOT" -n all
	[[ $output == *"built without json-c (pkg-config finds no json-c)"* ]]
	# What the two make has left out is taken out of what is built, and what stands in for it is put there.
	cp "$built/generator.a" generator.a
	ar d generator.a json.o mpich_choice.o mpich_file.o yaml.o slurm_yaml.o slurm_torus.o topograph.o netq.o lldp.o
	for l in json-c libyaml; do
		"${CC:-gcc}" -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Werror -I"$ROOT/generator" -I"$ROOT/runtime" -I"$built" \
			-c -o $l.o "$ROOT/generator/without/$l.c"
	done
	# shellcheck disable=SC2046 # words
	"${CC:-gcc}" -o ringgen "$built/generator/cli/main.o" json-c.o libyaml.o generator.a $(pkg-config --libs libxml-2.0 hwloc) -lm
	run -0 ./ringgen --version
	[[ $output == *"built without json-c: "*"built without libyaml: "* ]]
	run -0 ./ringgen plan --help
	[[ $output == *"built without json-c: "* ]]
	touch topology.yaml
	run -3 ./ringgen check "$pair" --json
	[[ $output == *"error: --json: this ringgen was built without json-c"* ]]
	for l in "plan $pair --mpi mpich" "advise $pair" "export tuning $pair --mpi mpich -o x"; do
		# shellcheck disable=SC2086 # words
		run -3 ./ringgen $l
		[[ $output == *"error: "*"was built without json-c"* ]]
	done
	run -3 ./ringgen import slurm topology.yaml
	[[ $output == *"error: topology.yaml: this ringgen was built without libyaml"* ]]
	for l in lldp netq topograph; do
		run -3 ./ringgen import $l topology.yaml
		[[ $output == *"error: topology.yaml: this ringgen was built without libyaml"* ]]
	done
	for l in "check $pair" "certify $pair" "plan $pair --collective allreduce" "advise $pair --mpi openmpi" \
		"generate $pair -o x" "prove --ranks 1-4 --ops allreduce"; do
		# shellcheck disable=SC2086 # words
		run -0 timeout 60 ./ringgen $l
	done
}

@test "without root, json-c and libyaml may be missing, and no other package" {
	local tool
	mkdir bin
	for tool in sh printf grep; do ln -s "$(type -P $tool)" bin; done
	stub dpkg-query "exit 1"
	stub id "echo 1000"
	stub sudo "exit 1"
	PATH=$PWD/bin run -0 "$ROOT/.ci/packages" libjson-c-dev libyaml-dev
	[ "$output" = "missing, and left out of the build: libjson-c-dev libyaml-dev" ]
	PATH=$PWD/bin run -1 "$ROOT/.ci/packages" libjson-c-dev no-such-thing
	[[ $output == *"error: packages are missing"* ]]
}
