/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A program without an operating system whose function measured() takes what can be
 * counted by hand, to hold the meter to. The second CPU writes two cache lines and stops.
 * The first one calls the function as a caller that is a function itself; what the time
 * stamp counter says of each call goes to the debug port, 4 bytes each.
 *
 *			instructions	loads	stores	lines	written by the other CPU
 *   measured(n)	2 * n + 11	8	3	9	2
 *   while counting	4		3	1	3	0
 *
 * An instruction that adds to memory is a load and a store. A call is a store, a return is
 * a load, each of the stack's one line.
 */
	.section .multiboot, "a"
	.align	4
	.long	0x1badb002, 0, -0x1badb002

	.text
	.globl	start
start:
	mov	$stack_top, %esp

	/* Start the other CPU at 0x8000: INIT, then SIPI until it says that it wrote. */
	mov	$trampoline, %esi
	mov	$0x8000, %edi
	mov	$(trampoline_end - trampoline), %ecx
	rep movsb
	movl	$(1 << 24), 0xfee00310
	movl	$0x4500, 0xfee00300
1:	mov	$1000000, %ecx
2:	pause
	cmpl	$1, wrote
	je	3f
	loop	2b
	movl	$(1 << 24), 0xfee00310
	movl	$0x4608, 0xfee00300
	jmp	1b
3:
	movl	$0, own
	movl	$0, own + 64
	movl	$0, own + 128
	movl	$0, own + 192
	movl	$0, own + 256

	/* In no phase: not counted. */
	mov	$1, %ecx
	call	first_caller

	call	phase_code + 16 * 1
	mov	$10, %ecx
	call	first_caller
	mov	$10, %ecx
	call	first_caller
	mov	$20, %ecx
	call	first_caller

	call	phase_code + 16 * 2
	mov	$10, %ecx
	call	second_caller

	call	phase_code + 16 * 0
	mov	$10, %ecx
	call	second_caller

	mov	$0xf4, %dx
	mov	$0, %al
	out	%al, %dx
	hlt

	.globl	first_caller, first_caller_end, second_caller, second_caller_end
first_caller:
	rdtsc
	mov	%eax, %ebx
	call	measured
	rdtsc
	sub	%ebx, %eax
	jmp	print
first_caller_end:

/* Has the function count itself, and do nothing else. */
second_caller:
	movl	$1, counting
	rdtsc
	mov	%eax, %ebx
	call	measured
	rdtsc
	movl	$0, counting
	sub	%ebx, %eax
	jmp	print
second_caller_end:

print:
	mov	$0xe9, %dx
	mov	$4, %ecx
1:	out	%al, %dx
	shr	$8, %eax
	loop	1b
	ret

	.globl	measured, counted, counted_end
	.p2align 4
measured:
	cmpl	$0, counting		/* 1 load */
	jne	counted
	mov	own, %eax		/* 1 load */
	mov	%eax, own + 64		/* 1 store */
	addl	$1, own + 128		/* 1 load, 1 store */
1:	dec	%ecx			/* n times */
	jnz	1b			/* n times */
	mov	theirs, %eax		/* 1 load, elsewhere */
	mov	theirs + 64, %edx	/* 1 load, elsewhere */
	mov	own + 254, %edx		/* 1 load, of two lines */
	call	leaf			/* 1 store */
	ret				/* 1 load */
leaf:
	ret				/* 1 load */

	.p2align 4
counted:
	incl	counts + 48 * 5 + 8	/* 1 load, 1 store */
	ret
counted_end:

	.globl	phase_code
	.p2align 4
phase_code:
	.fill	16 * 256, 1, 0xc3

	.code16
trampoline:
	cli
	xor	%ax, %ax
	mov	%ax, %ds
	lgdtl	0x8000 + gdt_pointer - trampoline
	mov	%cr0, %eax
	or	$1, %al
	mov	%eax, %cr0
	ljmpl	$8, $other_cpu
	.p2align 3
gdt:
	.quad	0, 0x00cf9a000000ffff, 0x00cf92000000ffff
gdt_pointer:
	.word	gdt_pointer - gdt - 1
	.long	0x8000 + gdt - trampoline
trampoline_end:

	.code32
other_cpu:
	mov	$16, %eax
	mov	%eax, %ds
	movl	$1, theirs
	movl	$1, theirs + 64
	movl	$1, wrote
1:	cli
	hlt
	jmp	1b

	.data
	.globl	counts
	.p2align 12
counts:	.fill	24 * 48, 1, 0
	.p2align 6
own:	.fill	64 * 5, 1, 0
	.p2align 6
theirs:	.fill	128, 1, 0
counting: .long	0
	.p2align 6
wrote:	.long	0
	.p2align 6
	.fill	256, 1, 0
stack_top:
