internal import PagerModel

/// Children or subviews, in order.
///
/// A removal from a long list leaves a gap, so that all n can go one after the other in O(n)
/// altogether. Gaps are closed when there are more gaps than handles.
struct HandleList: Sendable {
    /// `.none` is a gap; the last place is never one.
    private var places: [Handle]
    private var gaps: UInt32 = 0
    /// The place of the first handle.
    private var start: UInt32 = 0

    /// In lists of up to this many places, a removal moves the rest up instead.
    private static let dense = 32

    init(_ handles: [Handle] = []) { places = handles }

    var count: Int { places.count - Int(gaps) }
    var isEmpty: Bool { places.isEmpty }
    var first: Handle? { isEmpty ? nil : places[Int(start)] }
    var last: Handle? { places.last }

    /// The handles without the gaps. O(1) where there are no gaps.
    var all: [Handle] { gaps == 0 ? places : places.filter { !$0.isNone } }

    /// Whether there are so many gaps that `pack` is due.
    var isSparse: Bool { gaps > Self.dense && gaps > places.count / 2 }

    /// Returns the place of the new handle.
    mutating func append(_ handle: Handle) -> Int {
        places.append(handle)
        return places.count - 1
    }

    /// Returns the place of the new handle. O(places).
    mutating func insert(_ handle: Handle, at index: Int) -> Int {
        let place = place(at: index)
        places.insert(handle, at: place)
        if place < start { start = UInt32(place) }
        return place
    }

    /// The index of the handle at a place. O(1) where there are no gaps, else O(places).
    func index(at place: Int) -> Int {
        gaps == 0 ? place : places[..<place].count { !$0.isNone }
    }

    private func place(at index: Int) -> Int {
        if gaps == 0 { return index }
        var left = index
        return places.firstIndex {
            left -= $0.isNone ? 0 : 1
            return left < 0
        } ?? places.count
    }

    /// The place of a handle, searched outwards from where it may be.
    func place(of handle: Handle, near hint: Int) -> Int? { places.place(of: handle, near: hint) }

    /// Removes the handle at a place. Amortised O(1).
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
    mutating func pack() { self = HandleList(all) }

    /// The handle at an index, nil behind the end. O(1) where there are no gaps.
    func handle(at index: Int) -> Handle? {
        guard index >= 0, index < count else { return nil }
        return gaps == 0 ? places[index] : all[index]
    }

    mutating func visit(_ archive: inout Archive) {
        var handles = all
        handles.visit(&archive)
        if archive.isReading { self = HandleList(handles) }
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
