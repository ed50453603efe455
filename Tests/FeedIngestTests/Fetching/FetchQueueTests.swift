import Testing

@testable import FeedIngest

struct FetchQueueTests {
  private func job(_ host: String, _ number: Int) throws -> FetchJob {
    try FetchJob(FetchRequest(id: "\(host)-\(number)", url: "http://\(host)/\(number)"))
  }

  private func startAll(_ queue: inout FetchQueue) -> [FetchJob] {
    var jobs: [FetchJob] = []
    while let job = queue.next() { jobs.append(job) }
    return jobs
  }

  @Test func `hosts take turns, each with so many at once`() throws {
    var queue = FetchQueue(maximum: 64, maximumPerHost: 2)
    for number in 1...3 { queue.add(try job("a", number)) }
    for number in 1...3 { queue.add(try job("b", number)) }
    let started = startAll(&queue)
    #expect(started.map(\.request.id) == ["a-1", "b-1", "a-2", "b-2"])
    queue.finish(started[1])
    #expect(startAll(&queue).map(\.request.id) == ["b-3"])
    queue.finish(started[0])
    queue.finish(started[2])
    #expect(startAll(&queue).map(\.request.id) == ["a-3"])
  }

  @Test func `all hosts together have so many at once`() throws {
    var queue = FetchQueue(maximum: 3, maximumPerHost: 2)
    for host in ["a", "b", "c", "d", "e"] { queue.add(try job(host, 1)) }
    let started = startAll(&queue)
    #expect(started.map(\.request.id) == ["a-1", "b-1", "c-1"])
    queue.finish(started[2])
    #expect(startAll(&queue).map(\.request.id) == ["d-1"])
    #expect(queue.activeCount == 3)
  }

  @Test func `removed requests do not start, and do not keep others from it`() throws {
    var queue = FetchQueue(maximum: 64, maximumPerHost: 1)
    queue.add(try job("a", 1))
    queue.add(try job("b", 1))
    queue.remove(id: "a-1")
    queue.add(try job("a", 2))
    queue.add(try job("a", 3))
    let started = startAll(&queue)
    #expect(started.map(\.request.id).sorted() == ["a-2", "b-1"])
    for job in started { queue.finish(job) }
    #expect(startAll(&queue).map(\.request.id) == ["a-3"])
  }

  @Test func `whatever the order of events, every job starts once and no limit is passed`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var queue = FetchQueue(maximum: 5, maximumPerHost: 2)
      var active: [FetchJob] = []
      var started: [String] = []
      var added: [String] = []
      for number in 0..<200 {
        let new = try job(["a", "b", "c", "d"].randomElement(using: &random)!, number)
        added.append(new.request.id)
        queue.add(new)
        while Bool.random(using: &random), let next = queue.next() {
          active.append(next)
          started.append(next.request.id)
        }
        while Bool.random(using: &random), let index = active.indices.randomElement(using: &random) {
          queue.finish(active.remove(at: index))
        }
        #expect(active.count <= 5)
        #expect(Dictionary(grouping: active, by: \.url.host).values.allSatisfy { $0.count <= 2 })
      }
      while started.count < added.count {
        let next = startAll(&queue)
        started += next.map(\.request.id)
        active += next
        try #require(!active.isEmpty, "jobs wait although nothing is active")
        queue.finish(active.removeFirst())
      }
      #expect(started.sorted() == added.sorted())
    }
  }
}
