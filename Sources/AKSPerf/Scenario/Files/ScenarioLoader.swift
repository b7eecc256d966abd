import Scheduler

/// Reads a scenario's file with all it includes into one tree.
final class ScenarioLoader {
  private let log: SourceLog
  /// The folder of each text, resolved, from which it may name other files; nil when it has none.
  private var folders: [String?] = []
  /// Measurement files that have been read, by resolved path.
  private var measurements: [String: (source: Int, bytes: [UInt8])] = [:]
  private var includes = 0
  /// What has been read, together with all copies.
  let read: FilesRead

  init(log: SourceLog, read: FilesRead = FilesRead()) {
    self.log = log
    self.read = read
  }

  /// A loader that knows the same texts and files but notes mistakes elsewhere.
  func copy(for log: SourceLog) -> ScenarioLoader {
    let copy = ScenarioLoader(log: log, read: read)
    for source in self.log.sources { _ = log.add(source) }
    copy.folders = folders
    copy.measurements = measurements
    return copy
  }

  /// Takes a key and value set on the command line, by the option that diagnostics name.
  func add(_ item: ScenarioOverride, named name: String) -> Int {
    folders.append(nil)
    return log.add(
      SourceText(
        name: name, bytes: Array("\(item.path)=\(item.value)".utf8),
        pathLength: item.path.utf8.count))
  }

  /// Takes a text that may name files in `folder`.
  func add(_ name: String, _ bytes: [UInt8], folder: String?) -> Int {
    folders.append(folder)
    return log.add(SourceText(name: name, bytes: bytes))
  }

  /// Reads the tree of a file; nil when it cannot be read.
  func load(path: String) -> JSONValue? {
    do throws(ScenarioFiles.Failure) {
      let bytes = try read.bytes(of: path, named: path, allowsPipe: true)
      let resolved = ScenarioFiles.resolved(path)
      let isFile = ScenarioFiles.isRegular(path)
      let source = add(path, bytes, folder: isFile ? Self.folder(of: resolved) : nil)
      return tree(source, bytes, chain: [(resolved, path)])
    } catch {
      let source = add(path, [], folder: nil)
      log.error(
        SourceSpan(source: source, start: -1, end: 0), error.message,
        blame: error.isMissing ? .missingInput : .scenario)
      return nil
    }
  }

  /// Reads the tree of bytes that are no file; files they name are looked up in `folder`, if any.
  func load(bytes: [UInt8], named name: String, folder: String? = nil) -> JSONValue? {
    if bytes.count > Limits.fileBytes {
      let source = add(name, [], folder: nil)
      log.error(
        SourceSpan(source: source, start: -1, end: 0),
        "is larger than \(Limits.fileBytes >> 20) MiB")
      return nil
    }
    return tree(add(name, bytes, folder: folder.map(ScenarioFiles.resolved)), bytes, chain: [])
  }

  private func tree(
    _ source: Int, _ bytes: [UInt8], chain: [(path: String, name: String)]
  ) -> JSONValue? {
    var parser = JSONParser(bytes, source: source)
    let value = parser.document()
    for problem in parser.problems {
      log.error(problem.span, problem.message, suggestion: problem.suggestion)
    }
    guard let value else { return nil }
    guard let members = value.members else {
      if !parser.problems.isEmpty { return nil }
      log.error(value.span, "a scenario is an object: { name: …, … }")
      return nil
    }
    guard let include = value["include"] else { return value }
    var own = value
    own.content = .object(members.filter { $0.key != "include" })
    guard let names = include.elements else {
      log.error(include.span, "expected the names of files in an array, found \(include.noun)")
      return nil
    }
    var merged: JSONValue?
    for item in names {
      guard let other = included(item, chain: chain) else { continue }
      merged = merged.map { Self.merge($0, other) } ?? other
    }
    return merged.map { Self.merge($0, own) } ?? own
  }

