// The ICU that the Swift toolchain carries for Foundation: break rules and dictionaries without another library.
#include <_foundation_unicode/ubidi.h>
#include <_foundation_unicode/ubrk.h>
#include <_foundation_unicode/uidna.h>

// Macros give its functions other names, and Swift does not see macros: one wrapper for each function in use.
static inline UBreakIterator *castwire_break_open(UBreakIteratorType type, UErrorCode *status) {
  return ubrk_open(type, "", 0, 0, status);
}

static inline void castwire_break_close(UBreakIterator *iterator) { ubrk_close(iterator); }

// The text must outlive the iteration.
static inline void castwire_break_set_text(
    UBreakIterator *iterator, const UChar *text, int32_t length, UErrorCode *status) {
  ubrk_setText(iterator, text, length, status);
}

static inline int32_t castwire_break_preceding(UBreakIterator *iterator, int32_t offset) {
  return ubrk_preceding(iterator, offset);
}

static inline int32_t castwire_break_following(UBreakIterator *iterator, int32_t offset) {
  return ubrk_following(iterator, offset);
}

static inline UBool castwire_break_is_boundary(UBreakIterator *iterator, int32_t offset) {
  return ubrk_isBoundary(iterator, offset);
}

static inline UBiDi *castwire_bidi_open(void) { return ubidi_open(); }

static inline void castwire_bidi_close(UBiDi *bidi) { ubidi_close(bidi); }

// One paragraph, whose direction is that of its first strong character. The text must outlive the questions about it.
static inline void castwire_bidi_set_paragraph(UBiDi *bidi, const UChar *text, int32_t length, UErrorCode *status) {
  ubidi_setPara(bidi, text, length, UBIDI_DEFAULT_LTR, 0, status);
}

static inline uint8_t castwire_bidi_paragraph_level(const UBiDi *bidi) { return ubidi_getParaLevel(bidi); }

static inline void castwire_bidi_run(const UBiDi *bidi, int32_t start, int32_t *limit, uint8_t *level) {
  ubidi_getLogicalRun(bidi, start, limit, level);
}

static inline UIDNA *castwire_idna_open(uint32_t options, UErrorCode *status) {
  return uidna_openUTS46(options, status);
}

// The errors that the name has; the length of what is written, or would be with more room.
static inline uint32_t castwire_idna_to_ascii(
    const UIDNA *idna, const char *name, int32_t length, char *ascii, int32_t capacity, int32_t *written,
    UErrorCode *status) {
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  *written = uidna_nameToASCII_UTF8(idna, name, length, ascii, capacity, &info, status);
  return info.errors;
}

static inline const char *castwire_error_name(UErrorCode status) { return u_errorName(status); }
