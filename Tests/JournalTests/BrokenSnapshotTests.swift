import Containment
import Foundation
import PagerModel
import PagerWire
import RandomCommands
import SystemCalls
import Testing

@testable import PagerJournal
@testable import PagerServer

/// Tests with forged snapshots that have a valid checksum: each is refused, or restores a state in
/// which the daemon can continue. A checksum protects only against accidental damage.
@Suite struct BrokenSnapshotTests {
    /// Returns a service with running transitions, waiting commands and remembered replies.
    private static func busy(seed: UInt64) -> RecordedService {
        var swarm = Swarm(seed: seed)
        var recorded = RecordedService(clock: .manual, retaining: 40)
        for step in Swarm.prologue { _ = recorded.send(step, client: "c") }
        for number in 0..<60 {
            _ = recorded.send(swarm.next(), client: number % 8 == 0 ? "c\(number)" : nil)
        }
        return recorded
    }

    /// Returns a journal with one snapshot and a valid checksum.
    private static func sealed(_ archive: [UInt8], at time: Instant) -> [UInt8] {
        // A record is refused if it leads to another position than it claims.
        var service = Service(Service.Identity())
        let isRead = archive.withUnsafeBytes { bytes in
            (try? Archive.reading(bytes) { service.visit(&$0) }) != nil
        }
        var bytes: [UInt8] = []
        let point = isRead ? service.point : StatePoint(seq: 1, revision: 1)
        JournalRecord.append(.snapshot, at: time, point, to: &bytes) { $0 += archive }
        return bytes
    }

    /// Replaces the eight bytes at an offset with another number.
    private static func forged(_ bytes: [UInt8], at place: Int, _ number: Int) -> [UInt8] {
        var bytes = bytes
        for index in 0..<min(8, bytes.count - place) {
            bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
        }
        return bytes
    }

    private static let numbers: [Int] = [
        -1, .min, .max, .max - 1, 1 << 62, 1 << 53, 1 << 32, 1 << 31, 0, 1_000,
    ]

    /// Whether the snapshot is refused; otherwise a daemon continues with it.
    private static func isRefused(_ archive: [UInt8], seed: UInt64, at time: Instant) -> Bool {
        guard var restored = try? RecordedService(sealed(archive, at: time), clock: .manual)
        else { return true }
        restored.restart(after: 1)
        _ = restored.picture()
        var swarm = Swarm(seed: seed)
        for _ in 0..<4 { _ = restored.send(swarm.next(), client: "c") }
        restored.send("clock.advance", ["seconds": 100])
        restored.takeSnapshot()
        return false
    }

    @Test func `A snapshot with a forged number is refused or does not crash the daemon`() {
        let seeds = RandomTest.seeds(4)
        let mutations = RandomTest.number("PAGERD_MUTATIONS") ?? 150
        var refused = 0
        print("forged numbers, first seed \(seeds[0])")
        for seed in seeds {
            let recorded = Self.busy(seed: seed)
            var service = recorded.service
            let bytes = Archive.writing { service.visit(&$0) }
            var random = SeededGenerator(seed: seed)
            for mutation in 0..<mutations {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let number = random.pick(Self.numbers)
                if RandomTest.number("PAGERD_TRACE") != nil { print(seed, mutation, place, number) }
                let forged = Self.forged(bytes, at: place, number)
                if Self.isRefused(forged, seed: seed, at: recorded.time) { refused += 1 }
            }
        }
        #expect(refused > mutations)
    }

    @Test(arguments: [Int64.min, -1, .max, 1 << 62 + 1])
    func `A record at an impossible time is damaged`(nanoseconds: Int64) {
        var bytes: [UInt8] = []
        let time = Instant(nanoseconds: nanoseconds)
        JournalRecord.append(.deadlines, at: time, StatePoint(seq: 0, revision: 0), to: &bytes) {
            _ in
        }
        #expect(throws: JournalRecord.Fault.damaged) {
            try JournalRecord(in: FileBytes(bytes), at: 0)
        }
    }
}
