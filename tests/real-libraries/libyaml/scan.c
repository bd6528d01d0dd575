// Any six bytes of YAML, token by token.
#include "rethread.h"
#include <yaml.h>

int main(void) {
    unsigned char text[6];
    rethread_symbolic(text, sizeof text, "yaml");
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return 2;
    yaml_parser_set_input_string(&parser, text, sizeof text);
    for (int done = 0; !done;) {
        yaml_token_t token;
        if (!yaml_parser_scan(&parser, &token))
            break;
        done = token.type == YAML_STREAM_END_TOKEN;
        yaml_token_delete(&token);
    }
    yaml_parser_delete(&parser);
    return 0;
}
