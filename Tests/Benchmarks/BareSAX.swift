internal import CLibXML2

/// libxml2's push parser with callbacks that do next to nothing: the speed of reading XML without doing anything with it.
enum BareSAX {
  /// What was seen, so that no callback can be left out as useless.
  private struct Counts {
    var elements = 0
    var characters = 0
  }

  /// Reads a document; false where libxml2 finds it not well-formed, and then it stopped early.
  static func read(_ bytes: [UInt8]) -> Bool {
    var handler = xmlSAXHandler()
    handler.initialized = XML_SAX2_MAGIC
    handler.startElementNs = { context, _, _, _, _, _, _, _, _ in
      context?.assumingMemoryBound(to: Counts.self).pointee.elements += 1
    }
    handler.endElementNs = { _, _, _, _ in }
    handler.characters = { context, _, length in
      context?.assumingMemoryBound(to: Counts.self).pointee.characters += Int(length)
    }
    handler.cdataBlock = handler.characters
    var counts = Counts()
    return withUnsafeMutablePointer(to: &counts) { context in
      bytes.withUnsafeBytes { buffer in
        let parser = xmlCreatePushParserCtxt(&handler, context, nil, 0, nil)
        defer { xmlFreeParserCtxt(parser) }
        xmlCtxtUseOptions(parser, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue))
        var start = 0
        while start < buffer.count {
          let length = min(chunkSize, buffer.count - start)
          let chunk = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
          xmlParseChunk(parser, chunk.map { $0 + start }, Int32(length), start + length == buffer.count ? 1 : 0)
          start += length
        }
        return parser?.pointee.wellFormed == 1
      }
    }
  }

  /// The size at which libxml2 is fastest.
  private static let chunkSize = 32 * 1024
}
