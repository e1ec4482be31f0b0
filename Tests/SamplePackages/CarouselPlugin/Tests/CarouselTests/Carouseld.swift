import Foundation
import PagerClient
import Testing

/// A carouseld of its own, ended with the test.
final class Carouseld {
    private let process = Process()
    private let folder: String
    /// The daemon whose folder this one uses.
    private let previous: Carouseld?
    var command: String { "ipc://\(folder)/test/command" }
    var address: Address { Address(command: command, events: "ipc://\(folder)/test/events") }
    /// In which its clients find it by its name.
    let environment: [String: String]

    /// - Parameters:
    ///   - arguments: further ones of the daemon.
    ///   - program: another one than carouseld.
    ///   - previous: a daemon that has ended; this one has the same endpoints.
    init(
        _ arguments: String..., program: String = "carouseld", after previous: Carouseld? = nil
    ) throws {
        self.previous = previous
        if let previous {
            folder = previous.folder
        } else {
            folder =
                FileManager.default.temporaryDirectory
                .appendingPathComponent("carouseld-\(UUID().uuidString.prefix(8))").path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
        }
        environment = ProcessInfo.processInfo.environment
            .merging(["PAGERD_RUNTIME_DIR": folder]) { $1 }
        process.executableURL = try Self.programs().appendingPathComponent(program)
        process.arguments = ["--name", "test", "--clock", "manual"] + arguments
        process.environment = environment
        let error = Pipe()
        process.standardError = error
        try process.run()
        let line = String(decoding: error.fileHandleForReading.availableData, as: UTF8.self)
        try #require(line.hasPrefix("ready"), "\(line)")
    }

    /// Programs lie beside the tests.
    static func programs() throws -> URL {
        let test = try FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/exe")
        return URL(fileURLWithPath: test).deletingLastPathComponent()
    }

    /// What pagerctl prints and its status.
    func pagerctl(_ arguments: [String]) throws -> (text: String, status: Int32) {
        let process = Process()
        process.executableURL = try Self.programs().appendingPathComponent("pagerctl")
        process.arguments = ["--name", "test"] + arguments
        process.environment = environment
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: text, as: UTF8.self), process.terminationStatus)
    }

    /// Ends it in order, and waits for that.
    func terminate() {
        process.terminate()
        process.waitUntilExit()
    }

    deinit {
        terminate()
        if previous == nil { try? FileManager.default.removeItem(atPath: folder) }
    }
}
