import Foundation
import PagerClient
import PagerModel
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

    @Test func `A program with only the engine can run a push`() throws {
        let callbacks = try output(of: "SceneSample").split(separator: "\n")
            .filter { !$0.hasSuffix("LayoutSubviews") }
        #expect(
            callbacks == [
                "detail.loadView", "detail.viewDidLoad", "list.viewWillDisappear",
                "detail.viewWillAppear", "detail.viewIsAppearing", "list.viewDidDisappear",
                "detail.viewDidAppear",
            ])
    }

    /// Runs a daemon in a folder of its own while a test talks to it.
    private func withDaemon(_ body: (_ environment: [String: String]) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "products-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let environment = ["PAGERD_RUNTIME_DIR": folder.path, "PAGERD_NAME": "sample"]
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
        try body(environment)
    }

    @Test func `A program with the client library turns a page and follows the events`() throws {
        try withDaemon { environment in
            var requester = try Requester(try Self.address(environment).command)
            for id in ["a", "b"] {
                _ = try requester.request(
                    "controller.create", [.init("id", .string(id)), .init("kind", "view")])
            }
            _ = try requester.request(
                "controller.create",
                [.init("id", "book"), .init("kind", "pager"), .init("duration", 0.1)])
            _ = try requester.request(
                "pager.setPages", [.init("id", "book"), .init("pages", ["a", "b"])])
            _ = try requester.request("window.create", [.init("id", "main")])
            _ = try requester.request(
                "window.setRoot", [.init("id", "main"), .init("controller", "book")])
            let said = try output(of: "ClientSample", environment: environment)
                .split(separator: "\n")
            #expect(said.first?.hasPrefix("t") == true, "the id of the transition: \(said)")
            #expect(said.last == "pager.book.didSettle b")
        }
    }

    private static func address(_ environment: [String: String]) throws -> Address {
        let folder = try #require(environment["PAGERD_RUNTIME_DIR"])
        return Address(
            command: "ipc://\(folder)/sample/command", events: "ipc://\(folder)/sample/events",
            name: "sample")
    }

    @Test func `The sample plugin shows the time`() throws {
        try withDaemon { environment in
            let address = try Self.address(environment)
            var subscription = try Subscription.open(address)
            var requester = try Requester(address.command)
            let plugin = Process()
            plugin.executableURL = try Self.programs().appending(path: "PluginSample")
            plugin.environment = environment
            try plugin.run()
            func event(_ topic: String) throws -> Value {
                while true {
                    let event = try #require(try subscription.nextEvent(timeout: 30), "no \(topic)")
                    if event.topic == topic { return event.value }
                }
            }
            _ = try event("plugin.clock.attached")
            _ = try requester.request(
                "controller.create", [.init("id", "now"), .init("kind", "clock")])
            _ = try requester.request("window.create", [.init("id", "main")])
            _ = try requester.request(
                "window.setRoot", [.init("id", "main"), .init("controller", "now")])
            let content = try event("controller.now.contentChanged")["content"]
            #expect(content?["body"]?.string?.contains(":") == true)
            _ = try requester.request("server.shutdown")
            plugin.waitUntilExit()
            #expect(plugin.terminationStatus == 0)
        }
    }
}
