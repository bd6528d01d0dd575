// verdict: ok

/* A handler runs where the signal is raised. */
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t seen;
static void handler(int number) { seen = number; }

int main(void) {
    assert(signal(SIGUSR1, handler) == SIG_DFL);
    assert(raise(SIGUSR1) == 0 && seen == SIGUSR1);
    assert(signal(SIGUSR2, SIG_IGN) == SIG_DFL);
    assert(raise(SIGUSR2) == 0);
    return 0;
}
