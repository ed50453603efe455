import Testing

@testable import FeedIngest

struct FetchQueueTests {
  private func job(_ host: String, _ number: Int) throws -> FetchJob {
    try FetchJob(FetchRequest(id: "\(host)-\(number)", url: "http://\(host)/\(number)"))
  }

  private func startAll(_ queue: FetchQueue) -> [FetchJob] {
    var jobs: [FetchJob] = []
    while let job = queue.next() { jobs.append(job) }
    return jobs
  }

  @Test func `hosts take turns, each with so many at once`() throws {
    let queue = FetchQueue(maximum: 64, maximumPerHost: 2)
    for number in 1...3 { queue.add(try job("a", number)) }
    for number in 1...3 { queue.add(try job("b", number)) }
    let started = startAll(queue)
    #expect(started.map(\.request.id) == ["a-1", "b-1", "a-2", "b-2"])
    queue.finish(started[1])
    #expect(startAll(queue).map(\.request.id) == ["b-3"])
    queue.finish(started[0])
    queue.finish(started[2])
    #expect(startAll(queue).map(\.request.id) == ["a-3"])
  }

  @Test func `all hosts together have so many at once`() throws {
    let queue = FetchQueue(maximum: 3, maximumPerHost: 2)
    for host in ["a", "b", "c", "d", "e"] { queue.add(try job(host, 1)) }
    let started = startAll(queue)
    #expect(started.map(\.request.id) == ["a-1", "b-1", "c-1"])
    queue.finish(started[2])
    #expect(startAll(queue).map(\.request.id) == ["d-1"])
    #expect(queue.activeCount == 3)
  }

  @Test func `removed requests do not start, and do not keep others from it`() throws {
    let queue = FetchQueue(maximum: 64, maximumPerHost: 1)
    queue.add(try job("a", 1))
    queue.add(try job("b", 1))
    queue.remove(id: "a-1")
    queue.add(try job("a", 2))
    queue.add(try job("a", 3))
    let started = startAll(queue)
    #expect(started.map(\.request.id).sorted() == ["a-2", "b-1"])
    for job in started { queue.finish(job) }
    #expect(startAll(queue).map(\.request.id) == ["a-3"])
  }

  /// Takes the hosts of these jobs for slow, and gives the ids of those that were set back.
  private func setBackSlow(_ jobs: [FetchJob], _ queue: FetchQueue) -> [String] {
    queue.takeForSlow(jobs).map { index in
      var job = jobs[index]
      queue.finish(job)
      job.setBack(after: .seconds(2))
      queue.add(job)
      return job.request.id
    }
  }

  @Test func `slow hosts have half of the places, and others the rest`() throws {
    let queue = FetchQueue(maximum: 4, maximumPerHost: 2)
    for host in ["a", "b", "c", "d"] { queue.add(try job(host, 1)) }
    let slow = startAll(queue)
    #expect(!queue.isFull())
    for host in ["e", "f", "g"] { queue.add(try job(host, 1)) }
    #expect(queue.isFull())
    #expect(setBackSlow(slow, queue) == ["a-1", "b-1"])
    let quick = startAll(queue)
    #expect(quick.map(\.request.id) == ["e-1", "f-1"])
    #expect(queue.slowCount == 2)
    queue.finish(quick[0], wasSlow: false)
    #expect(startAll(queue).map(\.request.id) == ["g-1"])
    // With no one else there, they still have no more than their share.
    queue.finish(quick[1], wasSlow: false)
    #expect(startAll(queue).isEmpty)
    queue.finish(slow[2])
    #expect(startAll(queue).map(\.request.id) == ["a-1"])
  }

  @Test func `a job is set back once`() throws {
    let queue = FetchQueue(maximum: 2, maximumPerHost: 2)
    queue.add(try job("a", 1))
    queue.add(try job("a", 2))
    #expect(setBackSlow(startAll(queue), queue) == ["a-1"])
    queue.finish(try job("a", 2), wasSlow: false)
    queue.add(try job("b", 1))
    let started = startAll(queue)
    #expect(started.map(\.request.id) == ["a-1", "b-1"])
    #expect(started[0].wasSetBack)
    #expect(started[0].spent == .seconds(2))
    #expect(setBackSlow(started, queue) == ["b-1"])
  }

  @Test func `nothing is set back that has its share`() throws {
    let queue = FetchQueue(maximum: 4, maximumPerHost: 2)
    for host in ["a", "b", "c", "d", "e"] { queue.add(try job(host, 1)) }
    let started = startAll(queue)
    #expect(setBackSlow(Array(started[0..<2]), queue).isEmpty)
    #expect(queue.isFull())
    #expect(startAll(queue).isEmpty)
  }

  @Test func `a host is slow until it answers quickly again`() throws {
    let queue = FetchQueue(maximum: 4, maximumPerHost: 2)
    queue.add(try job("a", 1))
    queue.finish(startAll(queue)[0], wasSlow: true)
    for number in 2...4 { queue.add(try job("a", number)) }
    queue.add(try job("b", 1))
    // Slow, known from before; and what ended without an answer says nothing of that.
    let started = startAll(queue)
    #expect(started.map(\.request.id) == ["a-2", "a-3", "b-1"])
    #expect(queue.slowCount == 2)
    queue.finish(started[0])
    #expect(queue.slowCount == 1)
    queue.finish(started[1], wasSlow: false)
    #expect(queue.slowCount == 0)
    #expect(startAll(queue).map(\.request.id) == ["a-4"])
    #expect(queue.slowCount == 0)
  }

  @Test func `so many slow hosts are remembered and no more`() throws {
    let queue = FetchQueue(maximum: 2, maximumPerHost: 1)
    func run(_ host: String, wasSlow: Bool?) throws -> Int {
      queue.add(try job(host, 1))
      let started = startAll(queue)
      defer { for job in started { queue.finish(job, wasSlow: wasSlow) } }
      return queue.slowCount
    }
    let hosts = (0..<5_000).map { "host\($0)" }
    for host in hosts { #expect(try run(host, wasSlow: true) == 0) }
    let known = try hosts.reduce(0) { try $0 + run($1, wasSlow: nil) }
    #expect(known == 4_096)
  }

  @Test func `whatever the order of events, every job starts once and no limit is passed`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let queue = FetchQueue(maximum: 5, maximumPerHost: 2)
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
          queue.finish(active.remove(at: index), wasSlow: [true, false, nil].randomElement(using: &random)!)
        }
        let suspects = active.filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
        for index in queue.takeForSlow(suspects) {
          var job = suspects[index]
          active.removeAll { $0.request.id == job.request.id }
          started.removeAll { $0 == job.request.id }
          queue.finish(job)
          job.setBack(after: .seconds(2))
          queue.add(job)
        }
        #expect(active.count <= 5)
        #expect(queue.activeCount == active.count)
        #expect(Dictionary(grouping: active, by: \.url.host).values.allSatisfy { $0.count <= 2 })
      }
      while started.count < added.count {
        let next = startAll(queue)
        started += next.map(\.request.id)
        active += next
        try #require(!active.isEmpty, "jobs wait although nothing is active")
        queue.finish(active.removeFirst())
      }
      #expect(started.sorted() == added.sorted())
    }
  }
}
