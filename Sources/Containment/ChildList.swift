internal import PagerModel

/// The children of a controller, in order.
///
/// Removing a child from a long list leaves a gap, so that n children can leave one after the
/// other in O(n) altogether. Gaps are closed when there are more gaps than children.
struct ChildList: Sendable {
    /// `.none` is a gap; the last place is never one.
    private var places: [Handle]
    private var gaps: UInt32 = 0
    /// The place of the first child.
    private var start: UInt32 = 0

    /// In lists of up to this many places, a removal moves the rest up instead.
    private static let dense = 32

    init(_ children: [Handle] = []) { places = children }

    var count: Int { places.count - Int(gaps) }
    var isEmpty: Bool { places.isEmpty }
    var first: Handle? { isEmpty ? nil : places[Int(start)] }
    var last: Handle? { places.last }

    /// The children without the gaps. O(1) where there are no gaps.
    var all: [Handle] { gaps == 0 ? places : places.filter { !$0.isNone } }

    /// Whether there are so many gaps that `pack` is due.
    var isSparse: Bool { gaps > Self.dense && gaps > places.count / 2 }

    /// Returns the place of the new child.
    mutating func append(_ child: Handle) -> Int {
        places.append(child)
        return places.count - 1
    }

    /// The place of a child, searched outwards from where it may be.
    func place(of child: Handle, near hint: Int) -> Int? { places.place(of: child, near: hint) }

    /// Removes the child at a place. Amortised O(1).
    mutating func remove(at place: Int) {
        if gaps == 0, places.count <= Self.dense || place == places.count - 1 {
            places.remove(at: place)
            return
        }
        places[place] = .none
        gaps += 1
        while let last = places.last, last.isNone {
            places.removeLast()
            gaps -= 1
        }
        if places.isEmpty {
            start = 0
            return
        }
        while places[Int(start)].isNone { start += 1 }
    }

    /// Closes the gaps. O(places).
    mutating func pack() { self = ChildList(all) }

    /// The child at an index, nil behind the end. O(1) where there are no gaps.
    func child(at index: Int) -> Handle? {
        guard index >= 0, index < count else { return nil }
        return gaps == 0 ? places[index] : all[index]
    }

    mutating func visit(_ archive: inout Archive) {
        var children = all
        children.visit(&archive)
        if archive.isReading { self = ChildList(children) }
    }
}

extension Array where Element == Handle {
    /// The index of a handle, searched outwards from where it may be. O(distance).
    func place(of handle: Handle, near hint: Int) -> Int? {
        if hint < count, self[hint] == handle { return hint }
        var (low, high) = (Swift.min(hint, count) - 1, Swift.min(hint, count))
        while low >= 0 || high < count {
            if low >= 0 {
                if self[low] == handle { return low }
                low -= 1
            }
            if high < count {
                if self[high] == handle { return high }
                high += 1
            }
        }
        return nil
    }
}
