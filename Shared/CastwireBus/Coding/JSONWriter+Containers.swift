/// Objects and arrays.
extension JSONWriter {
  // MARK: Objects

  /// Begins a member; its value is written next.
  ///
  /// - Returns: where it begins, for `undo(to:_:)`.
  @discardableResult
  func beginMember(_ name: String, _ place: Place) -> Int {
    var name = name
    return name.withUTF8 { beginMember($0, place) }
  }

  /// - Parameter name: ASCII in which nothing is to be escaped.
  func beginMember(plain name: StaticString, _ place: Place) {
    check(place)
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    let start = out.count + 1
    out.append(levels[place.index].count == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","), plainName: name)
    add(Member(beginning: JSONName(name).beginning, start: start, nameLength: name.count), place)
  }

  private func beginMember(_ name: UnsafeBufferPointer<UInt8>, _ place: Place) -> Int {
    check(place)
    let begin = out.count
    let separator = levels[place.index].count == 0 ? UInt8(ascii: "{") : UInt8(ascii: ",")
    if JSONBytes.endOfText(name, from: 0) == name.count {
      out.append(separator, plainName: name)
    } else {
      levels[place.index].hasEscapedNames = true
      out.append(separator)
      out.append(jsonString: name)
      out.append(UInt8(ascii: ":"))
    }
    add(
      Member(beginning: JSONName(name).beginning, start: begin + 1, nameLength: out.count - begin - 4), place)
    return begin
  }

  @inline(__always)
  private func add(_ member: Member, _ place: Place) {
    // The name is in the buffer, whose bytes the comparison reads.
    if levels[place.index].count > 0, !precedes(members[members.count - 1], member) {
      levels[place.index].isInOrder = false
    }
    levels[place.index].count += 1
    members.append(member)
  }

  func finishObject(_ depth: Int) throws {
    let level = levels[depth]
    if level.count == 0 { out.append(UInt8(ascii: "{")) }
    if !level.isInOrder || level.hasEscapedNames {
      let end = out.count
      for index in level.firstMember..<members.count {
        members[index].end = index + 1 < members.count ? members[index + 1].start - 1 : end
      }
      try sortMembers(from: level.firstMember, hasEscapes: level.hasEscapedNames, depth)
      for index in level.firstMember..<members.count {
        out.append(index == level.firstMember ? UInt8(ascii: "{") : UInt8(ascii: ","))
        out.append(copyOf: members[index].start..<members[index].end)
        try appendChild(members[index].child)
      }
      out.remove(level.start..<end)
    }
    out.append(UInt8(ascii: "}"))
  }

  /// Puts members in the order of their names' bytes: the same value always gives the same bytes.
  private func sortMembers(from first: Int, hasEscapes: Bool, _ depth: Int) throws {
    if hasEscapes {
      let names = members[first...].map { ($0, Array(name(of: $0).utf8)) }
      let sorted = names.sorted { $0.1.lexicographicallyPrecedes($1.1) }
      members.replaceSubrange(first..., with: sorted.map(\.0))
      for (left, right) in zip(sorted, sorted.dropFirst()) where left.1 == right.1 {
        throw writtenTwice(right.0, depth)
      }
      return
    }
    if members.count - first <= 32 {
      // Few, and mostly in order.
      for index in first + 1..<max(members.count, first + 1) {
        var at = index
        while at > first, precedes(members[at], members[at - 1]) {
          members.swapAt(at, at - 1)
          at -= 1
        }
      }
    } else {
      members.replaceSubrange(first..., with: members[first...].sorted { precedes($0, $1) })
    }
    for index in members.indices.dropFirst(first + 1) where !precedes(members[index - 1], members[index]) {
      throw writtenTwice(members[index], depth)
    }
  }

  private func precedes(_ left: Member, _ right: Member) -> Bool {
    if left.beginning != right.beginning { return left.beginning < right.beginning }
    let bytes = out.bytes
    return bytes[left.start + 1..<left.start + 1 + left.nameLength].lexicographicallyPrecedes(
      bytes[right.start + 1..<right.start + 1 + right.nameLength])
  }

  private func writtenTwice(_ member: Member, _ depth: Int) -> EncodingError {
    let name = name(of: member)
    return .invalidValue(
      name,
      EncodingError.Context(
        codingPath: path(of: depth - 1), debugDescription: "\"\(name)\" is written twice into one object"))
  }

  private func name(of member: Member) -> String {
    let start = member.start + 1
    return JSONDocument.unescaped(UnsafeBufferPointer(rebasing: out.bytes[start..<start + member.nameLength]))
  }

  // MARK: Arrays

  /// Begins an element, which is written next.
  ///
  /// - Returns: where it begins, for `undo(to:_:)`.
  @discardableResult
  func beginElement(_ place: Place) -> Int {
    check(place)
    let begin = out.count
    out.append(levels[place.index].count == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
    levels[place.index].count += 1
    return begin
  }

  func finishArray(_ depth: Int) throws {
    let level = levels[depth]
    if level.count == 0 { out.append(UInt8(ascii: "[")) }
    if !level.isInOrder {
      let end = out.count
      var copied = level.start
      for member in members[level.firstMember...] {
        out.append(copyOf: copied..<member.start)
        copied = member.start
        try appendChild(member.child)
      }
      out.append(copyOf: copied..<end)
      out.remove(level.start..<end)
    }
    out.append(UInt8(ascii: "]"))
  }

  // MARK: What is written apart

  /// An encoder for a member or element that has begun; it may be written to until its object or array is over.
  func child(at place: Place) -> ValueEncoder {
    let child = JSONWriter(root: path(of: place.index), nesting: nesting)
    switch levels[place.index].kind {
    case .object: members[members.count - 1].child = children.count
    default: members.append(Member(start: out.count, child: children.count))
    }
    levels[place.index].isInOrder = false
    children.append(child)
    return ValueEncoder(writer: child, level: child.pushLevel())
  }

  private func appendChild(_ index: Int?) throws {
    guard let index else { return }
    try children[index].popLevel()
    out.append(children[index].json)
  }

  // MARK: Errors

  /// The names and numbers that lead to what a level writes at the moment.
  func path(of index: Int) -> [any CodingKey] {
    var path = root
    for depth in levels.indices where depth <= index {
      switch levels[depth].kind {
      case .object where levels[depth].count > 0:
        let next = depth + 1 < levels.count ? levels[depth + 1].firstMember : members.count
        path.append(JSONKey(stringValue: name(of: members[next - 1])))
      case .array where levels[depth].count > 0:
        path.append(JSONKey(intValue: levels[depth].count - 1))
      default: break
      }
    }
    return path
  }
}
