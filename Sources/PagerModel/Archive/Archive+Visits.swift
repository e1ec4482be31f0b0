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

    /// A value that is most often another one, which then takes one byte.
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

    /// An enumeration or a set of options, by its raw value.
    @inlinable
    public mutating func visit<T: RawRepresentable>(_ value: inout T) where T.RawValue: Archived {
        var raw = value.rawValue
        raw.visit(&self)
        guard isReading, problem == nil else { return }
        if let known = T(rawValue: raw) {
            value = known
        } else {
            fail("\(raw) is no \(T.self)")
        }
    }

    /// A dictionary in the order of its keys.
    @inlinable
    public mutating func visit<Key: Archived & Comparable, T: Archived>(
        _ dictionary: inout [Key: T]
    ) {
        visit(&dictionary, by: <, new: T()) { value, archive in value.visit(&archive) }
    }

    /// A dictionary in an order of its keys, its values visited by the body.
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
            // Also says that no key stands there twice.
            require(last.map { areInOrder($0, key) } ?? true, "the keys are in no order")
            last = key
            dictionary[key] = value
        }
    }

    /// An array whose elements are visited by the body.
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
            // Copies: the body could change what is only to be written.
            for var value in elements { Self.element(&self) { body(&value, &$0) } }
            return
        }
        elements = []
        // No more memory at once than the bytes that are there would fill.
        elements.reserveCapacity(min(count, (end - offset) / max(1, MemoryLayout<T>.stride)))
        for _ in 0..<count where problem == nil {
            var value = new()
            Self.element(&self) { body(&value, &$0) }
            elements.append(value)
        }
    }

    /// One of counted elements. One that takes no bytes is a zero, so that a count can never be
    /// above the bytes that are left.
    @inlinable
    static func element(_ archive: inout Archive, _ body: (inout Archive) -> Void) {
        let start = archive.offset
        body(&archive)
        guard archive.offset == start else { return }
        var nothing: UInt8 = 0
        archive.bytes(of: &nothing)
    }

    /// The index of a style of transitions.
    public mutating func visit(style: inout Int) {
        style.visit(&self)
        require((0..<styles).contains(style), "there is no style \(style)")
    }

    /// A number that counts something: 0, or above, with room for as many again as a journal can
    /// ever count.
    public mutating func visit(counter: inout Int) {
        counter.visit(&self)
        require((0...Self.mostCounted).contains(counter), "\(counter) counts nothing")
    }

    /// The same of another type.
    public mutating func visit(counter: inout UInt64) {
        counter.visit(&self)
        require(counter <= UInt64(Self.mostCounted), "\(counter) counts nothing")
    }

    /// The time of a clock, which can still go on for long.
    public mutating func visit(clock: inout Instant) {
        clock.visit(&self)
        require(clock <= .latest, "the clock stands at \(clock.seconds) s")
    }

    private static var mostCounted: Int { 1 << 53 }

    /// A number that must be the one that is expected here, such as a version.
    ///
    /// - Parameter name: what it is, for the problem.
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
