import CLibXML2

/// What libxml2 reports of a document in UTF-8, in the form of `ScannerEvents`; nil where it finds an error, an undeclared
/// prefix among them.
enum LibXML2Events {
  static func events(of document: [UInt8]) -> [String]? {
    var handler = xmlSAXHandler()
    handler.initialized = XML_SAX2_MAGIC
    handler.startElementNs = { context, name, _, _, _, _, count, defaulted, values in
      LibXML2Events.log(context) { log in
        log.add("start \(LibXML2Events.text(name, length: nil))")
        // Those that a DTD adds come last.
        for index in 0..<Int(count - defaulted) {
          // Local name, prefix, URI, and where the value begins and ends.
          guard let start = values?[index * 5 + 3], let end = values?[index * 5 + 4] else { continue }
          // In capitals too the scanner takes them for declarations.
          let names = [values?[index * 5], values?[index * 5 + 1]].map { LibXML2Events.text($0, length: nil) }
          if names.contains(where: { $0.lowercased() == "xmlns" }) { continue }
          log.add("= " + EventLog.withSpaces(LibXML2Events.text(start, length: end - start)))
        }
      }
    }
    handler.endElementNs = { context, name, _, _ in
      LibXML2Events.log(context) { $0.add("end \(LibXML2Events.text(name, length: nil))") }
    }
    handler.characters = { context, characters, length in
      LibXML2Events.log(context) { $0.text += LibXML2Events.text(characters, length: Int(length)) }
    }
    handler.cdataBlock = handler.characters
    var log = EventLog()
    let isWellFormed = withUnsafeMutablePointer(to: &log) { log in
      document.withUnsafeBytes { buffer in
        // Not fed piece by piece: then libxml2 forgets about line ends in CDATA sections.
        // To libxml2 a zero byte may be the end.
        guard !buffer.isEmpty, !buffer.contains(0), let parser = xmlNewParserCtxt() else { return false }
        defer { xmlFreeParserCtxt(parser) }
        parser.pointee.sax.pointee = handler
        parser.pointee.userData = UnsafeMutableRawPointer(log)
        // Without NOENT an ampersand in an attribute is reported as a reference. All documents here are UTF-8.
        let options = XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
        let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        // No tree is made, as none of the functions is set that would make it.
        _ = xmlCtxtReadMemory(parser, start, Int32(buffer.count), nil, "UTF-8", Int32(options))
        return parser.pointee.wellFormed == 1 && parser.pointee.nsWellFormed == 1
      }
    }
    return isWellFormed ? log.lines : nil
  }

  private static func log(_ context: UnsafeMutableRawPointer?, _ body: (inout EventLog) -> Void) {
    if let context { body(&context.assumingMemoryBound(to: EventLog.self).pointee) }
  }

  private static func text(_ start: UnsafePointer<UInt8>?, length: Int?) -> String {
    guard let start else { return "" }
    var count = 0
    if let length { count = length } else { while start[count] != 0 { count += 1 } }
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

enum WellFormedness {
  static func libxml2Accepts(_ bytes: [UInt8]) -> Bool {
    LibXML2Events.events(of: bytes) != nil
  }
}
