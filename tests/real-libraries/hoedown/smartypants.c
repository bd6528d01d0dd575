// Any seven bytes of HTML, with typographic quotes put in.
#include "html.h"
#include "rethread.h"

int main(void) {
    unsigned char text[7];
    rethread_symbolic(text, sizeof text, "html");
    hoedown_buffer *out = hoedown_buffer_new(64);
    hoedown_html_smartypants(out, text, sizeof text);
    hoedown_buffer_free(out);
    return 0;
}
