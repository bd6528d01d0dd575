/* What the C library reads and writes for the program: nobody instruments it, so the steps of a call are taken before it is made.
 *
 * The program's objects call `__step_NAME` in place of NAME. It keeps the arguments, takes the steps, and goes on
 * to NAME with the stack as it was. A program that has a function of that name keeps its own. */
#include "schedule.h"

#ifdef __x86_64__
#define STEP(name)                                                                                         \
    __asm__(".text\n.weak __step_" #name "\n.type __step_" #name ",@function\n__step_" #name ":\n"         \
            "push %rbp\nmov %rsp, %rbp\nsub $192, %rsp\n"                                                   \
            "movaps %xmm0, (%rsp)\nmovaps %xmm1, 16(%rsp)\nmovaps %xmm2, 32(%rsp)\nmovaps %xmm3, 48(%rsp)\n"  \
            "movaps %xmm4, 64(%rsp)\nmovaps %xmm5, 80(%rsp)\nmovaps %xmm6, 96(%rsp)\nmovaps %xmm7, 112(%rsp)\n" \
            "mov %rdi, 128(%rsp)\nmov %rsi, 136(%rsp)\nmov %rdx, 144(%rsp)\nmov %rcx, 152(%rsp)\n"            \
            "mov %r8, 160(%rsp)\nmov %r9, 168(%rsp)\nmov %rax, 176(%rsp)\nmov %r10, 184(%rsp)\n"              \
            "mov 8(%rbp), %rdi\ncall __rethread_call\n"                                                      \
            "movaps (%rsp), %xmm0\nmovaps 16(%rsp), %xmm1\nmovaps 32(%rsp), %xmm2\nmovaps 48(%rsp), %xmm3\n"  \
            "movaps 64(%rsp), %xmm4\nmovaps 80(%rsp), %xmm5\nmovaps 96(%rsp), %xmm6\nmovaps 112(%rsp), %xmm7\n" \
            "mov 128(%rsp), %rdi\nmov 136(%rsp), %rsi\nmov 144(%rsp), %rdx\nmov 152(%rsp), %rcx\n"            \
            "mov 160(%rsp), %r8\nmov 168(%rsp), %r9\nmov 176(%rsp), %rax\nmov 184(%rsp), %r10\n"              \
            "leave\njmp *" #name "@GOTPCREL(%rip)\n.size __step_" #name ", .-__step_" #name "\n")
#else
#define STEP(name) __asm__(".weak __step_" #name "\n.set __step_" #name ", " #name "\n")
#endif

/* Text */
STEP(strlen); STEP(strnlen); STEP(strcpy); STEP(strncpy); STEP(stpcpy); STEP(stpncpy); STEP(strcat); STEP(strncat);
STEP(strcmp); STEP(strncmp); STEP(strcasecmp); STEP(strncasecmp); STEP(strchr); STEP(strrchr); STEP(strchrnul);
STEP(strstr); STEP(strcasestr); STEP(strspn); STEP(strcspn); STEP(strpbrk); STEP(strtok); STEP(strtok_r);
STEP(strsep); STEP(strdup); STEP(strndup); STEP(strcoll);
/* Bytes; copies and fills are instrumented. */
STEP(memchr); STEP(memrchr); STEP(memcmp); STEP(bcmp); STEP(memmem); STEP(memccpy); STEP(mempcpy);
/* Numbers */
STEP(strtol); STEP(strtoul); STEP(strtoll); STEP(strtoull); STEP(strtod); STEP(strtof); STEP(strtold);
STEP(atoi); STEP(atol); STEP(atoll); STEP(atof);
/* Streams */
STEP(printf); STEP(fprintf); STEP(sprintf); STEP(snprintf); STEP(dprintf); STEP(asprintf);
STEP(vprintf); STEP(vfprintf); STEP(vsprintf); STEP(vsnprintf); STEP(vdprintf); STEP(vasprintf);
STEP(puts); STEP(fputs); STEP(fwrite); STEP(fread); STEP(fgets); STEP(read); STEP(write);
STEP(scanf); STEP(sscanf); STEP(fscanf); STEP(vsscanf);
/* Inputs */
STEP(rethread_symbolic); STEP(klee_make_symbolic); STEP(__VERIFIER_nondet_memory);
