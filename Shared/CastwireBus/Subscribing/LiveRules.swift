/// What a live message means to a subscriber: steps 3 and 4 of the contract's section 5.
struct LiveRules {
  enum Verdict {
    /// It follows the cursor.
    case apply(Event)
    /// Nothing is missing, and there is nothing to apply.
    case pass
    /// Something was missed: a replay is due.
    case gap
    /// It speaks of another log. Where that is the service's now, its whole state is due: a replay tells.
    case otherLog
    /// It is neither an event nor `$head`. Should the log hold it, the next event shows a gap, and the replay brings
    /// it again to be put aside.
    case malformed
  }

  let scope: Subscription.Scope

  /// - Parameter isHeld: the message came before the cursor's replay was answered. Where it speaks of another log,
  ///   that is the former one; should it be the next, then `$head` will say so within a second.
  func verdict(on event: Event, at cursor: Cursor, isHeld: Bool) -> Verdict {
    guard event.log == cursor.log else { return isHeld ? .pass : .otherLog }
    if event.sequence <= cursor.sequence { return .pass }
    let isNext =
      switch scope {
      case .wholeLog: event.sequence == cursor.sequence.next
      case .family: event.previous <= cursor.sequence
      }
    return isNext ? .apply(event) : .gap
  }

  func verdict(on head: Head, at cursor: Cursor, isHeld: Bool) -> Verdict {
    guard head.log == cursor.log else { return isHeld ? .pass : .otherLog }
    // A log never shrinks. One that did was put back from a copy, or this head is an old one: a replay tells.
    if head.head < cursor.sequence { return isHeld ? .pass : .gap }
    let newest =
      switch scope {
      case .wholeLog: head.head
      case .family(let family): head.heads[family] ?? Position(0)
      }
    return newest <= cursor.sequence ? .pass : .gap
  }
}
