// Any eight bytes of Markdown, to HTML.
#include "document.h"
#include "html.h"
#include "rethread.h"

int main(void) {
    unsigned char text[8];
    rethread_symbolic(text, sizeof text, "markdown");
    hoedown_renderer *renderer = hoedown_html_renderer_new(0, 0);
    hoedown_document *document = hoedown_document_new(renderer,
        HOEDOWN_EXT_TABLES | HOEDOWN_EXT_FENCED_CODE | HOEDOWN_EXT_AUTOLINK | HOEDOWN_EXT_FOOTNOTES, 16);
    hoedown_buffer *out = hoedown_buffer_new(64);
    hoedown_document_render(document, out, text, sizeof text);
    hoedown_buffer_free(out);
    hoedown_document_free(document);
    hoedown_html_renderer_free(renderer);
    return 0;
}
