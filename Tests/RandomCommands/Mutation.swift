import Foundation

/// Random changes of bytes, reproducible by their seed.
package struct Mutation {
    private var generator: SeededGenerator

    package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// The number of changed inputs for each decoder: `PAGERD_INPUTS`, by default 20,000.
    package static let rounds =
        RandomTest.number("PAGERD_INPUTS") ?? 20_000

    package mutating func below(_ bound: Int) -> Int { Int(generator.next() >> 8) % max(bound, 1) }

    /// Bytes with a special meaning in one of the formats.
    private static let telling: [UInt8] = [0, 1, 0x22, 0x5C, 0x7B, 0x7D, 0x80, 0xC3, 0xED, 0xFF]

    /// Returns one of the inputs, changed in a few places, cut or lengthened.
    package mutating func changed(_ seeds: [[UInt8]]) -> [UInt8] {
        var bytes = seeds[below(seeds.count)]
        for _ in 0...below(4) {
            let place = below(bytes.count + 1)
            switch below(6) {
            case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
            case 1 where place < bytes.count: bytes[place] = Self.telling[below(10)]
            case 2: bytes.insert(UInt8(below(256)), at: place)
            case 3: bytes.removeSubrange(place..<min(place + below(9), bytes.count))
            case 4: bytes.insert(contentsOf: bytes[place..<min(place + 9, bytes.count)], at: place)
            case 5 where below(8) == 0: bytes.removeSubrange(place...)
            default: break
            }
        }
        return bytes
    }

    /// Removes, adds or changes a frame.
    package mutating func change(_ frames: inout [[UInt8]]) {
        let place = below(frames.count)
        switch below(4) {
        case 0 where !frames.isEmpty: frames.remove(at: place)
        case 1: frames.insert([UInt8(below(256))], at: place)
        case _ where !frames.isEmpty: frames[place] = changed([frames[place]])
        default: break
        }
    }
}
