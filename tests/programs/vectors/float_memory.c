// verdict: ok

#include <assert.h>
#include <string.h>
typedef float v4f __attribute__((vector_size(16)));

int main(void) {
    float raw[4] = {1.5f, 2.5f, -1.0f, 0.0f}, out[4];
    v4f v;
    memcpy(&v, raw, sizeof v);
    v = v + v;
    memcpy(out, &v, sizeof out);
    assert(out[0] == 3.0f && out[1] == 5.0f && out[2] == -2.0f);
    return 0;
}
