internal import PagerModel

/// Children or subviews, in order.
///
/// A short list is one array. A removal from it leaves a gap, so that all n handles can go one after
/// the other in O(n) altogether. Gaps are closed when there are more gaps than handles. A list of
/// more than 256 places is one of chunks.
struct HandleList: Sendable {
    /// `.none` is a gap; the last place is never one. Empty where there are chunks.
    private var places: [Handle]
    private var gaps: UInt32 = 0
    /// The place of the first handle.
    private var start: UInt32 = 0
    /// The chunks of a long list; none, or one value.
    private var long: [HandleChunks] = []

    /// In lists of up to this many places, a removal moves the rest up instead.
    private static let dense = 32
    /// Places of a list without chunks, at the most.
    private static let longest = 256

    init(_ handles: [Handle] = []) {
        places = handles
        if places.count > Self.longest { divide() }
    }

    var count: Int { isLong ? long[0].count : places.count - Int(gaps) }
    var isEmpty: Bool { isLong ? long[0].count == 0 : places.isEmpty }
    var first: Handle? { isLong ? long[0].first : places.isEmpty ? nil : places[Int(start)] }
    var last: Handle? { isLong ? long[0].last : places.last }

    /// The handles without the gaps. O(1) where there are neither gaps nor chunks.
    var all: [Handle] {
        isLong ? long[0].all : gaps == 0 ? places : places.filter { !$0.isNone }
    }

    /// The handles with their places.
    var placed: HandleChunks.Moved {
        isLong ? long[0].placed : all.enumerated().map { (handle: $1, place: $0) }
    }

    /// Whether there are chunks. Then `insert` and `remove` of the chunks are to be called.
    var isLong: Bool { !long.isEmpty }

    /// Whether `divide` is due before the next handle comes.
    var isFull: Bool { places.count >= Self.longest }

    /// Whether there are so many gaps that `pack` is due, or so few handles in chunks.
    var isSparse: Bool {
        isLong
            ? long[0].count <= Self.longest / 4 : gaps > Self.dense && gaps > places.count / 2
    }

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

    /// The index of the handle at a place.
    func index(at place: Int) -> Int {
        if isLong { return long[0].index(at: place) }
        return gaps == 0 ? place : places[..<place].count { !$0.isNone }
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
    func place(of handle: Handle, near hint: Int) -> Int? {
        isLong
            ? long[0].place(of: handle, near: hint) : places.place(of: handle, near: hint)
    }

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

    /// Closes the gaps, or makes one array of the chunks. All places change. O(places).
    mutating func pack() { self = HandleList(all) }

    /// Divides the list into chunks, none of its handles marked. All places change.
    mutating func divide() {
        long = [HandleChunks(all)]
        (places, gaps, start) = ([], 0, 0)
    }

    /// The handle at an index, nil behind the end.
    func handle(at index: Int) -> Handle? {
        guard index >= 0, index < count else { return nil }
        if isLong { return long[0].handle(at: index) }
        return gaps == 0 ? places[index] : places[place(at: index)]
    }

    mutating func visit(_ archive: inout Archive) {
        var handles = all
        handles.visit(&archive)
        if archive.isReading { self = HandleList(handles) }
    }
}

/// Long lists; see `HandleChunks`.
extension HandleList {
    mutating func insert(
        _ handle: Handle, at index: Int, _ isMarked: (Handle) -> Bool
    ) -> (place: Int, moved: HandleChunks.Moved) {
        long[0].insert(handle, at: index, isMarked)
    }

    mutating func removeFromChunk(at place: Int) -> HandleChunks.Moved {
        long[0].remove(at: place)
    }

    /// Counts a handle as marked, or no longer. A short list needs no marks.
    mutating func mark(_ place: Int, _ isMarked: Bool) {
        if isLong { long[0].mark(place, isMarked) }
    }

    /// How many handles are marked, nil for a short list.
    var markCount: Int? { isLong ? long[0].markCount : nil }

    /// The index behind the marked handles that follow a place.
    func endOfMarked(after place: Int, _ isMarked: (Handle) -> Bool) -> Int {
        if isLong { return long[0].endOfMarked(after: place, isMarked) }
        var index = index(at: place) + 1
        for handle in places[(place + 1)...] where !handle.isNone {
            guard isMarked(handle) else { break }
            index += 1
        }
        return index
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
