extension [UInt8] {
  /// Appends a text as a JSON string (RFC 8259), quotes included.
  mutating func append(jsonString text: String) {
    var out = OutputBuffer(capacity: text.utf8.count + 16)
    out.append(jsonString: text)
    append(contentsOf: out.bytes)
  }
}
