# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
#
# What all scripts share: where things are, which flavours there are, how to
# speak to the user. Sourced with: . "$(dirname "$0")/lib.sh"
# PLACEMENT_TOP replaces the repository's root; the scripts' own tests use it.

top=${PLACEMENT_TOP:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)}
build=$top/build
jobs=$(nproc)

# The flavours and the fragments (scripts/config/*.config) that make them.
flavours='stock patched debug'
declare -A fragments=(
	[stock]='base observe guest speed'
	[patched]='base observe guest speed patched'
	[debug]='base observe guest speed patched debug'
)

note() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# Exit code 2 is a build or harness error, 1 a failed test.
die() { note "error: $*"; exit 2; }

known_flavour() {
	if [ -z "${1:-}" ] || [ -z "${fragments[$1]:-}" ]; then
		die "unknown flavour '${1:-}'. Known are: $flavours"
	fi
}

# Emulated CPUs share the host's time stamp counter. Left to itself, the kernel finds out by
# measuring, for up to 15 s a CPU on a busy host, and may take the HPET for its clock, which
# emulation has one lock for. HZ is 250.
known_clock() {
	awk -F ': ' '/^bogomips/ {
		printf "tsc=reliable tsc_early_khz=%d lpj=%d", $2 * 500, $2 * 500000 / 250
		exit
	}' /proc/cpuinfo
}

# One make for everything that is built from a flavour's source, free of what
# the environment may have set for another kernel.
# kmake FLAVOUR OBJDIR ARGUMENT...
kmake() {
	local flavour=$1 obj=$2 cc=gcc
	shift 2
	if command -v ccache >/dev/null; then
		cc='ccache gcc'
	fi
	# Paths relative to the flavour's folder, and preprocessed text as what
	# is compared, let the flavours share hits; the prefix map keeps paths out
	# of __FILE__. NOCPP2 compiles that text instead of reading all again.
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u KBUILD_OUTPUT \
		-u CROSS_COMPILE -u LLVM \
		CCACHE_DIR="${CCACHE_DIR:-$build/ccache}" \
		CCACHE_BASEDIR="$build/$flavour" CCACHE_NOHASHDIR=1 CCACHE_NOCPP2=1 \
		CCACHE_PREFIX_CPP="$top/scripts/cpp-shared" \
		KBUILD_BUILD_TIMESTAMP='Thu Jan  1 00:00:00 UTC 1970' \
		KBUILD_BUILD_USER=placement KBUILD_BUILD_HOST=placement \
		KBUILD_BUILD_VERSION=1 LOCALVERSION='' LC_ALL=C \
		make -s -j"$jobs" -C "$build/$flavour/src" O="$obj" \
		ARCH=x86_64 CC="$cc" HOSTCC="$cc" \
		KCFLAGS=-fmacro-prefix-map=../src/= "$@"
}
