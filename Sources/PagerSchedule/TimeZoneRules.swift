/// The offsets of a time zone from UTC, as read from a TZif file (RFC 8536) or given by a POSIX
/// rule. An object, so that all schedules share it.
public final class TimeZoneRules: Sendable {
    public static let utc = TimeZoneRules(
        transitions: [], offsets: [], first: 0, rule: PosixTimeZone(standard: 0, summer: nil))

    /// The Unix times at which the offset from UTC changes, in ascending order.
    private let transitions: [Int]
    /// The offset from UTC after each of the `transitions`, in seconds east of UTC.
    private let offsets: [Int]
    /// The offset from UTC before the first of the `transitions`, in seconds east of UTC.
    private let first: Int
    /// The rule for the time after the last of the `transitions`. Nil if the file has no such rule.
    private let rule: PosixTimeZone?

    private init(transitions: [Int], offsets: [Int], first: Int, rule: PosixTimeZone?) {
        self.transitions = transitions
        self.offsets = offsets
        self.first = first
        self.rule = rule
    }

    /// Returns the offset at a Unix time, in seconds east of UTC. O(log transitions).
    public func offset(at time: Int) -> Int { period(at: time).offset }

    /// Returns the offset at a Unix time, in seconds east of UTC, and a later time up to which it
    /// stays the same. O(log transitions).
    func period(at time: Int) -> (offset: Int, end: Int) {
        guard let last = transitions.last, time < last else {
            return rule?.period(at: time) ?? (offsets.last ?? first, .max)
        }
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return (low == 0 ? first : offsets[low - 1], transitions[low])
    }
}

extension TimeZoneRules {
    /// The header of a block in a time zone file. It contains the number of entries of each type.
    private struct Header {
        static let length = 44
        let isNew: Bool
        let utc, standard, leaps, times, types, names: Int

        init?(_ bytes: ArraySlice<UInt8>) {
            guard bytes.count >= Self.length, bytes.starts(with: Array("TZif".utf8)) else {
                return nil
            }
            isNew = bytes[bytes.startIndex + 4] >= UInt8(ascii: "2")
            let counts = (0..<6).map { index in
                bytes.dropFirst(20 + index * 4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
            }
            guard counts.allSatisfy({ $0 <= 65_536 }), counts[4] > 0 else { return nil }
            (utc, standard, leaps) = (counts[0], counts[1], counts[2])
            (times, types, names) = (counts[3], counts[4], counts[5])
        }

        /// Returns the size of the block in bytes, without this header. `timeBytes` is the size of
        /// one time in the block.
        func size(timeBytes: Int) -> Int {
            times * (timeBytes + 1) + types * 6 + names + leaps * (timeBytes + 4) + standard + utc
        }
    }

    /// Parses the bytes of a time zone file. Returns nil if they are not in the format TZif.
    convenience init?(parsing bytes: [UInt8]) {
        guard let old = Header(bytes[...]) else { return nil }
        guard old.isNew else {
            self.init(old, bytes.dropFirst(Header.length), timeBytes: 4, footer: [])
            return
        }
        let block = bytes.dropFirst(Header.length + old.size(timeBytes: 4))
        guard let header = Header(block) else { return nil }
        let data = block.dropFirst(Header.length)
        // The rule is between two line ends.
        let footer = data.dropFirst(header.size(timeBytes: 8)).dropFirst()
        self.init(
            header, data, timeBytes: 8, footer: footer.prefix { $0 != UInt8(ascii: "\n") })
    }

    private convenience init?(
        _ header: Header, _ data: ArraySlice<UInt8>, timeBytes: Int, footer: ArraySlice<UInt8>
    ) {
        guard data.count >= header.size(timeBytes: timeBytes) else { return nil }
        func number(_ bytes: ArraySlice<UInt8>) -> Int {
            let bits = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            return timeBytes == 4 || bytes.count == 4
                ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(bitPattern: bits))
        }
        var times: [Int] = []
        for index in 0..<header.times {
            times.append(number(data.dropFirst(index * timeBytes).prefix(timeBytes)))
        }
        let kinds = data.dropFirst(header.times * timeBytes).prefix(header.times)
        let types = data.dropFirst(header.times * (timeBytes + 1)).prefix(header.types * 6)
        let ofTypes = (0..<header.types).map { number(types.dropFirst($0 * 6).prefix(4)) }
        guard kinds.allSatisfy({ Int($0) < ofTypes.count }),
            zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }),
            ofTypes.allSatisfy({ abs($0) < 26 * 3_600 })
        else { return nil }
        self.init(
            transitions: times, offsets: kinds.map { ofTypes[Int($0)] }, first: ofTypes[0],
            rule: footer.isEmpty ? nil : PosixTimeZone(String(decoding: footer, as: UTF8.self)))
    }
}

extension TimeZoneRules {
    /// Creates the rules of a time zone from a rule in the POSIX format.
    convenience init(rule: PosixTimeZone) {
        self.init(transitions: [], offsets: [], first: rule.standard, rule: rule)
    }
}
