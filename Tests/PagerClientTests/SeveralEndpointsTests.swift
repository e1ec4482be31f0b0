import DaemonUnderTest
import PagerClient
import PagerModel
import Testing
import ZMQ

/// Daemons of which one runs at a time, on endpoints with commas between them.
@Suite struct SeveralEndpointsTests {
    @Test func `A request goes to the daemon that runs`() throws {
        let daemon = try TestDaemon()
        let absent = "ipc://\(daemon.folder)/absent"
        for endpoints in [
            "\(absent),\(daemon.address.command)", "\(daemon.address.command),\(absent)",
        ] {
            var requester = try Requester(endpoints)
            #expect(try requester.request("server.hello").result["boot"]?.string != nil)
        }
    }

    @Test func `Without any daemon the last endpoint is in the error`() throws {
        #expect {
            _ = try Requester("ipc:///tmp/pagerd-absent/1,ipc:///tmp/pagerd-absent/2")
        } throws: { error in
            "\(error)".contains("ipc:///tmp/pagerd-absent/2")
        }
    }

    @Test func `A comma in a path does not end an endpoint`() throws {
        #expect {
            _ = try Requester("ipc:///tmp/pagerd-absent/a,b")
        } throws: { error in
            "\(error)".contains("ipc:///tmp/pagerd-absent/a,b")
        }
    }

    /// A socket that accepts requests and never answers, as a daemon that is stopped.
    private struct Mute: ~Copyable {
        let endpoint: String
        private let socket: Socket

        init(in folder: String) throws {
            let endpoint = "ipc://\(folder)/test/mute"
            let socket = try Socket(Context(), .router)
            try socket.bind(endpoint)
            self.endpoint = endpoint
            self.socket = socket
        }
    }

    @Test func `A command goes to the next endpoint if the first is silent`() throws {
        let daemon = try TestDaemon()
        let mute = try Mute(in: daemon.folder)
        var requester = try Requester("\(mute.endpoint),\(daemon.address.command)")
        let create: [Value.Member] = [.init("id", "a"), .init("kind", "view")]
        let created = try requester.request("controller.create", create)
        #expect(created.result["id"]?.string == "a")
        // The requester stays with the daemon that answers.
        let next = try requester.request("window.create", [.init("id", "w")])
        #expect(next.seq > created.seq)
    }

    @Test func `A shutdown is not repeated at another endpoint`() throws {
        let daemon = try TestDaemon()
        let mute = try Mute(in: daemon.folder)
        var requester = try Requester("\(mute.endpoint),\(daemon.address.command)", timeout: 1.5)
        #expect(throws: ClientError.self) { try requester.request("server.shutdown") }
        var other = try daemon.requester()
        #expect(try other.request("server.hello").result["boot"]?.string != nil)
    }

    @Test func `A mirror follows the daemon that takes over, with another history`() throws {
        let (first, second) = (try TestDaemon(), try TestDaemon())
        second.terminate()
        let address = Address(
            command: "\(first.address.command),\(second.address.command)",
            events: "\(first.address.events),\(second.address.events)")
        var subscription = try Subscription.open(address)
        var mirror = try Mirror(&subscription)
        first.kill()
        let successor = try TestDaemon(after: second)
        var requester = try successor.requester()
        let create: [Value.Member] = [.init("id", "a"), .init("kind", "view")]
        let made = try requester.request("controller.create", create).seq
        var hasRestarted = false
        while !hasRestarted || mirror.seq < made {
            guard case .news(let news) = try subscription.next(timeout: 60) else {
                Issue.record("nothing is heard of the daemon that took over")
                return
            }
            if case .restarted(sameHistory: false, seq: _) = news { hasRestarted = true }
            _ = try mirror.take(news, from: &subscription)
        }
        #expect(MirrorTests.differences(mirror, try requester.snapshot()).isEmpty)
    }
}
