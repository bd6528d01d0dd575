// Any six bytes, escaped for an attribute and for text.
#include "escape.h"
#include "rethread.h"

int main(void) {
    unsigned char text[6];
    int secure;
    rethread_symbolic(text, sizeof text, "text");
    rethread_symbolic(&secure, sizeof secure, "secure");
    hoedown_buffer *out = hoedown_buffer_new(16);
    hoedown_escape_href(out, text, sizeof text);
    hoedown_escape_html(out, text, sizeof text, secure);
    hoedown_buffer_free(out);
    return 0;
}
