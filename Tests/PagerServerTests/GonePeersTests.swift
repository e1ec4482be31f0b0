import Glibc
import PagerModel
import Testing

@testable import PagerServer

/// Tests of the bookkeeping about peers that are gone.
@Suite struct GonePeersTests {
    /// A connection whose other end is closed.
    private let closed: Int32
    private var peers = GonePeers()

    init() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        close(ends[1])
        closed = ends[0]
    }

    /// Leaves requests for another turn.
    private mutating func fallBehind() {
        for _ in 0..<2 { peers.beginTurn() }
    }

    /// Whether a request of a peer is dropped.
    private mutating func isDropped(
        _ routing: [UInt8], on descriptor: Int32?, number: Int
    ) -> Bool {
        peers.isSpent(routing, on: descriptor, number: number)
    }

    @Test mutating func `The kernel is asked only while requests are left over`() {
        defer { close(closed) }
        peers.beginTurn()
        let first = isDropped([0, 1], on: closed, number: 1)
        #expect(!first && !peers.contains([0, 1]))
        peers.beginTurn()
        let second = isDropped([0, 1], on: closed, number: 1)
        #expect(!second && peers.contains([0, 1]))
        peers.forget()
        #expect(!peers.contains([0, 1]))
    }

    @Test mutating func `A gone peer has a number of requests left`() {
        defer { close(closed) }
        fallBehind()
        let answered = (0..<Limits.waitingRequests + 5).map { _ in
            !isDropped([0, 1], on: closed, number: 1)
        }
        #expect(answered.filter { $0 }.count == Limits.waitingRequests)
        // Another connection with its descriptor does not bring them back.
        let later = isDropped([0, 1], on: nil, number: 2)
        #expect(later)
    }

    @Test mutating func `A peer with a routing id that a gone peer had chosen is another one`() {
        close(closed)
        let name = Array("same".utf8)
        peers.insert(name, number: 1)
        #expect(peers.contains(name))
        let isHeirDropped = isDropped(name, on: nil, number: 2)
        #expect(!isHeirDropped && !peers.contains(name))
    }
}
