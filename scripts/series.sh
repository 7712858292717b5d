# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154
#
# What the series consists of: its patches in order, and the whole files that
# come with each. Sourced after lib.sh.

series_dir=$top/patches/6.12
patches=()        # file names in $series_dir, in order
declare -A adds=() # path of an added file -> the patch that names it

# The repository's files in the given folders, without what .gitignore names
# and what editors leave. An empty index makes all of them "others", tracked
# or not, whoever owns the checkout.
repo_files() {
	[ -d "$build/empty.git" ] || git init -q --bare "$build/empty.git" >&2 ||
		die "git does not work, see above. Run scripts/setup"
	(unset GIT_INDEX_FILE && cd "$top" &&
		git -c core.quotePath=off --git-dir="$build/empty.git" --work-tree=. \
			ls-files -o --exclude-standard -x /build/ -x '*.orig' -x '*.rej' \
			-x '*~' -x '.*.sw?' -x '*.o' -x '*.ko' -x '.*.cmd' -x '*.mod' \
			-x '*.mod.c') | LC_ALL=C sort
}

trailers() { # PATCH KEY
	sed -n -e '/^---/q' -e "s/^$2: *//p" "$series_dir/$1"
}

patched_files() { # PATCH...
	local patch
	for patch; do
		sed -n 's,^+++ [^/]*/\([^\t]*\).*,\1,p' "$series_dir/$patch"
	done | LC_ALL=C sort -u
}

read_patches() {
	local name path
	[ -f "$series_dir/series" ] ||
		die "$series_dir/series is missing: it lists the patches, one a line"
	mapfile -t patches < <(sed -e 's/#.*//' -e 's/[[:space:]]*$//' \
		-e '/^$/d' "$series_dir/series")
	for name in "${patches[@]}"; do
		[ -f "$series_dir/$name" ] ||
			die "$series_dir/series names $name, which does not exist"
		! grep -q '^\(---\|+++\) /dev/null' "$series_dir/$name" ||
			die "$name adds or removes a file. Put an added file whole into the repository and name it in an Adds: trailer"
	done
	for path in "$series_dir"/*.patch; do
		name=${path##*/}
		[ ! -e "$path" ] || [[ " ${patches[*]} " == *" $name "* ]] ||
			die "$name is not in $series_dir/series. Add it there, or remove it"
	done
	[ -z "$(printf '%s\n' "${patches[@]}" | LC_ALL=C sort | uniq -d)" ] ||
		die "$series_dir/series names a patch twice"
}

# A file that is named itself belongs to that patch, also when another one
# names its folder.
read_adds() { # BASE
	local all patch path file
	all=$(repo_files)
	for patch in "${patches[@]}"; do
		while IFS= read -r path; do
			[ ! -d "$top/$path" ] || continue
			grep -Fxq -e "$path" <<<"$all" ||
				die "$patch: 'Adds: $path', but the repository has no such file (or ignores it)"
			[ -z "${adds[$path]:-}" ] ||
				die "$path is added by ${adds[$path]} and again by $patch"
			adds[$path]=$patch
		done < <(trailers "$patch" Adds)
	done
	for patch in "${patches[@]}"; do
		while IFS= read -r path; do
			path=${path%/}
			[ -d "$top/$path" ] || continue
			while IFS= read -r file; do
				[[ $file != "$path"/* ]] || : "${adds[$file]:=$patch}"
			done <<<"$all"
		done < <(trailers "$patch" Adds)
	done

	for file in "${!adds[@]}"; do
		if [ -e "$1/$file" ] || [ -L "$1/$file" ]; then
			die "$file (Adds: of ${adds[$file]}) exists in the base. Change it by a patch"
		fi
	done
	while IFS= read -r file; do
		case $file in
		kernel/* | include/* | arch/* | lib/* | mm/* | Documentation/* | \
			tools/testing/selftests/*)
			[ -n "${adds[$file]:-}" ] ||
				die "$file comes with no patch. Name it in the Adds: trailer of one in $series_dir, or remove it"
			;;
		esac
	done <<<"$all"
}

# Stops everything at a patch that does not apply as it stands.
apply_patch() { # PATCH DIR
	local out file
	if out=$(patch -d "$2" -p1 -F0 -N -s --no-backup-if-mismatch \
		<"$series_dir/$1" 2>&1); then
		return
	fi
	note "$1 does not apply:"
	printf '%s\n' "$out" >&2
	while IFS= read -r file; do
		[ ! -f "$2/$file.rej" ] || cat "$2/$file.rej" >&2
	done < <(patched_files "$1")
	die "$1 does not apply to Linux $("$(dirname "$0")/fetch-base" --version), see above. Adapt it"
}
