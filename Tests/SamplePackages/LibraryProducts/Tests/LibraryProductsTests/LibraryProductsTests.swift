import Foundation
import Testing

@Suite struct LibraryProductsTests {
    /// Runs a program of this package and returns its output.
    private func output(of name: String, environment: [String: String] = [:]) throws -> String {
        let program = Process()
        program.executableURL = try Self.programs().appending(path: name)
        program.environment = environment
        let pipe = Pipe()
        program.standardOutput = pipe
        try program.run()
        let bytes = try #require(try pipe.fileHandleForReading.readToEnd())
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the folder of the programs, which is that of the tests.
    private static func programs() throws -> URL {
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: test).deletingLastPathComponent()
    }

    @Test func theEngineAloneRunsAPush() throws {
        let callbacks = try output(of: "SceneSample").split(separator: "\n")
            .filter { !$0.hasSuffix("LayoutSubviews") }
        #expect(
            callbacks == [
                "detail.loadView", "detail.viewDidLoad", "list.viewWillDisappear",
                "detail.viewWillAppear", "detail.viewIsAppearing", "list.viewDidDisappear",
                "detail.viewDidAppear",
            ])
    }

    @Test func theClientTalksToTheDaemon() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "products-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let environment = ["PAGERD_RUNTIME_DIR": folder.path]
        let daemon = Process()
        daemon.executableURL = try Self.programs().appending(path: "DaemonSample")
        daemon.arguments = ["--name", "sample", "--journal", "none"]
        daemon.environment = environment
        let ready = Pipe()
        daemon.standardError = ready
        try daemon.run()
        defer {
            daemon.terminate()
            daemon.waitUntilExit()
        }
        let line = String(decoding: ready.fileHandleForReading.availableData, as: UTF8.self)
        try #require(line.hasPrefix("ready"))
        let said = try output(
            of: "ClientSample", environment: environment.merging(["PAGERD_NAME": "sample"]) { $1 })
        #expect(said == "sample\nlistening at event 0\n")
    }
}
