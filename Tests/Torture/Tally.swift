/// How often what was done.
struct Tally {
  private var serviceKills = 0
  private var subscriberKills = 0
  private var stops = 0
  private var settings = 0
  private var wipes = 0
  private var disturbances = 0

  mutating func count(_ fault: Fault) {
    switch fault {
    case .kill(let name):
      if ServiceName(rawValue: name) == nil { subscriberKills += 1 } else { serviceKills += 1 }
    case .stop: stops += 1
    case .settings: settings += 1
    case .wipe: wipes += 1
    case .disturb(_, let disturbance) where disturbance != .release: disturbances += 1
    case .start, .resume, .disturb: break
    }
  }

  /// In short.
  var line: String {
    "\(serviceKills) + \(subscriberKills) kills, \(stops) stops, \(disturbances) disturbances, \(settings) settings, "
      + "\(wipes) wipes"
  }

  /// In full.
  func say(_ reading: Gauge.Reading, _ load: FeedLoad, _ installation: Installation) {
    let links = installation.links.values
    let megabytes = links.reduce(0) { $0 + $1.bytes } >> 20
    Output.say(
      """
      kills: \(serviceKills) of services, \(subscriberKills) of subscribers; stops: \(stops); the formatter's settings \
      changed \(settings) times, its data was wiped \(wipes) times; network disturbances: \(disturbances), with \(links.reduce(0) { $0 + $1.connections }) connections and \(megabytes) MB
      load: \(load.steps) changes of all feeds, \(load.lostReplies) requests made again; worst lag: \(reading.worstLag) events
      """)
  }
}
