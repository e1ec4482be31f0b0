import Foundation
import PagerClient
import Testing

/// A carouseld process that ends with the test.
final class Carouseld {
    private let process = Process()
    private let folder: String
    /// The daemon whose folder this one shares.
    private let previous: Carouseld?
    var command: String { "ipc://\(folder)/test/command" }
    var address: Address { Address(command: command, events: "ipc://\(folder)/test/events") }
    /// The environment in which clients find the daemon by its name.
    let environment: [String: String]

    /// Starts the daemon.
    ///
    /// - Parameters:
    ///   - arguments: additional arguments of the daemon.
    ///   - program: a program other than carouseld.
    ///   - previous: a daemon that has ended, whose endpoints this one uses.
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

    /// Returns the folder of the programs, which is that of the tests.
    static func programs() throws -> URL {
        let test = try FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/exe")
        return URL(fileURLWithPath: test).deletingLastPathComponent()
    }

    /// Runs pagerctl. Returns its output and status.
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

    /// Ends the daemon with SIGTERM and waits for its end.
    func terminate() {
        process.terminate()
        process.waitUntilExit()
    }

    deinit {
        terminate()
        if previous == nil { try? FileManager.default.removeItem(atPath: folder) }
    }
}
