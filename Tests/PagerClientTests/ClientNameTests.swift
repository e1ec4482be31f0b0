import DaemonUnderTest
import PagerModel
import Testing

@testable import PagerClient

/// Tests of the client name that a requester makes up.
@Suite struct ClientNameTests {
    private func cause(of event: PublishedEvent) -> String {
        event.value["cause"]?["client"]?.string ?? ""
    }

    @Test func `The cause of an event names the program that sent the command`() throws {
        let daemon = try TestDaemon()
        for name in ["a", "b"] {
            var requester = try daemon.requester()
            _ = try requester.request("window.create", [.init("id", .string(name))])
        }
        var requester = try daemon.requester(client: "hall")
        _ = try requester.request("window.create", [.init("id", "c")])
        let causes = try requester.replay(since: 0).filter { $0.name == "created" }.map(cause)
        let program = try #require(CommandLine.arguments.first?.split(separator: "/").last)
        #expect(causes.count == 3)
        for made in causes.prefix(2) {
            #expect(made.hasPrefix("\(program)-"), "\(made)")
            #expect(made.utf8.count <= Limits.clientBytes)
            #expect(ClientName.isMadeUp(made), "\(made)")
        }
        // Each requester counts its own requests, so each needs another name.
        #expect(Set(causes).count == 3)
        #expect(causes.last == "hall" && !ClientName.isMadeUp("hall"))
    }

    @Test(arguments: [
        ("/usr/bin/pagerctl", "pagerctl"), ("my program!", "myprogram"), ("", "swift"),
        ("/x/é", "swift"), (String(repeating: "a", count: 99), String(repeating: "a", count: 32)),
    ])
    func `A made-up name begins with the letters and digits of the program's path`(
        path: String, program: String
    ) throws {
        let name = ClientName.made(for: path)
        #expect(name.hasPrefix("\(program)-"))
        #expect(name.utf8.count <= Limits.clientBytes)
        #expect(ClientName.isMadeUp(name))
    }

    @Test(arguments: ["python-4b2c9d1e0f3a5b6c", "c-1f3-65a0b1c2-1dcd6500"])
    func `The names that other client libraries make up are known`(name: String) {
        #expect(ClientName.isMadeUp(name))
    }

    @Test(arguments: [
        "", "hall", "hall-7", "c-4", "python-hall-4b2c9d1e0f3a5b6c", "a-1-0123456789abcdef-x",
        "-1-",
        "hall-0123456789abcdef", "-7-0123456789abcdef",
    ])
    func `A name that a program has set is not taken for a made-up one`(name: String) {
        #expect(!ClientName.isMadeUp(name))
    }
}
