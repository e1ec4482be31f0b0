import NIOCore
import NIOEmbedded
import Testing

@testable import PagerViewer

@Suite struct ConnectionsTests {
    private let server = WebServer(
        on: EmbeddedEventLoop(), encryption: nil, limits: ConnectionLimits(descriptors: 512))

    private func connection(_ number: Int, _ right: AccessTokens.Right? = nil) -> BrowserConnection
    {
        let connection = BrowserConnection(EmbeddedChannel(), number: number, of: server)
        connection.prove(right)
        return connection
    }

    @Test(arguments: [0, 64, 128, 256, 512, 1_024, 65_536])
    func `The limits leave room for strangers, browsers and files`(descriptors: Int) {
        let limits = ConnectionLimits(descriptors: descriptors)
        #expect(limits.strangers < limits.all / 2)
        #expect((1..<limits.strangers).contains(limits.reserved))
        #expect(limits.browsers + limits.strangers <= limits.all)
        #expect(limits.watchers < limits.browsers)
        #expect(2 * Int(limits.accepted) < limits.strangers)
        #expect(descriptors < 128 || limits.all < descriptors / 2)
        #expect(limits.all <= 256)
    }

    @Test func `Every surplus connection ends, whatever the order of arrival`() {
        var connections = Connections(ConnectionLimits(descriptors: 512))
        let limits = connections.limits
        let rights: [AccessTokens.Right?] = [nil, nil, .watch, .command]
        for number in 1...2_000 {
            let new = connection(number, rights[number * number % 7 % 4])
            connections.add(new)
            while let surplus = connections.surplus {
                #expect(surplus !== new || new.right != nil, "a new stranger can send its request")
                connections.remove(surplus)
            }
            let open = connections.all
            #expect(open.count <= limits.all)
            #expect(open.count { $0.right == nil } <= limits.strangers)
        }
    }

    @Test func `Connections with the command token leave some places to strangers`() {
        var connections = Connections(ConnectionLimits(descriptors: 512))
        let limits = connections.limits
        for number in 1...2 * limits.all {
            connections.add(connection(number, number.isMultiple(of: 2) ? .command : nil))
            while let surplus = connections.surplus { connections.remove(surplus) }
        }
        for number in 1...2 * limits.all {
            connections.add(connection(1_000 + number, .command))
            while let surplus = connections.surplus { connections.remove(surplus) }
        }
        #expect(connections.all.count { $0.right == nil } == limits.reserved)
    }

    @Test func `A listening socket pauses after an error, and then goes on`() throws {
        var errors = 0
        let channel = EmbeddedChannel(handler: AcceptErrors { _ in errors += 1 })
        func accepts() -> Bool? {
            channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value
                as? Bool
        }
        let full = IOError(errnoCode: 24, reason: "accept")
        channel.pipeline.fireErrorCaught(full)
        channel.pipeline.fireErrorCaught(full)
        #expect(errors == 2 && accepts() == false)
        channel.embeddedEventLoop.advanceTime(by: AcceptErrors.pause)
        #expect(accepts() == true)
    }

    @Test(arguments: [["full"], ["full", "closed"], (0..<40).map { "\($0)" }])
    func `Repeated errors are logged once, and then with their number at a limited rate`(
        texts: [String]
    ) {
        var errors = RepeatedErrors()
        var lines: [String] = []
        for step in 0..<1_200 {
            for text in texts {
                if let line = errors.line(text, at: Double(step) / 10) { lines.append(line) }
            }
        }
        let kinds = min(texts.count, RepeatedErrors.most + 1)
        #expect(lines.count == 2 * kinds, "in 120 seconds")
        #expect(lines[0] == texts[0])
        #expect(lines.contains("\(texts[0]) (600 times since the last report)"))
        #expect(errors.line(texts[0], at: 2_000) == "\(texts[0]) (600 times since the last report)")
        #expect(errors.line(texts[0], at: 3_000) == texts[0])
    }
}
