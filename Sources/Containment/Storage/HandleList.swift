internal import PagerModel

/// An ordered list of children or subviews.
///
/// A short list is one array. A removal can leave a gap, so that removing all n handles one by one
/// takes O(n) time. Gaps are closed when there are more than 32 of them and they outnumber the
/// handles. A list with more than 256 elements, gaps included, consists of chunks.
struct HandleList: Sendable {
    /// The handles, with `.none` for gaps. The last element is never a gap. Empty if there are
    /// chunks.
    private var places: [Handle]
    private var gaps: UInt32 = 0
    /// The position of the first handle in `places`.
    private var start: UInt32 = 0
    /// All chunks of a long list, as the only element of this array. The array is empty for a short
    /// list.
    private var long: [HandleChunks] = []

    /// The maximum size of a list in which a removal closes its own gap, by moving the handles
    /// after it. In a larger list, a removal leaves a gap.
    private static let dense = 32
    /// The maximum number of elements, gaps included, of a list without chunks.
    private static let longest = 256

    init(_ handles: [Handle] = []) {
        places = handles
        if places.count > Self.longest { divide() }
    }

    var count: Int { isLong ? long[0].count : places.count - Int(gaps) }
    var isEmpty: Bool { isLong ? long[0].count == 0 : places.isEmpty }
    var first: Handle? { isLong ? long[0].first : places.isEmpty ? nil : places[Int(start)] }
    var last: Handle? { isLong ? long[0].last : places.last }

    /// The handles without gaps. O(1) if there are neither gaps nor chunks.
    var all: [Handle] {
        isLong ? long[0].all : gaps == 0 ? places : places.filter { !$0.isNone }
    }

    /// All handles in order, each with its position. If a short list has gaps, the positions are
    /// only hints for `place(of:near:)`.
    var placed: HandleChunks.Moved {
        isLong ? long[0].placed : all.enumerated().map { (handle: $1, place: $0) }
    }

    /// Whether the list consists of chunks. The caller must then use the operations on long lists.
    var isLong: Bool { !long.isEmpty }

    /// Whether the list is so long that `divide` must be called before the next insertion.
    var isFull: Bool { places.count >= Self.longest }

    /// Whether the list should be compacted with `pack`. True if the list has many gaps, or if its
    /// chunks contain few handles.
    var isSparse: Bool {
        isLong
            ? long[0].count <= Self.longest / 4 : gaps > Self.dense && gaps > places.count / 2
    }

    /// Appends a handle and returns its position.
    mutating func append(_ handle: Handle) -> Int {
        places.append(handle)
        return places.count - 1
    }

    /// Inserts a handle and returns its position. O(elements).
    mutating func insert(_ handle: Handle, at index: Int) -> Int {
        let place = place(at: index)
        places.insert(handle, at: place)
        if place < start { start = UInt32(place) }
        return place
    }

    /// Returns the index of the handle at the position `place`. A position counts the gaps before
    /// the handle, and an index does not.
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

    /// Returns the position of a handle, or nil if the handle is not found. The search starts at
    /// the position `hint` and continues in both directions. In a long list, only the chunk of
    /// `hint` is searched.
    func place(of handle: Handle, near hint: Int) -> Int? {
        isLong
            ? long[0].place(of: handle, near: hint) : places.place(of: handle, near: hint)
    }

    /// Removes the handle at a position. Amortised O(1).
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

    /// Removes the gaps from a list that is one array. Converts a list in chunks to one array,
    /// unless the list has too many handles. The positions of the handles change. O(elements).
    mutating func pack() { self = HandleList(all) }

    /// Converts a list that is one array to a list in chunks. All positions change. Call `mark`
    /// afterwards for each handle that should be marked, because an array has no marks.
    mutating func divide() {
        long = [HandleChunks(all)]
        (places, gaps, start) = ([], 0, 0)
    }

    /// Returns the handle at an index, or nil beyond the end.
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

/// Operations on long lists; see `HandleChunks`.
extension HandleList {
    mutating func insert(
        _ handle: Handle, at index: Int, _ isMarked: (Handle) -> Bool
    ) -> (place: Int, moved: HandleChunks.Moved) {
        long[0].insert(handle, at: index, isMarked)
    }

    mutating func removeFromChunk(at place: Int) -> HandleChunks.Moved {
        long[0].remove(at: place)
    }

    /// Increments the count of marked handles, or decrements the count if `isMarked` is false.
    /// `endOfMarked` skips chunks whose handles are all marked. Does nothing in a short list.
    mutating func mark(_ place: Int, _ isMarked: Bool) {
        if isLong { long[0].mark(place, isMarked) }
    }

    /// The number of handles that `mark` has marked. Nil for a short list.
    var markCount: Int? { isLong ? long[0].markCount : nil }

    /// Returns the index of the first unmarked handle after a position, or the number of handles if
    /// there is none. A handle is unmarked if `isMarked` returns false for it.
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
    /// Returns the index of a handle, or nil if the array does not contain the handle. The search
    /// starts at `hint` and continues in both directions. O(distance).
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
