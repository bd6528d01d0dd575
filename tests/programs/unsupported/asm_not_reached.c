// verdict: ok

/* What no path reaches is no obstacle. */
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 0)
        __asm__ volatile("cpuid" : : : "eax", "ebx", "ecx", "edx");
    return 0;
}
