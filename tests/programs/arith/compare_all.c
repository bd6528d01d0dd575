// verdict: ok

/* Every comparison, signed and unsigned, against its negation. */
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    unsigned ua = (unsigned)a, ub = (unsigned)b;
    int lt = a < b, ge = a >= b, gt = a > b, le = a <= b, eq = a == b, ne = a != b;
    int ult = ua < ub, uge = ua >= ub, ugt = ua > ub, ule = ua <= ub;
    assert(lt + ge == 1);
    assert(gt + le == 1);
    assert(eq + ne == 1);
    assert(ult + uge == 1);
    assert(ugt + ule == 1);
    assert(lt + gt + eq == 1);
    assert(ult + ugt + eq == 1);
    return 0;
}
