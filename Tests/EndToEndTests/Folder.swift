import Foundation

/// A folder of files for one test.
final class Folder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "pagerbooks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
    }

    func write(_ name: String, _ text: String) throws {
        try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
