extension Contract {
  /// Where the names in a value and those in its schema differ, in words; nothing where they are the same all the way
  /// down. The value is to have every field.
  public func drift(of value: AnyJSON, from schema: AnyJSON, at path: String = "$") throws -> [String] {
    let shape = try shape(of: schema, fitting: value)
    switch value {
    case .object(let members):
      if let values = shape.values {
        return try members.flatMap { try drift(of: $0.value, from: values, at: "\(path).\($0.key)") }
      }
      guard !shape.properties.isEmpty else { return [] }
      var result = Set(members.keys).symmetricDifference(shape.properties.keys).sorted().map { name in
        members[name] == nil
          ? "\(path).\(name) is in the schema alone" : "\(path).\(name) is not in the schema"
      }
      for (name, property) in shape.properties {
        if let member = members[name] { result += try drift(of: member, from: property, at: "\(path).\(name)") }
      }
      return result
    case .list(let elements):
      guard let items = shape.items else { return ["\(path) is a list that the schema does not know"] }
      guard !elements.isEmpty else { return ["\(path) is empty, so its elements are not looked at"] }
      return try elements.flatMap { try drift(of: $0, from: items, at: "\(path)[]") }
    case .null, .flag, .integer, .number, .text:
      return []
    }
  }

  /// Where the names that a value has differ from those that its schema requires, in words, all the way down. The value is
  /// to have the fields alone that it must have.
  public func excess(of value: AnyJSON, over schema: AnyJSON, at path: String = "$") throws -> [String] {
    let shape = try shape(of: schema, fitting: value)
    switch value {
    case .object(let members):
      if let values = shape.values {
        return try members.flatMap { try excess(of: $0.value, over: values, at: "\(path).\($0.key)") }
      }
      let differences = shape.required.symmetricDifference(members.keys).sorted().map { name in
        "only \(shape.required.contains(name) ? "the schema" : "the type") needs \(path).\(name)"
      }
      return try differences
        + members.flatMap { name, member in
          try shape.properties[name].map { try excess(of: member, over: $0, at: "\(path).\(name)") } ?? []
        }
    case .list(let elements):
      guard let items = shape.items else { return [] }
      return try elements.flatMap { try excess(of: $0, over: items, at: "\(path)[]") }
    case .null, .flag, .integer, .number, .text:
      return []
    }
  }

  /// What a schema says of objects and arrays, with what it refers to.
  struct Shape {
    /// The schemas of an object's members.
    var properties: [String: AnyJSON] = [:]
    /// Which of them it must have.
    var required: Set<String> = []
    /// The schema of members of any name.
    var values: AnyJSON?
    /// The schema of an array's elements.
    var items: AnyJSON?
  }

  /// The shape that a schema gives a value: of alternatives, that of the one that its constants allow.
  func shape(of schema: AnyJSON, fitting value: AnyJSON) throws -> Shape {
    var shape = Shape()
    var parts = schema["allOf"]?.list ?? []
    if let reference = schema["$ref"]?.text { parts.append(try self.schema(reference)) }
    if let alternatives = schema["oneOf"]?.list, value.object != nil {
      parts += alternatives.filter { alternative in
        alternative["properties"]?.object?.allSatisfy { $0.value["const"] == nil || $0.value["const"] == value[$0.key] }
          ?? false
      }
    }
    for part in parts {
      let inner = try self.shape(of: part, fitting: value)
      shape.properties.merge(inner.properties) { $1 }
      shape.required.formUnion(inner.required)
      (shape.values, shape.items) = (inner.values ?? shape.values, inner.items ?? shape.items)
    }
    shape.properties.merge(schema["properties"]?.object ?? [:]) { $1 }
    shape.required.formUnion(schema["required"]?.list?.compactMap(\.text) ?? [])
    (shape.values, shape.items) = (schema["additionalProperties"] ?? shape.values, schema["items"] ?? shape.items)
    return shape
  }
}
