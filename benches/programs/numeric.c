// Concrete code that is less plain: doubles, arrays of many pages, pointers, calls.
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};

static double a[64][64], b[64][64], c[64][64];
static char composite[200000];

static struct node *insert(struct node *n, int key)
{
    if (!n) {
        n = malloc(sizeof *n);
        n->key = key;
        n->left = n->right = 0;
    } else if (key < n->key) {
        n->left = insert(n->left, key);
    } else {
        n->right = insert(n->right, key);
    }
    return n;
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++) {
            a[i][j] = i + j;
            b[i][j] = i - j;
        }
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++) {
            double sum = 0;
            for (int k = 0; k < 64; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    int primes = 0;
    for (int i = 2; i < 200000; i++) {
        if (composite[i])
            continue;
        primes++;
        for (int j = 2 * i; j < 200000; j += i)
            composite[j] = 1;
    }
    struct node *root = 0;
    unsigned seed = 1;
    for (int i = 0; i < 5000; i++) {
        seed = seed * 1664525u + 1013904223u;
        root = insert(root, (int)(seed >> 8));
    }
    return c[3][4] > 0 && primes > 0 && root != 0;
}
