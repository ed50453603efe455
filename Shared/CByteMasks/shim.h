#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef int8_t castwire_mask __attribute__((ext_vector_type(16)));

// Of a mask of sixteen bytes, each 0 or -1, one bit for each, the first one's lowest. Swift has no word for the instruction
// that does it, and what it makes of the same in other words takes ten.
static inline uint32_t castwire_mask_bits(castwire_mask mask) {
#ifdef __SSE2__
  return (uint32_t)_mm_movemask_epi8((__m128i)mask);
#else
  // Of each byte another bit is kept, and the product's highest byte is their sum.
  typedef uint64_t words __attribute__((ext_vector_type(2)));
  words kept = (words)mask & 0x8040201008040201u;
  return (uint32_t)((kept[0] * 0x0101010101010101u) >> 56 | (kept[1] * 0x0101010101010101u) >> 56 << 8);
#endif
}
