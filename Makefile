# SPDX-License-Identifier: GPL-2.0
#
# Entry points only; each step is a script under scripts/ that runs alone, too.

SHELL := /bin/bash
.DELETE_ON_ERROR:

TOPOLOGY ?= numa8
FLAVOUR ?= patched
BOOT := scripts/boot --flavour $(FLAVOUR) --topology $(TOPOLOGY)

WAKECTL := build/wakectl/wakectl
# With the tracepoint on from the start no code is patched under load, which emulators
# have been seen to get wrong.
TRACED := trace_instance=a,sched:sched_placement trace_instance=b,sched:sched_placement

.PHONY: help setup build wakectl run shell test sweep cost check series install clean distclean

help:		## this list
	@sed -n 's/^\([a-z]*\):[^#]*## */  make \1 \t/p' $(MAKEFILE_LIST) | expand -t 20
	@echo
	@echo '  TOPOLOGY=NAME|SPEC   what machine to boot (scripts/topologies lists them), now $(TOPOLOGY)'
	@echo '  FLAVOUR=NAME         which kernel (stock, patched, debug), now $(FLAVOUR)'
	@echo '  KERNEL_SRC=DIR       a 6.12.y source tree instead of Debian'\''s'

setup:		## install the packages that are missing, with apt as root
	@scripts/setup

build: setup	## build the kernel of FLAVOUR
	@scripts/build-kernel $(FLAVOUR)

wakectl: setup	## build the tool that sees and sets the switches
	@$(MAKE) -s -C tools/sched/wakectl O=$(CURDIR)/build/wakectl STATIC=1

run: build wakectl	## build and boot the patched kernel, and show it at work
	@$(MAKE) -s -C tools/sched/placement-demo O=$(CURDIR)/build/demo
	@$(BOOT) --append '$(TRACED)' --out build/demo/out --add $(WAKECTL):/bin/wakectl \
		--add build/demo/placement-demo:/demo/placement-demo \
		--add tools/sched/placement-demo/show.sh:/demo/show.sh -- /demo/show.sh
	@for map in build/demo/out/*.json; do \
		$(WAKECTL) map --from $$map --plot build/placement-$$(basename $$map .json).png >/dev/null || exit; \
	done
	@ls build/placement-*.png

shell: build wakectl	## a shell in a guest, to flip switches by hand
	@$(BOOT) --add $(WAKECTL):/bin/wakectl --shell

test: setup	## build both kernels and run every test; FLAVOUR=debug: on a kernel that checks itself
	@scripts/test $(FLAVOUR)

sweep: build	## compare wakeup policies with tbench, from one client to many
	@scripts/sweep --topology '$(TOPOLOGY)'

cost: setup	## count what a placement takes, by kernel, policy and load
	@scripts/build-kernel stock
	@scripts/build-kernel patched
	@scripts/cost --topology '$(TOPOLOGY)'

check: setup	## style and static checks only (part of make test)
	@scripts/check

series: setup	## the series as mails for git am, in build/series
	@rm -rf build/series
	@scripts/export-series build/series

install:	## install wakectl on this machine (PREFIX=, DESTDIR=)
	@$(MAKE) -s -C tools/sched/wakectl O=$(CURDIR)/build/wakectl-installed install

clean:		## remove what was built, keep sources, compiler cache and packages
	rm -rf build/*/obj build/*/build.log build/demo build/wakectl* build/placement-* build/selftests build/results build/results-debug build/results-sweep build/cost build/logic build/log build/series

distclean:	## remove everything that was made
	rm -rf build
