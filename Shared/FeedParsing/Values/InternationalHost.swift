/// Hosts with letters beyond ASCII, as the domain name system has them (RFC 5891, and Punycode, RFC 3492).
enum InternationalHost {
  /// The host's form in ASCII; nil where it is no host: no UTF-8, or with characters that none can have.
  ///
  /// Letters become small, and the three dots of East Asia are dots. Nothing else is mapped: feeds have hosts as address
  /// bars show them.
  static func ascii(_ host: [UInt8]) -> [UInt8]? {
    guard host.count <= 1024, let text = String(validating: host, as: UTF8.self) else { return nil }
    var labels: [[Unicode.Scalar]] = [[]]
    for scalar in text.unicodeScalars {
      switch scalar {
      case ".", "\u{3002}", "\u{ff0e}", "\u{ff61}": labels.append([])
      // A hyphen that nobody sees.
      case "\u{ad}", "\u{200b}", "\u{feff}": continue
      case _ where scalar.value < 0x80:
        let byte = UInt8(scalar.value)
        guard ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        else { return nil }
        labels[labels.count - 1].append(Unicode.Scalar(ASCII.lower(byte)))
      case _ where scalar.value < 0xa1 || scalar.properties.isWhitespace: return nil
      default: labels[labels.count - 1] += scalar.properties.lowercaseMapping.unicodeScalars
      }
    }
    var result: [UInt8] = []
    for (index, label) in labels.enumerated() {
      if index > 0 { result.append(UInt8(ascii: ".")) }
      if label.allSatisfy({ $0.value < 0x80 }) {
        result += label.map { UInt8($0.value) }
      } else {
        // No name of the system has more than 63 bytes; this also bounds the work, which grows with the square.
        guard label.count <= 63, let code = punycode(label.map(\.value)) else { return nil }
        result += Array("xn--".utf8) + code
      }
    }
    return result
  }

  /// RFC 3492, section 6.3; nil where a number would overflow.
  private static func punycode(_ label: [UInt32]) -> [UInt8]? {
    var output = label.filter { $0 < 0x80 }.map { UInt8($0) }
    let basicCount = output.count
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var (next, delta, bias) = (UInt32(128), UInt32(0), UInt32(72))
    var handled = basicCount
    while handled < label.count {
      guard let smallest = label.lazy.filter({ $0 >= next }).min() else { return nil }
      let (step, overflow) = (smallest - next).multipliedReportingOverflow(by: UInt32(handled + 1))
      guard !overflow, step <= UInt32.max / 2 - delta else { return nil }
      delta += step
      next = smallest
      for scalar in label {
        if scalar < next { delta += 1 }
        guard scalar == next else { continue }
        appendInteger(delta, bias: bias, to: &output)
        bias = adapt(delta, count: UInt32(handled + 1), isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return output
  }

  private static func appendInteger(_ value: UInt32, bias: UInt32, to output: inout [UInt8]) {
    var rest = value
    var place = UInt32(36)
    while true {
      let threshold = place <= bias ? 1 : min(place - bias, 26)
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
      rest = (rest - threshold) / (36 - threshold)
      place += 36
    }
    output.append(digit(rest))
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30)
  }

  private static func adapt(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var places = UInt32(0)
    while delta > 455 {
      delta /= 35
      places += 36
    }
    return places + 36 * delta / (delta + 38)
  }
}
