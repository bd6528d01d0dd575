// verdict: ok
// runs dpor: 34 0

/* Two threads that wait while the flag is down, and then write the same place; main takes the flag down, looks at
   an input and ends the process. The two writes race, and main's step, which decides, can come before the second of
   them: the sequence that turns the writes round is another one for each decision, and each has to be planned,
   although main's step is the last one that both runs share. */
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

static atomic_int flag = 1, place;

static void *writer(void *arg) {
    while (flag != 1)
        ;
    place = 0;
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, writer, 0);
    pthread_create(&second, 0, writer, 0);
    flag = 0;
    if (__VERIFIER_nondet_int() & 1) {
    }
    return 0;
}
