import TestSupport

/// What is done when: wholly determined by the seed, the duration and the names.
struct Schedule: Sendable {
  struct Entry: Sendable {
    /// Milliseconds from the start.
    let at: Int
    let fault: Fault
  }

  /// Storms of faults, and quiet between them: only in quiet do all come to hear live events.
  private static let storm = 4_000
  private static let quiet = 2_000

  private(set) var entries: [Entry] = []
  private var generator: SeededGenerator
  /// Until when something is done to a program or link already, in milliseconds.
  private var busy: [String: Int] = [:]
  /// The formatter's last.
  private var settings = CellSettings.first

  /// - Parameters:
  ///   - services: the programs that make the events.
  ///   - late: the subscribers that are started in the middle.
  init(seed: UInt64, seconds: Int, services: [String], subscribers: [String], late: [String], links: [String]) {
    generator = SeededGenerator(seed: seed, stream: "schedule")
    let end = seconds * 1_000
    for name in late {
      let start = Int.random(in: end / 4...end * 3 / 4, using: &generator)
      add(start, .start(name))
      busy[name] = start + 500
    }
    var now = 500
    while now < end {
      let (phase, offset) = now.quotientAndRemainder(dividingBy: Self.storm + Self.quiet)
      guard offset < Self.storm else {
        now = (phase + 1) * (Self.storm + Self.quiet)
        continue
      }
      plan(at: now, end: end, services, subscribers + late, links)
      now += Int.random(in: 20...300, using: &generator)
    }
    // Of what happens at one instant the order must not depend on the sorting.
    entries = entries.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  private mutating func plan(at now: Int, end: Int, _ services: [String], _ subscribers: [String], _ links: [String]) {
    // How often each is drawn, of 24.
    switch Int.random(in: 0..<24, using: &generator) {
    case 0..<12: kill(pick(services), now, end)
    case 12: stop(pick(services), now, end)
    case 13..<16: kill(pick(subscribers), now, end)
    case 16..<18: stop(pick(subscribers), now, end)
    case 18..<21: disturb(pick(links), .cut, now, end, for: 0)
    case 21: disturb(pick(links), .hold, now, end, for: Int.random(in: 100...8_000, using: &generator))
    case 22: disturb(pick(links), .trickle, now, end, for: Int.random(in: 100...4_000, using: &generator))
    default:
      // Longer than the six seconds after which silence is taken for death.
      let side: Link.Disturbance = Bool.random(using: &generator) ? .leaveClients : .leaveServers
      disturb(pick(links), side, now, end, for: 7_000)
    }
  }

  private mutating func pick(_ names: [String]) -> String {
    names[Int.random(in: names.indices, using: &generator)]
  }

  private mutating func kill(_ name: String, _ now: Int, _ end: Int) {
    let isLong = generator.isOnce(in: 8)
    let start = now + Int.random(in: isLong ? 500...4_000 : 0...200, using: &generator)
    guard claim(name, now, until: start + 30) else { return }
    add(now, .kill(name))
    if name == ServiceName.formatter.rawValue { changeFormatter(now) }
    add(min(start, end), .start(name))
  }

  /// Between two of its lives it gets other settings, or loses its data.
  private mutating func changeFormatter(_ now: Int) {
    if generator.isOnce(in: 3) {
      settings = settings.changed(using: &generator)
      add(now, .settings(settings))
    }
    if generator.isOnce(in: 16) { add(now, .wipe) }
  }

  private mutating func stop(_ name: String, _ now: Int, _ end: Int) {
    let resume = now + Int.random(in: 100...10_000, using: &generator)
    guard claim(name, now, until: resume) else { return }
    add(now, .stop(name))
    add(min(resume, end), .resume(name))
  }

  private mutating func disturb(
    _ link: String, _ disturbance: Link.Disturbance, _ now: Int, _ end: Int, for duration: Int
  ) {
    guard claim(link, now, until: now + duration) else { return }
    add(now, .disturb(link, disturbance))
    if duration > 0 { add(min(now + duration, end), .disturb(link, .release)) }
  }

  private mutating func claim(_ name: String, _ now: Int, until: Int) -> Bool {
    guard busy[name] ?? 0 <= now else { return false }
    busy[name] = until
    return true
  }

  private mutating func add(_ at: Int, _ fault: Fault) {
    entries.append(Entry(at: at, fault: fault))
  }
}
