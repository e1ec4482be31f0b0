internal import PagerModel

/// An ordered list of children or subviews.
///
/// A short list is one array. A removal can leave a gap, so that removing all n handles one by one
/// takes O(n) time. Gaps are closed when there are more than 32 of them and they outnumber the
/// handles. A list with more than 256 elements, gaps included, consists of chunks.
struct HandleList: Sendable {
    /// The handles, with `.none` for gaps. The last element is never a gap. Empty if there are
    /// chunks.
    private var handles: [Handle]
    private var gaps: UInt32 = 0
    /// The position of the first handle in `handles`.
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
        self.handles = handles
        if handles.count > Self.longest { divide() }
    }

    var count: Int { isLong ? long[0].count : handles.count - Int(gaps) }
    var isEmpty: Bool { isLong ? long[0].count == 0 : handles.isEmpty }
    var first: Handle? { isLong ? long[0].first : handles.isEmpty ? nil : handles[Int(start)] }
    var last: Handle? { isLong ? long[0].last : handles.last }

    /// The handles without gaps. O(1) if there are neither gaps nor chunks.
    var all: [Handle] {
        isLong ? long[0].all : gaps == 0 ? handles : handles.filter { !$0.isNone }
    }

    /// All handles in order, each with its position. If a short list has gaps, the positions are
    /// only hints for `position(of:near:)`.
    var positions: HandleChunks.Moved {
        isLong ? long[0].positions : all.enumerated().map { (handle: $1, position: $0) }
    }

    /// Whether the list consists of chunks. The caller must then use the operations on long lists.
    var isLong: Bool { !long.isEmpty }

    /// Whether the list is so long that `divide` must be called before the next insertion.
    var isFull: Bool { handles.count >= Self.longest }

    /// Whether the list should be compacted with `pack`. True if the list has many gaps, or if its
    /// chunks contain few handles.
    var isSparse: Bool {
        isLong
            ? long[0].count <= Self.longest / 4 : gaps > Self.dense && gaps > handles.count / 2
    }

    /// Appends a handle and returns its position.
    mutating func append(_ handle: Handle) -> Int {
        handles.append(handle)
        return handles.count - 1
    }

    /// Inserts a handle and returns its position. O(elements).
    mutating func insert(_ handle: Handle, at index: Int) -> Int {
        let position = position(at: index)
        handles.insert(handle, at: position)
        if position < start { start = UInt32(position) }
        return position
    }

    /// Returns the index of the handle at a position. A position counts the gaps before
    /// the handle, and an index does not.
    func index(at position: Int) -> Int {
        if isLong { return long[0].index(at: position) }
        return gaps == 0 ? position : handles[..<position].count { !$0.isNone }
    }

    private func position(at index: Int) -> Int {
        if gaps == 0 { return index }
        var left = index
        return handles.firstIndex {
            left -= $0.isNone ? 0 : 1
            return left < 0
        } ?? handles.count
    }

    /// Returns the position of a handle, or nil if the handle is not found. The search starts at
    /// the position `hint` and continues in both directions. In a long list, only the chunk of
    /// `hint` is searched.
    func position(of handle: Handle, near hint: Int) -> Int? {
        isLong
            ? long[0].position(of: handle, near: hint) : handles.position(of: handle, near: hint)
    }

    /// Removes the handle at a position. Amortised O(1).
    mutating func remove(at position: Int) {
        if gaps == 0, handles.count <= Self.dense || position == handles.count - 1 {
            handles.remove(at: position)
            return
        }
        handles[position] = .none
        gaps += 1
        while let last = handles.last, last.isNone {
            handles.removeLast()
            gaps -= 1
        }
        if handles.isEmpty {
            start = 0
            return
        }
        while handles[Int(start)].isNone { start += 1 }
    }

    /// Removes the gaps from a list that is one array. Converts a list in chunks to one array,
    /// unless the list has too many handles. The positions of the handles change. O(elements).
    mutating func pack() { self = HandleList(all) }

    /// Converts a list that is one array to a list in chunks. All positions change. Call `mark`
    /// afterwards for each handle that should be marked, because an array has no marks.
    mutating func divide() {
        long = [HandleChunks(all)]
        (handles, gaps, start) = ([], 0, 0)
    }

    /// Returns the handle at an index, or nil beyond the end.
    func handle(at index: Int) -> Handle? {
        guard index >= 0, index < count else { return nil }
        if isLong { return long[0].handle(at: index) }
        return gaps == 0 ? handles[index] : handles[position(at: index)]
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
    ) -> (position: Int, moved: HandleChunks.Moved) {
        long[0].insert(handle, at: index, isMarked)
    }

    mutating func removeFromChunk(at position: Int) -> HandleChunks.Moved {
        long[0].remove(at: position)
    }

    /// Increments the count of marked handles, or decrements the count if `isMarked` is false.
    /// `endOfMarked` skips chunks whose handles are all marked. Does nothing in a short list.
    mutating func mark(_ position: Int, _ isMarked: Bool) {
        if isLong { long[0].mark(position, isMarked) }
    }

    /// The number of handles that `mark` has marked. Nil for a short list.
    var markCount: Int? { isLong ? long[0].markCount : nil }

    /// Returns the index of the first unmarked handle after a position, or the number of handles if
    /// there is none. A handle is unmarked if `isMarked` returns false for it.
    func endOfMarked(after position: Int, _ isMarked: (Handle) -> Bool) -> Int {
        if isLong { return long[0].endOfMarked(after: position, isMarked) }
        var index = index(at: position) + 1
        for handle in handles[(position + 1)...] where !handle.isNone {
            guard isMarked(handle) else { break }
            index += 1
        }
        return index
    }
}

