// verdict: bugs
// bug: assert 16

#include <assert.h>
#include <rethread.h>

struct sample {
    int id;
    float value;
};

int main(void) {
    struct sample s;
    rethread_symbolic(&s, sizeof s, "s");
    if (s.id == 3 && s.value > 1.5f)
        assert(!(s.value < 1.75f));
    return 0;
}
