#include <zlib.h>

// What the library's macro does: the size tells it which version of the structure is meant.
static inline int castwire_inflate_init(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
