import Testing

@testable import PagerViewer

@Suite struct ConnectionWatchTests {
    private let watch = ConnectionWatch()

    private func connection(_ port: UInt16, _ received: UInt64) -> LocalSockets.Connection {
        .init(
            descriptor: Int32(port), peer: Peer(address: "127.0.0.1", port: port),
            received: received)
    }

    private func judge(_ connections: LocalSockets.Connection..., at time: Double) -> [Int32] {
        watch.judge(connections, at: time).map(\.descriptor)
    }

    @Test func aRequestThatIsTooLongEndsItsConnectionAlone() {
        let longest = ConnectionWatch.longestRequest
        #expect(judge(connection(1, longest), connection(2, 9), at: 0) == [])
        #expect(judge(connection(1, longest + 1), connection(2, 9), at: 1) == [1])
    }

    @Test func manyShortRequestsAreNoLongOne() {
        for round in 1...100 {
            watch.heard(Peer(address: "127.0.0.1", port: 1))
            #expect(judge(connection(1, UInt64(round) * 60_000), at: Double(round)) == [])
        }
    }

    @Test func aMessageMayBeLongerThanARequest() {
        let peer = Peer(address: "127.0.0.1", port: 1)
        watch.heard(peer, isConversation: true)
        #expect(judge(connection(1, 400), at: 0) == [])
        let longest = ConnectionWatch.longestMessage
        #expect(judge(connection(1, 400 + longest), at: 1) == [])
        #expect(judge(connection(1, 401 + longest), at: 2) == [1])
        watch.heard(peer, isConversation: true)
        #expect(judge(connection(1, 401 + longest), at: 3) == [])
    }

    @Test func whoNeverAsksIsSentAway() {
        #expect(judge(connection(1, 20), at: 0) == [])
        #expect(judge(connection(1, 30), at: ConnectionWatch.patience) == [])
        #expect(judge(connection(1, 40), at: ConnectionWatch.patience + 1) == [1])
    }

    @Test func whoHasAskedMayRest() {
        watch.heard(Peer(address: "127.0.0.1", port: 1))
        #expect(judge(connection(1, 20), at: 0) == [])
        #expect(judge(connection(1, 20), at: 10_000) == [])
    }

    @Test func aConnectionThatComesDuringALookIsNotForgotten() {
        watch.heard(Peer(address: "127.0.0.1", port: 1))
        #expect(judge(at: 0) == [])
        #expect(judge(connection(1, 20), at: 1) == [])
        #expect(judge(connection(1, 20), at: 10_000) == [])
    }

    @Test func aPortThatIsUsedAgainBeginsAnew() {
        watch.heard(Peer(address: "127.0.0.1", port: 1))
        _ = judge(connection(1, 20), at: 0)
        _ = judge(at: 1)
        _ = judge(at: 2)
        #expect(judge(connection(1, 5), at: 3) == [])
        #expect(judge(connection(1, 5), at: 100) == [1])
    }

    @Test func ofTooManyTheLongestSilentEndFirst() {
        let most = UInt16(ConnectionWatch.mostConnections)
        let first = Peer(address: "127.0.0.1", port: 1)
        watch.heard(first, isConversation: true)
        let before = (1...most).map { connection($0, 0) }
        #expect(watch.judge(before, at: 0).isEmpty)
        let after = before + [connection(most + 1, 0), connection(most + 2, 0)]
        watch.heard(Peer(address: "127.0.0.1", port: 2))
        let ended = watch.judge(after, at: 5).map(\.descriptor)
        #expect(ended.count == 2)
        #expect(ended.allSatisfy { (3...Int32(most)).contains($0) })
    }
}
