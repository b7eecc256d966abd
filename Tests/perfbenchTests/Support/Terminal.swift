import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A pseudo terminal: the program writes to its `line`, the test reads what arrived.
final class Terminal {
  let line: FileHandle
  private let master: FileHandle
  // TIOCSPTLCK and TIOCGPTN, which are macros the importer cannot read.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  init() throws {
    let descriptor = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    if descriptor < 0 { throw POSIXError(.ENXIO) }
    var locked: CInt = 0
    var number: CInt = 0
    guard unsafe ioctl(descriptor, Self.setLock, &locked) == 0,
      unsafe ioctl(descriptor, Self.getNumber, &number) == 0
    else { throw POSIXError(.ENXIO) }
    let other = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    if other < 0 { throw POSIXError(.ENXIO) }
    master = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    line = FileHandle(fileDescriptor: other, closeOnDealloc: true)
  }

  /// Everything written so far; the end of the text is marked by closing the line.
  func received() -> String {
    try? line.close()
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(master.fileDescriptor, &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
