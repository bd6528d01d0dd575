// One scalar of any five bytes, in any style, written as a document.
#include "rethread.h"
#include <yaml.h>

int main(void) {
    unsigned char value[5], out[256];
    size_t written;
    int style;
    rethread_symbolic(value, sizeof value, "value");
    rethread_symbolic(&style, sizeof style, "style");
    rethread_assume(style >= YAML_ANY_SCALAR_STYLE && style <= YAML_FOLDED_SCALAR_STYLE);
    yaml_emitter_t emitter;
    yaml_event_t event;
    if (!yaml_emitter_initialize(&emitter))
        return 2;
    yaml_emitter_set_output_string(&emitter, out, sizeof out, &written);
    yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING);
    yaml_emitter_emit(&emitter, &event);
    yaml_document_start_event_initialize(&event, 0, 0, 0, 1);
    yaml_emitter_emit(&emitter, &event);
    if (yaml_scalar_event_initialize(&event, 0, 0, value, sizeof value, 1, 1, style)) {
        yaml_emitter_emit(&emitter, &event);
        yaml_document_end_event_initialize(&event, 1);
        yaml_emitter_emit(&emitter, &event);
        yaml_stream_end_event_initialize(&event);
        yaml_emitter_emit(&emitter, &event);
    }
    yaml_emitter_delete(&emitter);
    return 0;
}