extension Array where Element == Handle {
    /// Returns the index of a handle, or nil if the array does not contain the handle. The search
    /// starts at `hint` and continues in both directions. O(distance).
    func position(of handle: Handle, near hint: Int) -> Int? {
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

/// An ordered list for many handles (references to controllers or views), stored in chunks of fewer
/// than 128 handles.
///
/// The position of a handle combines the number of its chunk and its offset in the chunk. A chunk
/// keeps its number, so a handle is found by a search of one chunk, even after other handles were
/// inserted or removed. An insertion or removal takes O(number of chunks).
struct HandleChunks: Sendable {
    /// Handles that were moved to another chunk, with their new positions.
    typealias Moved = [(handle: Handle, position: Int)]

    /// The chunks in order. A chunk is empty only if it is the only one.
    private var chunks: [[Handle]] = []
    /// The number of handles in each chunk, in the order of `chunks`.
    private var counts: [Int] = []
    /// For each chunk, in the order of `chunks`, the number of its handles that `mark` has marked.
    private var marks: [Int] = []
    /// The number that identifies each chunk, in the order of `chunks`. The stored position of a
    /// handle contains the number of its chunk, because the index of a chunk can change.
    private var numbers: [Int] = []
    /// The index of each chunk in `chunks`, by the chunk's number. -1 for a number that is not in
    /// use.
    private var indexes: [Int] = []
    /// The chunk numbers that are not in use.
    private var free: [Int] = []
    private(set) var count = 0

    private static let largest = 128
    /// The limit for merging chunks: after a removal, two neighbouring chunks are merged if they
    /// contain at most this number of handles together.
    private static let mergeable = 48

    init(_ handles: [Handle]) {
        let size = Self.largest / 2
        for start in stride(from: 0, to: max(handles.count, 1), by: size) {
            insert(
                chunk: Array(handles[start..<min(start + size, handles.count)]), at: chunks.count)
        }
        count = handles.count
    }

    var all: [Handle] {
        var all: [Handle] = []
        all.reserveCapacity(count)
        for chunk in chunks { all += chunk }
        return all
    }

    var first: Handle? { chunks[0].first }
    var last: Handle? { chunks[chunks.count - 1].last }

    /// All handles with their positions.
    var positions: Moved { chunks.indices.flatMap { positions(in: $0) } }

    // MARK: Positions

    /// Returns the position of a handle. Searches only the chunk that the position `hint` belongs
    /// to, and returns nil if this chunk does not contain the handle.
    func position(of handle: Handle, near hint: Int) -> Int? {
        let number = hint / Self.largest
        guard indexes.indices.contains(number), indexes[number] >= 0,
            let offset = chunks[indexes[number]].position(of: handle, near: hint % Self.largest)
        else { return nil }
        return number * Self.largest + offset
    }

    func index(at position: Int) -> Int {
        let chunk = indexes[position / Self.largest]
        return counts[..<chunk].reduce(0, +) + position % Self.largest
    }

    func handle(at index: Int) -> Handle {
        let (chunk, offset) = chunk(of: index)
        return chunks[chunk][offset]
    }

    /// Returns the chunk that contains an index, and the offset of the index in this chunk. An
    /// index at the end of a chunk belongs to the next chunk.
    private func chunk(of index: Int) -> (chunk: Int, offset: Int) {
        var left = index
        for (chunk, count) in counts.enumerated() {
            if left < count { return (chunk, left) }
            left -= count
        }
        return (chunks.count - 1, counts[chunks.count - 1])
    }

    private func position(_ chunk: Int, _ offset: Int) -> Int {
        numbers[chunk] * Self.largest + offset
    }

    private func positions(in chunk: Int) -> Moved {
        chunks[chunk].enumerated().map { (handle: $1, position: position(chunk, $0)) }
    }

    // MARK: Changes

    /// Inserts an unmarked handle. Returns the handle's position, and the handles that were moved
    /// to another chunk. The function `isMarked` returns whether a handle of the list is marked.
    mutating func insert(
        _ handle: Handle, at index: Int, _ isMarked: (Handle) -> Bool
    ) -> (position: Int, moved: Moved) {
        var (chunk, offset) =
            index == count
            ? (chunks.count - 1, counts[chunks.count - 1]) : chunk(of: index)
        var moved: Moved = []
        if counts[chunk] == Self.largest - 1 {
            // A list that grows at its end leaves full chunks behind.
            let rest = index == count ? counts[chunk] : Self.largest / 2
            moved = halve(chunk, at: rest, isMarked)
            if offset >= rest { (chunk, offset) = (chunk + 1, offset - rest) }
        }
        chunks[chunk].insert(handle, at: offset)
        counts[chunk] += 1
        count += 1
        return (position(chunk, offset), moved)
    }

    /// Removes the handle at a position. The handle must not be marked. Returns the handles that
    /// were moved to another chunk.
    mutating func remove(at position: Int) -> Moved {
        let chunk = indexes[position / Self.largest]
        chunks[chunk].remove(at: position % Self.largest)
        counts[chunk] -= 1
        count -= 1
        if counts[chunk] == 0, chunks.count > 1 {
            remove(chunk: chunk)
            return []
        }
        for left in [chunk - 1, chunk] where left >= 0 && left + 1 < chunks.count {
            if counts[left] + counts[left + 1] <= Self.mergeable { return merge(left) }
        }
        return []
    }

    /// Splits a chunk: moves the handles at and after `offset` to a new chunk that follows it.
    /// Returns the moved handles with their new positions.
    private mutating func halve(
        _ chunk: Int, at offset: Int, _ isMarked: (Handle) -> Bool
    ) -> Moved {
        let rest = Array(chunks[chunk][offset...])
        chunks[chunk].removeSubrange(offset...)
        counts[chunk] = offset
        insert(chunk: rest, at: chunk + 1)
        if marks[chunk] > 0 {
            marks[chunk + 1] = rest.count(where: isMarked)
            marks[chunk] -= marks[chunk + 1]
        }
        return positions(in: chunk + 1)
    }

    /// Merges a chunk with the next one, and removes the next one. Returns the handles that the
    /// next chunk contained, with their new positions.
    private mutating func merge(_ chunk: Int) -> Moved {
        let old = counts[chunk]
        chunks[chunk] += chunks[chunk + 1]
        counts[chunk] += counts[chunk + 1]
        marks[chunk] += marks[chunk + 1]
        remove(chunk: chunk + 1)
        return Array(positions(in: chunk)[old...])
    }

    private mutating func insert(chunk: [Handle], at index: Int) {
        let number = free.popLast() ?? indexes.count
        if number == indexes.count { indexes.append(-1) }
        chunks.insert(chunk, at: index)
        counts.insert(chunk.count, at: index)
        marks.insert(0, at: index)
        numbers.insert(number, at: index)
        for later in index..<numbers.count { indexes[numbers[later]] = later }
    }

    private mutating func remove(chunk index: Int) {
        let number = numbers[index]
        chunks.remove(at: index)
        counts.remove(at: index)
        marks.remove(at: index)
        numbers.remove(at: index)
        indexes[number] = -1
        free.append(number)
        for later in index..<numbers.count { indexes[numbers[later]] = later }
    }

    // MARK: Marks

    /// Increments the count of marked handles in the chunk that contains a position, or
    /// decrements the count if `isMarked` is false. `endOfMarked` skips chunks whose handles are
    /// all marked.
    mutating func mark(_ position: Int, _ isMarked: Bool) {
        marks[indexes[position / Self.largest]] += isMarked ? 1 : -1
    }

    /// Returns the index of the first unmarked handle after a position, or the number of handles if
    /// there is none. A handle is unmarked if `isMarked` returns false for it.
    func endOfMarked(after position: Int, _ isMarked: (Handle) -> Bool) -> Int {
        var chunk = indexes[position / Self.largest]
        var offset = position % Self.largest + 1
        var index = counts[..<chunk].reduce(0, +)
        while true {
            if let end = chunks[chunk][offset...].firstIndex(where: { !isMarked($0) }) {
                return index + end
            }
            repeat {
                index += counts[chunk]
                chunk += 1
                if chunk == chunks.count { return index }
            } while marks[chunk] == counts[chunk]
            offset = 0
        }
    }

    /// The number of handles that `mark` has marked.
    var markCount: Int { marks.reduce(0, +) }
}
