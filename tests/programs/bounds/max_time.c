// args: --max-time 1s
// verdict: incomplete
// bound: max-time

/* An endless loop without a choice. */
int main(void) {
    volatile unsigned n = 0;
    for (;;)
        n++;
}
