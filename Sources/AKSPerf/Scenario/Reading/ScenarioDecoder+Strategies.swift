import Scheduler

extension ScenarioDecoder {
  /// The one key of a choice with its value; nil when it is a word or wrong.
  private func chosen(
    _ value: JSONValue, _ keys: [Key], words: [String], _ what: String
  ) -> (key: Key, member: JSONMember)? {
    if let word = value.text {
      if keys.contains(where: { $0.name == word }) {
        error(value.span, "'\(word)' needs its keys: { \(word): { … } }")
      } else {
        context.unknown(value.span, what, word, known: words + keys.map(\.name))
      }
      return nil
    }
    guard let members = value.members else {
      context.mismatch(value, expected: "a \(what) such as \"\(words[0])\"")
      return nil
    }
    guard let member = members.first else {
      error(value.span, "a \(what) cannot be empty")
      return nil
    }
    guard let key = keys.first(where: { $0.name == member.key }) else {
      context.unknown(member.keySpan, what, member.key, known: keys.map(\.name) + words)
      return nil
    }
    if members.count > 1 {
      error(members[1].keySpan, "there is one \(what); the first is '\(member.key)'")
    }
    return (key, member)
  }

  func strategy(_ reader: ObjectReader) -> MediationStrategy {
    guard case .choice(let keys, let words) = reader.key("strategy").kind else {
      preconditionFailure("the strategy is a choice")
    }
    guard let value = reader.written("strategy"), value.text != "sequential" else {
      return .sequential
    }
    if value.text == "adaptive" { return .adaptive(AdaptiveOrder()) }
    guard let (key, member) = chosen(value, keys, words: words, "strategy"),
      case .object(let shape) = key.kind, let item = ObjectReader(member.value, shape, context)
    else { return .sequential }
    switch key.name {
    case "parallel":
      return .parallel(
        batch: item.integer("batch") ?? 1, pick: item.option("pick") ?? .price,
        batchTimeout: positiveTime(item, "batchTimeout"))
    case "bidding": return .bidding(auction(item))
    case "hybrid": return .hybrid(auction(item))
    case "adaptive":
      var order = AdaptiveOrder()
      order.scope = item.option("scope") ?? .user
      order.memory = item.integer("memory") ?? 1
      order.explore = item.integer("explore")
      order.timeCost = item.number("timeCost") ?? 0
      return .adaptive(order)
    default: return .own(name: item.name("name") ?? "")
    }
  }

  private func auction(_ reader: ObjectReader) -> Auction {
    var auction = Auction()
    auction.side = reader.option("side") ?? .server
    auction.tmax = positiveTime(reader, "tmax")
    auction.tokenTimeout = positiveTime(reader, "tokenTimeout")
    auction.backend = reader.reference("backend", backends)
    if auction.side == .client, reader.has("backend") {
      error(reader.keySpan("backend"), "'backend' is for side: \"server\"")
    }
    return auction
  }

  func retry(_ reader: ObjectReader) -> RetryPolicy {
    guard case .choice(let keys, let words) = reader.key("retry").kind else {
      preconditionFailure("the retry is a choice")
    }
    guard let value = reader.written("retry"), value.text != "none" else { return .none }
    guard let (key, member) = chosen(value, keys, words: words, "retry") else { return .none }
    switch key.kind {
    case .drawn(let quantity):
      let delay = context.drawn(member.value, quantity)
      if delay == .constant(0) {
        error(
          member.value.span,
          "the delay before a retry must be above 0; \"10ms\" tries again all but at once")
      }
      return delay.map { .fixed($0) } ?? .none
    case .list(_, let least):
      let delays = context.list(member.value, atLeast: least, key.name) ?? []
      if delays.count > Limits.retries {
        let limit = Limits.retries
        error(
          delays[limit].span, "a list of retries has at most \(limit) delays; use \"exponential\"")
      }
      return .list(delays.compactMap { context.duration($0) })
    case .object(let shape):
      guard let item = ObjectReader(member.value, shape, context) else { return .none }
      let base = item.duration("base")
      let cap = item.duration("cap")
      if base == .zero { error(item.span("base"), "the base must be above 0, such as \"10ms\"") }
      if cap == .zero { error(item.span("cap"), "the cap must be above 0, or \"none\"") }
      return .exponential(base: base ?? .zero, cap: cap ?? Limits.duration)
    default: preconditionFailure("no retry has the kind of '\(key.name)'")
    }
  }
}
