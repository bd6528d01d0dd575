// Any ten bytes from the network, through the reply parser.
#include "hiredis.h"
#include "rethread.h"

int main(void) {
    char wire[10];
    rethread_symbolic(wire, sizeof wire, "wire");
    redisReader *reader = redisReaderCreate();
    redisReaderFeed(reader, wire, sizeof wire);
    void *reply = 0;
    while (redisReaderGetReply(reader, &reply) == REDIS_OK && reply) {
        freeReplyObject(reply);
        reply = 0;
    }
    redisReaderFree(reader);
    return 0;
}
