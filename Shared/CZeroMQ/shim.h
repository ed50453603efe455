#include <zmq.h>

// Built into libzmq since 4.3.0; its header names it among the drafts up to 4.3.4.
#ifndef ZMQ_ZAP_ENFORCE_DOMAIN
#define ZMQ_ZAP_ENFORCE_DOMAIN 93
#endif
