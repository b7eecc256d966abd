import Foundation

/// Another program that does the same work; `Peers/install.sh` puts it into `.peers`.
struct Peers: Sendable {
  /// As in the table.
  let name: String
  /// As install.sh calls it.
  let installName: String
  /// The program, from `.peers`.
  let program: String
  /// A script of `Peers/` that the program runs, for peers in Python.
  var script: String?
  /// Arguments before all others.
  var first: [String] = []
  /// What is said of it in the table.
  var remark = ""

  static let folder = Paths.package.appending(path: ".peers")
  static let sources = Paths.package.appending(path: "Peers")

  static let priorityQueue = Peers(
    name: "std::priority_queue", installName: "cpp", program: "bin/priority_queue",
    remark: "C++, g++ -O3")
  static let cimba = Peers(
    name: "cimba", installName: "cimba", program: "bin/cimba", remark: "its event list, from C++")
  static let ns3 = Peers(
    name: "ns-3", installName: "ns3", program: "bin/ns3", first: ["default"],
    remark: "its default scheduler, a map, from C++")
  static let ns3Heap = Peers(
    name: "ns-3, priority queue", installName: "ns3", program: "bin/ns3",
    first: ["ns3::PriorityQueueScheduler"], remark: "its fastest scheduler, from C++")
  static let simpy = Peers(
    name: "SimPy", installName: "simpy", program: "venv/bin/python", script: "simpy_mm1.py",
    remark: "processes, Python")
  static let ciw = Peers(
    name: "Ciw", installName: "ciw", program: "venv/bin/python", script: "ciw_mm1.py",
    remark: "its network, Python")
  static let simpyReference = Peers(
    name: "SimPy", installName: "simpy", program: "venv/bin/python",
    script: "simpy_reference.py", remark: "the same model in Python")

  /// Why it cannot run here; nil when it can.
  var reasonMissing: String? {
    let note = Self.folder.appending(path: "\(installName).missing")
    if let reason = try? String(contentsOf: note, encoding: .utf8) {
      return reason.split(separator: "\n").first.map(String.init) ?? "not installed"
    }
    let ready = Self.folder.appending(path: "\(installName).ready")
    guard FileManager.default.fileExists(atPath: Paths.path(ready)) else {
      return "not installed; see Benchmarks/Peers/install.sh"
    }
    return isStale ? "compiled from an older source; see Benchmarks/Peers/install.sh" : nil
  }

  /// Whether a source in C++ has changed since the program was made of it.
  private var isStale: Bool {
    let made = Self.changed(Self.folder.appending(path: program))
    let name = URL(filePath: program).lastPathComponent
    return script == nil
      && ["\(name).cc", "peer.h"].contains { Self.changed(Self.sources.appending(path: $0)) > made }
  }

  private static func changed(_ file: URL) -> Date {
    let path = Paths.path(file)
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date ?? .distantPast
  }

  /// Runs it and returns what it printed, by name.
  func run(_ arguments: [String]) throws -> [String: String] {
    let path = Paths.path(Self.folder.appending(path: program))
    let source = script.map { [Paths.path(Self.sources.appending(path: $0))] } ?? []
    return Subprocess.pairs(in: try Subprocess.run(path, source + first + arguments))
  }

  /// Installs the peers of these names, all without a name; what cannot be had is no error.
  static func install(_ names: [String] = []) throws {
    let script = Paths.path(sources.appending(path: "install.sh"))
    _ = try Subprocess.run("/bin/bash", [script] + names)
  }
}

extension Contest {
  /// Adds a peer, or the reason why it is missing.
  mutating func add(_ peer: Peers, run: @escaping () throws -> Sample) {
    if let reason = peer.reasonMissing {
      missing.append((peer.name, reason))
    } else {
      contenders.append(Contender(name: peer.name, remark: peer.remark, run: run))
    }
  }
}
