import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import CastwireCommand

/// The AsyncAPI document by what AsyncAPI 3.0 asks of one, and by what the code does.
struct AsyncAPITests {
  private let contract: Contract
  private let document: AnyJSON

  init() throws {
    contract = try Contract()
    document = contract.asyncAPI
  }

  @Test func `the document is what script/contract makes of the schemas`() async throws {
    let script = Contract.root.appending(path: "script/contract").path
    let process = try ServiceProcess("/usr/bin/env", arguments: ["python3", script, "--check"])
    #expect(await process.waitForExit(within: .seconds(60)) == .exited(0), "\(process.lines)")
  }

  @Test func `it has what every document must have`() {
    #expect(document["asyncapi"]?.text == "3.0.0")
    for field in ["title", "version"] { #expect(document["info"]?[field]?.text?.isEmpty == false) }
    for (name, server) in document["servers"]?.object ?? [:] {
      #expect(server["protocol"]?.text == "zeromq", "\(name)")
      #expect(server["host"]?.text?.isEmpty == false, "\(name)")
    }
    for (name, operation) in document["operations"]?.object ?? [:] {
      #expect(["send", "receive"].contains(operation["action"]?.text), "\(name)")
    }
  }

  @Test func `references lead to something`() {
    var count = 0
    document.forEach { value in
      guard let reference = value["$ref"]?.text else { return }
      count += 1
      #expect(reference.hasPrefix("#/") && document.value(at: reference.dropFirst()) != nil, "\(reference)")
    }
    #expect(count > 200)
  }

  @Test func `every operation has a channel with its messages, and every message a payload`() throws {
    let operations = try #require(document["operations"]?.object)
    #expect(operations.count > 20)
    func messages(_ part: AnyJSON) throws -> [AnyJSON] {
      let channel = try #require(part["channel"]?["$ref"]?.text)
      let all = try #require(document.value(at: channel.dropFirst())?["messages"]?.object, "\(channel)")
      // An operation may name some of its channel's messages, and must not name others.
      let named =
        part["messages"]?.list?.compactMap { $0["$ref"]?.text } ?? all.keys.map { "\(channel)/messages/\($0)" }
      #expect(!named.isEmpty)
      return try named.map { reference in
        #expect(reference.hasPrefix("\(channel)/messages/"))
        let message = try #require(document.value(at: reference.dropFirst())?["$ref"]?.text, "\(reference)")
        return try #require(document.value(at: message.dropFirst()), "\(message)")
      }
    }
    for (name, operation) in operations {
      for part in [operation, operation["reply"]].compactMap(\.self) {
        for message in try messages(part) {
          #expect(message["payload"]?.object?.isEmpty == false, "\(name)")
          #expect(message["contentType"]?.text == "application/json", "\(name)")
        }
      }
      #expect((operation["action"]?.text == "receive") == (operation["reply"] != nil), "\(name)")
    }
  }

  @Test func `it holds every schema`() throws {
    let names = contract.schemas.keys.map {
      $0.replacing("urn:castwire:schema:", with: "").replacing(":", with: ".")
    }
    #expect(Set(try #require(document["components"]?["schemas"]?.object).keys) == Set(names))
  }

  @Test(arguments: ServiceName.allCases)
  func `a service's servers are on its ports`(service: ServiceName) {
    let servers = document["servers"]
    #expect(servers?["\(service.rawValue).events"]?["host"]?.text == "127.0.0.1:\(service.usualPort)")
    #expect(servers?["\(service.rawValue).requests"]?["host"]?.text == "127.0.0.1:\(service.usualPort + 1)")
  }

  // MARK: Events

  static let families: [(family: String, service: ServiceName, verbs: [String])] = [
    ("feed", .feedIngest, FeedEvent.Verb.allCases.map(\.rawValue)),
    ("item", .feedIngest, ItemEvent.Verb.allCases.map(\.rawValue)),
    ("podcast", .catalog, PodcastEvent.Verb.allCases.map(\.rawValue)),
    ("episode", .catalog, EpisodeEvent.Verb.allCases.map(\.rawValue)),
    ("channel", .catalog, ChannelEvent.Verb.allCases.map(\.rawValue)),
    ("video", .catalog, VideoEvent.Verb.allCases.map(\.rawValue)),
    ("photostream", .catalog, PhotoStreamEvent.Verb.allCases.map(\.rawValue)),
    ("photo", .catalog, PhotoEvent.Verb.allCases.map(\.rawValue)),
    ("cell", .formatter, CellVerb.allCases.map(\.rawValue)),
  ]

  @Test(arguments: families)
  func `a family's channel has its verbs, its service and the topics of its events`(
    family: String, service: ServiceName, verbs: [String]
  ) throws {
    let channel = try #require(document["channels"]?[family])
    #expect(channel["servers"] == .list([.object(["$ref": .text("#/servers/\(service.rawValue).events")])]))
    #expect(channel["parameters"]?["verb"]?["enum"]?.list?.compactMap(\.text) == verbs)
    #expect(Set(try #require(channel["messages"]?.object).keys) == Set(verbs))
    let address = try #require(channel["address"]?.text)
    for verb in verbs {
      let topic = try Self.event(EventType.name(family: family, verb: verb)).topic
      var expected = address
      for (word, value) in [
        "locale": "en_US", "kind": "episode", "feed": "bab2ba12-9757-5da6-a770-0e70e6bcf214", "verb": verb,
      ] {
        #expect((channel["parameters"]?[word] != nil) == address.contains("{\(word)}"), "\(word)")
        expected = expected.replacing("{\(word)}", with: value)
      }
      #expect(topic.text == expected)
      let message = try #require(document["components"]?["messages"]?["\(family).\(verb)"])
      #expect(message["name"]?.text == EventType.name(family: family, verb: verb))
      let own = try #require(message["payload"]?["allOf"]?.list?.last?["properties"])
      #expect(own["type"]?["const"]?.text == EventType.name(family: family, verb: verb))
      #expect(own["dataschema"]?["const"]?.text == EventType.schema(family: family))
      #expect(contract.schemas[EventType.schema(family: family)] != nil)
    }
  }

  @Test func `there are no other channels but $head and the request sockets`() throws {
    let channels = try #require(document["channels"]?.object)
    #expect(channels["head"]?["address"]?.text == Topic.head)
    #expect(channels["head"]?["servers"]?.list?.count == ServiceName.allCases.count)
    let requests = ServiceName.allCases.map { "\($0.rawValue).requests" }
    #expect(Set(channels.keys) == Set(Self.families.map(\.family) + requests + ["head"]))
    for name in requests { #expect(channels[name]?["address"] == .null) }
  }

  private static func event(_ type: String) throws -> Event {
    try Event(
      json: Array(
        """
        {"specversion":"1.0","source":"castwire://x/y","sequence":"1","previous":"0","type":"\(type)","subject":"s",\
        "time":"2026-11-30T07:20:06.000Z","partitionkey":"bab2ba12-9757-5da6-a770-0e70e6bcf214",\
        "data":{"kind":"episode","locale":"en_US"}}
        """.utf8))
  }
}
