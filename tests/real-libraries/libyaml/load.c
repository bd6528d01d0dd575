// Any five bytes of YAML, made into a document.
#include "rethread.h"
#include <yaml.h>

int main(void) {
    unsigned char text[5];
    rethread_symbolic(text, sizeof text, "yaml");
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return 2;
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, text, sizeof text);
    yaml_document_t document;
    if (yaml_parser_load(&parser, &document))
        yaml_document_delete(&document);
    yaml_parser_delete(&parser);
    return 0;
}
