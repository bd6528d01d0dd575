// verdict: error
// message: asm

/* Reached inline assembly is an error that names it. */
int main(void) {
    int x;
    __asm__ volatile("rdtsc; mov $5, %0" : "=r"(x) : : "eax", "edx");
    return x;
}
