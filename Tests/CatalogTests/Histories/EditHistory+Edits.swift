import TestSupport

extension EditHistory {
  /// What a publisher does to a feed from one document to the next.
  enum Edit: String, CaseIterable {
    case add, addOld, addFuture, addEarly
    /// A second item of the same guid.
    case addNamesake
    /// The same item twice.
    case addTwin
    /// The same under another guid.
    case addCopy
    case drop, window, bringBack, reorder, nothing
    case retitle, relink, reenclose, sign, redate, reguid, view
    /// A guid that it had before.
    case guidBack
    case swapGUIDs
    /// What some had before is there for all.
    case release
  }

  mutating func make(_ edit: Edit) {
    switch edit {
    case .add: add()
    case .addOld: add(time: 1_600_000_000 + random.below(1_000) * 86_400 + fresh())
    case .addFuture: add(time: 1_900_000_000 + fresh())
    case .addEarly: addEarly()
    case .addNamesake: addNamesake()
    case .addTwin: addTwin()
    case .addCopy: addCopy()
    case .drop: if let number = anyInDocument(where: { _ in true }) { remove([number]) }
    case .window:
      let oldest = document.map { episodes[$0].content.time }.min()
      remove(document.filter { episodes[$0].content.time == oldest })
    case .bringBack: bringBack()
    case .reorder: document.shuffle(using: &random)
    case .nothing: break
    case .retitle: change { history, episode in episode.content.title = "Title \(history.fresh())" }
    case .relink: change { history, episode in episode.content.link = "https://x/\(history.fresh())" }
    case .reenclose: change { history, episode in episode.content.file = "https://x/\(history.fresh()).mp3" }
    case .sign: change { _, episode in episode.signature += 1 }
    case .redate:
      change { history, episode in
        episode.content.time = 1_600_000_000 + history.random.below(1_000) * 86_400 + history.fresh()
      }
    case .reguid: change { history, episode in episode.content.guid = "guid-\(history.fresh())" }
    case .view: change { _, episode in episode.views += 1 }
    case .guidBack: bringGUIDBack()
    case .swapGUIDs: swapGUIDs()
    case .release: release()
    }
  }

  mutating func fresh() -> Int {
    counter += 1
    return counter
  }

  // MARK: Adding

  /// - Parameter time: of the publication, in seconds since 1970; nil for the newest of all.
  mutating func add(guid: String? = nil, time: Int? = nil) {
    let value = fresh()
    insert(
      EditedEpisode.Content(
        guid: guid ?? (hasGUIDs ? "guid-\(value)" : nil), title: "Title \(value)", link: "https://x/\(value)",
        file: "https://x/\(value).mp3", time: time ?? 1_690_000_000 + value * 3_600))
  }

  private mutating func insert(_ content: EditedEpisode.Content, label: String? = nil) {
    let number = episodes.count
    episodes.append(EditedEpisode(number: number, label: label ?? "e\(number)", content: content))
    document.insert(number, at: random.isOnce(in: 3) ? random.below(document.count + 1) : 0)
  }

  private mutating func addEarly() {
    add()
    episodes[episodes.count - 1].content.title += " (Early Access)"
    episodes[episodes.count - 1].isEarly = true
  }

  mutating func addNamesake() {
    guard hasGUIDs, let number = anyInDocument(where: { !$0.isTwin && !$0.isEarly }), !settled.contains(number) else {
      return
    }
    settled.insert(number)
    add(guid: episodes[number].content.guid)
  }

  private mutating func addTwin() {
    // Whose guid is another's, too, would be one of three.
    guard hasGUIDs, let number = anyInDocument(where: { $0.published == $0.content && !$0.isTwin && !$0.isEarly }),
      isOwn("identifier \(episodes[number].content.identifier)", number), !settled.contains(number)
    else { return }
    insert(episodes[number].content, label: episodes[number].label)
    let twin = episodes.count - 1
    episodes[twin].signature = episodes[number].signature
    episodes[twin].views = episodes[number].views
    for number in [number, twin] {
      episodes[number].isTwin = true
      settled.insert(number)
    }
  }