  private func included(
    _ item: JSONValue, chain: [(path: String, name: String)]
  ) -> JSONValue? {
    guard let name = item.text else {
      log.error(item.span, "expected the name of a file, found \(item.noun)")
      return nil
    }
    guard let path = locate(name, at: item.span) else { return nil }
    if let first = chain.firstIndex(where: { $0.path == path }) {
      let names = chain[first...].map(\.name) + [chain[first].name]
      let ring = names.map { TerminalText.escaped($0) }.joined(separator: " → ")
      log.error(item.span, "files include each other: " + ring)
      return nil
    }
    includes += 1
    if includes > Limits.includes {
      if includes == Limits.includes + 1 {
        log.error(item.span, "more than \(Limits.includes) files are included")
      }
      return nil
    }
    let shown = Self.join(folderOf: log.sources[item.span.source].name, name)
    do throws(ScenarioFiles.Failure) {
      let bytes = try read.bytes(of: path, named: shown)
      let source = add(shown, bytes, folder: Self.folder(of: path))
      return tree(source, bytes, chain: chain + [(path, shown)])
    } catch {
      log.error(
        item.span, "\(quoted(name)) \(error.message)",
        blame: error.isMissing ? .missingInput : .scenario)
      return nil
    }
  }

  // MARK: Measurements

  /// The text of a measurement file named at `span`; nil when it cannot be read.
  func measurement(_ name: String, at span: SourceSpan) -> (source: Int, bytes: [UInt8])? {
    guard let path = locate(name, at: span) else { return nil }
    if let known = measurements[path] { return known }
    // A key set on the command line is read as if it stood in the scenario's own file.
    let owner = folders[span.source] == nil ? 0 : span.source
    let shown = Self.join(folderOf: log.sources[owner].name, name)
    do throws(ScenarioFiles.Failure) {
      let bytes = try read.bytes(of: path, named: shown)
      let text = (source: add(shown, bytes, folder: nil), bytes: bytes)
      measurements[path] = text
      return text
    } catch {
      log.error(
        span, "\(quoted(name)) \(error.message)",
        blame: error.isMissing ? .missingInput : .scenario)
      return nil
    }
  }

  // MARK: Paths

  /// The resolved path of a file named at `span`, if it lies in the folder of that text or below.
  private func locate(_ name: String, at span: SourceSpan) -> String? {
    if name.isEmpty || name.utf8.contains(0) {
      log.error(span, "the name of a file cannot be empty or contain a zero byte")
      return nil
    }
    if name.hasPrefix("/") || name.hasPrefix("~") {
      log.error(span, "the path must be relative, to a file in this folder or below it")
      return nil
    }
    if name.split(separator: "/").contains("..") {
      log.error(span, "the path cannot leave the folder of this file with '..'")
      return nil
    }
    if ScenarioFiles.namesFolder(name) {
      log.error(span, "\(quoted(name)) names a folder, not a file", blame: .missingInput)
      return nil
    }
    guard let folder = folders[span.source] ?? folders.first ?? nil else {
      log.error(span, "a scenario that is not a file cannot name other files")
      return nil
    }
    let path = ScenarioFiles.resolved(folder + "/" + name)
    let root = folder == "/" ? "/" : folder + "/"
    guard path.utf8.starts(with: root.utf8) else {
      log.error(span, "\(quoted(name)) leads out of the folder of this file by a symbolic link")
      return nil
    }
    return path
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The name of a file beside another as the user would name it.
  private static func join(folderOf file: String, _ name: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return name }
    return String(file[...slash]) + name
  }

  // MARK: Merging

  /// Objects key by key, `second` winning; everything else as a whole.
  static func merge(_ first: JSONValue, _ second: JSONValue) -> JSONValue {
    guard var members = first.members, let others = second.members else { return second }
    var places: [String: Int] = [:]
    for (index, member) in members.enumerated() { places[member.key] = index }
    for other in others {
      if let place = places[other.key] {
        let value = merge(members[place].value, other.value)
        members[place] = JSONMember(key: other.key, keySpan: other.keySpan, value: value)
      } else {
        members.append(other)
      }
    }
    return JSONValue(content: .object(members), span: second.span)
  }
}
