#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# ports.sh CACHE SYSTEM...: `make check` in other Debians (bookworm, trixie, sid, ...), with MPICH and with Open MPI of each.
# A system is a folder of CACHE that debootstrap makes once, from the mirror that apt is configured with. All is mounted in a
# namespace of its own, so nothing stays mounted. The tree is copied into it without what was built here; what was built there
# stays for the next time. MPIS says which libraries (also abi, where the Debian has it); SUITES, UNITS, ALONE, WERROR and CC,
# if they are set, go on to make. The outputs are in CACHE/log, the table at the end is in CACHE/table.txt, too: it has the newest row of each system and library,
# also of earlier runs, which CACHE/rows keeps, and the cases that failed or were skipped, with the reason. What was run of the
# tests only has rows of its own. TARGET=check-small is for CI: a system with the packages of that target, in a folder of its
# own, SYSTEM-small. Needs root.
set -euo pipefail

cache=$1
shift
MPIS=${MPIS:-mpich openmpi}
TARGET=${TARGET:-check}
kind=${TARGET#check} # -small, or nothing
packages=${kind:--check} # the rule that installs them
packages=${packages^^}
packages=${packages#-}
here=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd)

skip() {
	echo "ports: skipped: $*"
	exit 0
}

# The address of the mirror that Debian's own packages come from.
mirror() {
	# shellcheck disable=SC2016 # apt's
	apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(LABEL)' 'Created-By: Packages' |
		awk '$2 == "Debian" && $3 == "Debian" && !found++ { sub(/\/$/, "", $1); print $1 }'
}

[ "$(id -u)" = 0 ] || skip "only root can make other systems"
command -v debootstrap >/dev/null || skip "no debootstrap is here: apt-get install debootstrap"
mounts=1
unshare -m true 2>/dev/null || mounts=
[ -n "$mounts$kind" ] || skip "namespaces are refused here"
from=$(mirror)
[ -n "$from" ] || skip "apt is configured with no mirror of Debian"

mkdir -p "$cache/log" "$cache/rows" || skip "$cache cannot be made: PORTS_CACHE names another folder"
cache=$(cd "$cache" && pwd)
exec 9>"$cache/lock"
flock -n 9 || {
	echo "ports: error: another one is at work in $cache" >&2
	exit 1
}
trap 'exit 130' INT # not on to the next system

# apart COMMAND...: in namespaces of its own, which end with this script, however that ends: so do processes and mounts. Where
# there are none, the first of the processes is told that the script has ended; a make beneath it may go on for a while.
apart() {
	if [ -n "$mounts" ]; then
		setpriv --pdeathsig KILL unshare -m -p -f --kill-child "$@"
	else
		setpriv --pdeathsig TERM "$@"
	fi
}

# made FOLDER SYSTEM: it is there. One that was begun and not ended is made anew.
made() {
	[ -e "$cache/$1/etc/debian_version" ] && return
	echo "ports: making $1"
	rm -rf --one-file-system "$cache/$1.new"
	# Services of packages that are installed do not start there, dpkg does not wait for the disk, and apt reaches the mirror
	# as it does here.
	apart debootstrap --variant=minbase "$2" "$cache/$1.new" "$from" >"$cache/log/$1-made.log" 2>&1 &&
		printf '#!/bin/sh\nexit 101\n' >"$cache/$1.new/usr/sbin/policy-rc.d" &&
		chmod 755 "$cache/$1.new/usr/sbin/policy-rc.d" &&
		echo force-unsafe-io >"$cache/$1.new/etc/dpkg/dpkg.cfg.d/ports" &&
		apt-config dump | sed -nE '/^Acquire::(Check-|https?::|Retries)/p' >"$cache/$1.new/etc/apt/apt.conf.d/ports" &&
		mv "$cache/$1.new" "$cache/$1"
}

# copied SYSTEM: the sources as they are here, and no others; nothing is left of earlier runs but what was built.
copied() {
	local there=$cache/$1/ringgen
	mkdir -p "$there"
	find "$there" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
	# A run that was stopped leaves pipes of make, whose names are by numbers of processes, which begin anew in each run.
	[ ! -d "$cache/$1/tmp" ] || find "$cache/$1/tmp" -mindepth 1 -maxdepth 1 -exec rm -rf {} +
	tar -C "$here" --exclude=./.build --exclude=./.git -cf - . | tar -C "$there" --no-same-owner -xf -
}

# inside SYSTEM COMMAND...: run it there, in the copy.
inside() {
	local root=$cache/$1
	shift
	[ ! -e /etc/resolv.conf ] || cp -L /etc/resolv.conf "$root/etc/resolv.conf"
	# The shell stays, as the first of the processes, and waits for those whose parents are gone.
	# shellcheck disable=SC2016 # the inner shell's
	apart bash -c '
		set -eu
		root=$1 mounts=$2
		shift 2
		[ -n "$mounts" ] || exec chroot "$root" "$@"
		mount --bind "$root" "$root" # what makes namespaces there wants the root to be a mount
		mount --rbind /dev "$root/dev"
		mount --rbind /sys "$root/sys"
		mount -t proc proc "$root/proc"
		mkdir -p "$root/dev/shm"
		chroot "$root" "$@" || exit $?' inside "$root" "$mounts" \
		env -i HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
		sh -c 'cd /ringgen && exec "$@"' in-copy "$@" </dev/null
}

# What goes on to make; an empty one counts.
settings=()
for name in SUITES UNITS ALONE WERROR CC; do
	[ -z "${!name+set}" ] || settings+=("$name=${!name}")
done

[ -n "$mounts" ] || {
	echo "ports: mounts are refused here, so the other system has no /proc: no suites there, and no unit that asks /proc or ps"
	settings+=("SUITES=")
	[ -n "${UNITS+set}" ] ||
		settings+=("UNITS=$(cd "$here" && grep -LE '/proc|popen' tests/unit/*.c | sed 's,.*/,.build/tests/,; s,\.c$,,' | tr '\n' ' ')")
}

# What was run: rows of different ones stay beside each other.
what="make $TARGET${settings[*]:+ ${settings[*]}}"
part=
[[ $what != *" SUITES="* && $what != *" UNITS="* && $what != *" ALONE="* ]] || part=-part

# checked FOLDER MPI: a row of the table.
checked() {
	local row=$1-$2$part version last status=0
	local log=$cache/log/$row.log
	echo "ports: $1 with $2, see $log"
	inside "$1" make "$TARGET" MPI="$2" "${settings[@]}" >"$log" 2>&1 || status=$?
	# shellcheck disable=SC2016 # dpkg's
	version=$(inside "$1" dpkg-query -W -f '${Version}' "$([ "$2" = openmpi ] && echo openmpi-bin || echo mpich)" 2>/dev/null ||
		echo -)
	# MPI=abi checks with each library that has the ABI.
	last=$(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped in .*/\1 \2 \3/p' "$log" |
		awk '{ p += $1; f += $2; s += $3 } END { if (NR) print p, f, s }')
	# shellcheck disable=SC2086 # three words
	printf '%-14s %-8s %-24s %7s %7s %7s  %s\n' "$1" "$2" "$version" ${last:-- - -} "$what" >"$cache/rows/$row"
	sed -nE '/^(failed|hung|not reached): |^    skipped: /s/^ */    /p' "$log" | sort -u >>"$cache/rows/$row"
	sed -nE '/^(failed|hung|not reached): /s/^/    /p' "$log"
	[ -n "$last" ] || tail -n 20 "$log" | sed 's/^/    /'
	return $status
}

# table: the rows that there are, then what each of them did not pass.
table() {
	printf '%-14s %-8s %-24s %7s %7s %7s  %s\n' system library version passed failed skipped run
	cat "$cache"/rows/* | grep -v '^ ' || :
	local row
	for row in "$cache"/rows/*; do
		! grep -q '^ ' "$row" || printf '\n%s\n%s\n' "${row##*/}" "$(grep '^ ' "$row")"
	done
}

