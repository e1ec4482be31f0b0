extension Archive {
    @inlinable
    public mutating func visit<T: Archived>(_ value: inout T) { value.visit(&self) }

    @inlinable
    public mutating func visit<T: Archived>(_ value: inout T?) {
        var isThere = value != nil
        visit(&isThere)
        guard isThere else {
            if isReading { value = nil }
            return
        }
        var some = value ?? T()
        some.visit(&self)
        if isReading { value = some }
    }

    /// Writes or reads a value that usually equals `standard`. A value that equals `standard` takes
    /// one byte.
    @inlinable
    public mutating func visit<T: Archived & Equatable>(_ value: inout T, mostly standard: T) {
        var isStandard = value == standard
        visit(&isStandard)
        if !isStandard {
            value.visit(&self)
        } else if isReading {
            value = standard
        }
    }

    /// Writes or reads an enumeration or an option set as its raw value.
    @inlinable
    public mutating func visit<T: RawRepresentable>(_ value: inout T) where T.RawValue: Archived {
        var raw = value.rawValue
        raw.visit(&self)
        guard isReading, problem == nil else { return }
        if let known = T(rawValue: raw) {
            value = known
        } else {
            fail("\(raw) is not a valid \(T.self)")
        }
    }

    /// Writes or reads a dictionary in ascending order of its keys.
    @inlinable
    public mutating func visit<Key: Archived & Comparable, T: Archived>(
        _ dictionary: inout [Key: T]
    ) {
        visit(&dictionary, by: <, new: T()) { value, archive in value.visit(&archive) }
    }

    /// Writes or reads a dictionary. `areInOrder` defines the order of the keys, and `body` writes
    /// or reads each value.
    @inlinable
    public mutating func visit<Key: Archived, T>(
        _ dictionary: inout [Key: T], by areInOrder: (Key, Key) -> Bool, new: @autoclosure () -> T,
        _ body: (inout T, inout Archive) -> Void
    ) {
        let count = count(dictionary.count)
        guard isReading else {
            for var (key, value) in dictionary.sorted(by: { areInOrder($0.key, $1.key) }) {
                Self.element(&self) { archive in
                    key.visit(&archive)
                    body(&value, &archive)
                }
            }
            return
        }
        dictionary = [:]
        var last: Key?
        for _ in 0..<count where problem == nil {
            var key = Key()
            var value = new()
            Self.element(&self) { archive in
                key.visit(&archive)
                body(&value, &archive)
            }
            // This check also finds duplicate keys.
            require(last.map { areInOrder($0, key) } ?? true, "the keys are not in ascending order")
            last = key
            dictionary[key] = value
        }
    }

    /// Writes or reads an array. `body` writes or reads each element.
    @inlinable
    public mutating func visit<T>(
        _ elements: inout [T], new: @autoclosure () -> T, _ body: (inout T, inout Archive) -> Void
    ) {
        let count = count(elements.count)
        visit(&elements, count: count, new: new(), body)
    }

    @inlinable
    mutating func visit<T>(
        _ elements: inout [T], count: Int, new: @autoclosure () -> T,
        _ body: (inout T, inout Archive) -> Void
    ) {
        guard isReading else {
            // `body` gets copies, because a value must not change while it is written.
            for var value in elements { Self.element(&self) { body(&value, &$0) } }
            return
        }
        elements = []
        // The array reserves no more memory than the remaining bytes could fill.
        elements.reserveCapacity(min(count, (end - offset) / max(1, MemoryLayout<T>.stride)))
        for _ in 0..<count where problem == nil {
            var value = new()
            Self.element(&self) { body(&value, &$0) }
            elements.append(value)
        }
    }

    /// Writes or reads one element of a collection. An element without bytes is written as a zero
    /// byte, so that the number of elements never exceeds the number of remaining bytes.
    @inlinable
    static func element(_ archive: inout Archive, _ body: (inout Archive) -> Void) {
        let start = archive.offset
        body(&archive)
        guard archive.offset == start else { return }
        var nothing: UInt8 = 0
        archive.bytes(of: &nothing)
    }

    /// Writes or reads the index of a transition style.
    public mutating func visit(style: inout Int) {
        style.visit(&self)
        require((0..<styles).contains(style), "there is no style with the index \(style)")
    }

    /// Writes or reads a counter, which must be between 0 and 2^53 so that later increments cannot
    /// overflow.
    public mutating func visit(counter: inout Int) {
        counter.visit(&self)
        require(
            (0...Self.mostCounted).contains(counter),
            "a counter must be between 0 and 2^53, got \(counter)")
    }

    /// Writes or reads an unsigned counter, which must be between 0 and 2^53.
    public mutating func visit(counter: inout UInt64) {
        counter.visit(&self)
        require(
            counter <= UInt64(Self.mostCounted),
            "a counter must be between 0 and 2^53, got \(counter)")
    }

    /// Writes or reads the time of a clock, which must be at most `Instant.latest`.
    public mutating func visit(clock: inout Instant) {
        clock.visit(&self)
        require(
            clock <= .latest,
            "the clock must be at most at \(Instant.latest.seconds) s, got \(clock.seconds)")
    }

    private static var mostCounted: Int { 1 << 53 }

    /// Writes `number`, or reads a number that must equal it, such as a format version.
    ///
    /// - Parameter name: The name of the number, such as `release of iOS`, for the error message.
    public mutating func expect(_ number: Int, _ name: String) {
        var found = number
        found.visit(&self)
        require(found == number, "the \(name) is \(found), not \(number)")
    }
}

extension Archived {
    @inlinable
    public static func visit(_ elements: inout [Self], count: Int, _ archive: inout Archive) {
        archive.visit(&elements, count: count, new: Self()) { $0.visit(&$1) }
    }
}
