internal import Castwire
internal import CastwireBus
internal import FeedParsing
internal import Foundation

/// Cuts what would be too large for an event, always in the same way: the longest text first, lists last.
struct SizeLimit<Model: Encodable & Sendable>: Sendable {
  /// A text of the model.
  struct Text: Sendable {
    enum Form: Sendable {
      case plain
      case html
      /// Part of a URL is another URL, so it goes as a whole.
      case url
    }

    let name: String
    let path: any WritableKeyPath<Model, String?> & Sendable
    let form: Form

    init(_ name: String, _ path: any WritableKeyPath<Model, String?> & Sendable, _ form: Form = .plain) {
      (self.name, self.path, self.form) = (name, path, form)
    }
  }

  /// A list of the model, or something else that is no text.
  struct List: Sendable {
    let name: String
    /// In bytes of JSON.
    let size: @Sendable (Model) throws -> Int
    /// Keeps as many elements as fit into so many bytes of JSON.
    let shorten: @Sendable (inout Model, Int) throws -> Void

    init<Element: Encodable & Sendable>(_ name: String, _ path: any WritableKeyPath<Model, [Element]?> & Sendable) {
      self.name = name
      size = { model in try model[keyPath: path].map { try BusCoder.encode($0).count } ?? 0 }
      shorten = { model, limit in
        guard let elements = model[keyPath: path] else { return }
        var left = limit - 2
        let kept = try elements.prefix { element in
          left -= try BusCoder.encode([element]).count - 1
          return left >= 0
        }
        model[keyPath: path] = kept.isEmpty ? nil : Array(kept)
      }
    }

    /// Of a value of which a part would say nothing: it stays or goes.
    init<Value: Encodable & SendableMetatype>(whole name: String, _ path: any WritableKeyPath<Model, Value?> & Sendable)
    {
      self.name = name
      size = { model in try model[keyPath: path].map { try BusCoder.encode($0).count } ?? 0 }
      shorten = { model, _ in model[keyPath: path] = nil }
    }
  }

  /// In bytes of JSON.
  let limit: Int
  let texts: [Text]
  let lists: [List]

  /// The model as it can be published, and the fields that were cut or left out.
  func fitted(_ model: Model) throws -> (model: Model, truncated: [String]?) {
    var excess = try BusCoder.encode(model).count - limit
    guard excess > 0 else { return (model, nil) }
    var model = model
    var truncated: Set<String> = []
    // A text that was cut once is small enough not to come up again, unless all are small.
    while excess > 0, let (text, size) = longestText(of: model) {
      cut(text, of: &model, to: size - excess)
      truncated.insert(text.name)
      excess = try BusCoder.encode(model).count - limit
    }
    while excess > 0, let (list, size) = try longestList(of: model) {
      try list.shorten(&model, size - excess)
      truncated.insert(list.name)
      excess = try BusCoder.encode(model).count - limit
    }
    return (model, truncated.sorted())
  }

  /// Of what is left of a text that is cut, at least; shorter texts are left alone. In bytes of JSON.
  private static var shortest: Int { 4_096 }

  private func longestText(of model: Model) -> (Text, size: Int)? {
    let sizes = texts.map { text in (text, size: model[keyPath: text.path].map { Self.jsonSize($0) } ?? 0) }
    // Of equals the first, so that it is always the same.
    guard let longest = sizes.map(\.size).max(), longest > Self.shortest + 1_024 else { return nil }
    return sizes.first { $0.size == longest }
  }

  private func longestList(of model: Model) throws -> (List, size: Int)? {
    let sizes = try lists.map { list in (list, size: try list.size(model)) }
    guard let longest = sizes.map(\.size).max(), longest > 0 else { return nil }
    return sizes.first { $0.size == longest }
  }

  private func cut(_ text: Text, of model: inout Model, to size: Int) {
    guard let value = model[keyPath: text.path] else { return }
    let size = max(size, Self.shortest)
    switch text.form {
    case .url: model[keyPath: text.path] = nil
    case .plain: model[keyPath: text.path] = String(Self.prefix(of: value, jsonSize: size))
    case .html:
      // What closes its elements takes room, too; where even that is not enough, it goes.
      let html = SafeHTML.cut(value, toBytes: Self.prefix(of: value, jsonSize: size - 1_024).utf8.count)
      model[keyPath: text.path] = Self.jsonSize(html) < Self.jsonSize(value) ? html : nil
    }
  }

  /// The characters from the beginning that fit into so many bytes of JSON, quotes included.
  private static func prefix(of text: String, jsonSize limit: Int) -> Substring {
    var text = text
    let count = text.withUTF8 { bytes in
      var left = limit - 2
      var count = 0
      while count < bytes.count {
        left -= jsonSize(bytes[count])
        if left < 0 { break }
        count += 1
      }
      return count
    }
    var end = text.utf8.index(text.startIndex, offsetBy: count)
    // Back to where a character begins.
    while end > text.startIndex, end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
    return text[..<end]
  }

  private static func jsonSize(_ text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      var size = 2
      for byte in bytes { size += jsonSize(byte) }
      return size
    }
  }

  /// At the most: control characters may have a shorter form.
  private static func jsonSize(_ byte: UInt8) -> Int {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return 2 }
    return byte < 0x20 ? 6 : 1
  }
}