# furnished FOLDER MPI: the packages are there, also where an earlier run was stopped amid them.
furnished() {
	# shellcheck disable=SC2016 # the inner shell's
	inside "$1" sh -c 'dpkg --configure -a
		command -v make >/dev/null ||
			{ apt-get -qq update && apt-get -qq install -y --no-install-recommends make ca-certificates; }' &&
		inside "$1" make "with-$packages" MPI="$2"
}

# without FOLDER MPI LOG WHY: no test was run. Rows of earlier runs stay.
without() {
	tail -n 5 "$3" | sed 's/^/    /'
	echo "ports: skipped: $4"
	printf '%-14s %-8s skipped\n' "$1" "$2" >"$cache/rows/$1-$2-skipped"
}

status=0
for system; do
	folder=$system$kind
	log=$cache/log/$folder
	made "$folder" "$system" || {
		without "$folder" - "$log-made.log" "$system cannot be made from the mirror that apt is configured with"
		continue
	}
	copied "$folder"
	for mpi in $MPIS; do
		furnished "$folder" "$mpi" >"$log-packages.log" 2>&1 || {
			without "$folder" "$mpi" "$log-packages.log" "packages of $system cannot be had from the mirror that apt is configured with"
			continue
		}
		rm -f "$cache/rows/$folder-$mpi-skipped" "$cache/rows/$folder---skipped"
		checked "$folder" "$mpi" || status=1
	done
done
echo
table | tee "$cache/table.txt"
exit $status