  private mutating func addCopy() {
    guard hasGUIDs, let number = anyInDocument(where: { $0.published == $0.content && !$0.isTwin && !$0.isEarly }),
      !settled.contains(number)
    else { return }
    settled.insert(number)
    var content = episodes[number].content
    content.guid = "guid-\(fresh())"
    insert(content)
    settled.insert(episodes.count - 1)
  }

  // MARK: Taking out and bringing back

  private mutating func remove(_ numbers: [Int]) {
    let gone = document.filter { number in
      numbers.contains(number)
        || numbers.contains { episodes[$0].isTwin && episodes[$0].label == episodes[number].label }
    }
    guard gone.count < document.count, gone.allSatisfy({ !settled.contains($0) && episodes[$0].isPresent }) else {
      return
    }
    document.removeAll { gone.contains($0) }
    settled.formUnion(gone)
  }

  private mutating func bringBack() {
    let absent = episodes.indices.filter {
      episodes[$0].published != nil && !episodes[$0].isPresent && !document.contains($0)
    }
    guard !absent.isEmpty else { return }
    let label = episodes[absent[random.below(absent.count)]].label
    for number in absent where episodes[number].label == label {
      document.insert(number, at: random.below(document.count + 1))
    }
  }

  // MARK: Changing

  private mutating func change(_ body: (inout EditHistory, inout EditedEpisode) -> Void) {
    guard let number = anyInDocument(where: { !$0.isTwin }), !settled.contains(number) else { return }
    var episode = episodes[number]
    body(&self, &episode)
    episodes[number] = episode
  }

  private mutating func bringGUIDBack() {
    guard let number = anyInDocument(where: { $0.identifiers.count > 1 && !$0.isTwin }), !settled.contains(number)
    else {
      return
    }
    let former = episodes[number].identifiers.filter { $0.hasPrefix("guid-") }.sorted()
    guard let guid = former.isEmpty ? nil : former[random.below(former.count)], isOwn("identifier \(guid)", number)
    else { return }
    episodes[number].content.guid = guid
  }

  /// Each guid stands for what the other stood for.
  private mutating func swapGUIDs() {
    func isFree(_ number: Int) -> Bool {
      let episode = episodes[number]
      return !settled.contains(number) && !episode.isTwin && !episode.isEarly && episode.published == episode.content
        && episode.content.guid != nil && isOwn("identifier \(episode.content.identifier)", number)
    }
    let free = document.filter(isFree)
    guard free.count > 1 else { return }
    let (one, other) = (free[random.below(free.count)], free[random.below(free.count)])
    guard one != other else { return }
    settled.formUnion([one, other])
    let (first, second) = (episodes[one].content, episodes[other].content)
    (episodes[one].content, episodes[other].content) = (second, first)
    (episodes[one].content.guid, episodes[other].content.guid) = (first.guid, second.guid)
  }

  private mutating func release() {
    guard
      let number = anyInDocument(where: {
        $0.isEarly && $0.published == $0.content && $0.content.title.hasSuffix(" (Early Access)")
      }), !settled.contains(number)
    else { return }
    settled.insert(number)
    let value = fresh()
    episodes[number].isEarly = false
    episodes[number].content.title.removeLast(" (Early Access)".count)
    episodes[number].content.time += 86_400 + value
    if hasGUIDs { episodes[number].content.guid = "guid-\(value)" }
    if !hasGUIDs || random.isOnce(in: 2) {
      episodes[number].content.link = "https://x/\(value)"
    } else {
      episodes[number].content.file = "https://x/\(value).mp3"
    }
  }

  private mutating func anyInDocument(where isMeant: (EditedEpisode) -> Bool) -> Int? {
    let numbers = document.filter { isMeant(episodes[$0]) }
    return numbers.isEmpty ? nil : numbers[random.below(numbers.count)]
  }
}
