internal import PagerModel

/// An ordered list for many handles (references to controllers or views), stored in chunks of fewer
/// than 128 handles.
///
/// The position of a handle combines the number of its chunk and its offset in the chunk. A chunk
/// keeps its number, so a handle is found by a search of one chunk, even after other handles were
/// inserted or removed. An insertion or removal takes O(number of chunks).
struct HandleChunks: Sendable {
    /// Handles that were moved to another chunk, with their new positions.
    typealias Moved = [(handle: Handle, place: Int)]

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
    var placed: Moved { chunks.indices.flatMap { placed(in: $0) } }

    // MARK: Places

    /// Returns the position of a handle. Searches only the chunk that the position `hint` belongs
    /// to, and returns nil if this chunk does not contain the handle.
    func place(of handle: Handle, near hint: Int) -> Int? {
        let number = hint / Self.largest
        guard indexes.indices.contains(number), indexes[number] >= 0,
            let offset = chunks[indexes[number]].place(of: handle, near: hint % Self.largest)
        else { return nil }
        return number * Self.largest + offset
    }

    func index(at place: Int) -> Int {
        let chunk = indexes[place / Self.largest]
        return counts[..<chunk].reduce(0, +) + place % Self.largest
    }

    func handle(at index: Int) -> Handle {
        let (chunk, offset) = position(of: index)
        return chunks[chunk][offset]
    }

    /// Returns the chunk that contains an index, and the offset of the index in this chunk. An
    /// index at the end of a chunk belongs to the next chunk.
    private func position(of index: Int) -> (chunk: Int, offset: Int) {
        var left = index
        for (chunk, count) in counts.enumerated() {
            if left < count { return (chunk, left) }
            left -= count
        }
        return (chunks.count - 1, counts[chunks.count - 1])
    }

    private func place(_ chunk: Int, _ offset: Int) -> Int {
        numbers[chunk] * Self.largest + offset
    }

    private func placed(in chunk: Int) -> Moved {
        chunks[chunk].enumerated().map { (handle: $1, place: place(chunk, $0)) }
    }

    // MARK: Changes

    /// Inserts an unmarked handle. Returns the handle's position, and the handles that were moved
    /// to another chunk. The function `isMarked` returns whether a handle of the list is marked.
    mutating func insert(
        _ handle: Handle, at index: Int, _ isMarked: (Handle) -> Bool
    ) -> (place: Int, moved: Moved) {
        var (chunk, offset) =
            index == count
            ? (chunks.count - 1, counts[chunks.count - 1]) : position(of: index)
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
        return (place(chunk, offset), moved)
    }

    /// Removes the handle at a position. The handle must not be marked. Returns the handles that
    /// were moved to another chunk.
    mutating func remove(at place: Int) -> Moved {
        let chunk = indexes[place / Self.largest]
        chunks[chunk].remove(at: place % Self.largest)
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
        return placed(in: chunk + 1)
    }

    /// Merges a chunk with the next one, and removes the next one. Returns the handles that the
    /// next chunk contained, with their new positions.
    private mutating func merge(_ chunk: Int) -> Moved {
        let old = counts[chunk]
        chunks[chunk] += chunks[chunk + 1]
        counts[chunk] += counts[chunk + 1]
        marks[chunk] += marks[chunk + 1]
        remove(chunk: chunk + 1)
        return Array(placed(in: chunk)[old...])
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

    /// Increments the count of marked handles in the chunk that contains the position `place`, or
    /// decrements the count if `isMarked` is false. `endOfMarked` skips chunks whose handles are
    /// all marked.
    mutating func mark(_ place: Int, _ isMarked: Bool) {
        marks[indexes[place / Self.largest]] += isMarked ? 1 : -1
    }

    /// Returns the index of the first unmarked handle after a position, or the number of handles if
    /// there is none. A handle is unmarked if `isMarked` returns false for it.
    func endOfMarked(after place: Int, _ isMarked: (Handle) -> Bool) -> Int {
        var chunk = indexes[place / Self.largest]
        var offset = place % Self.largest + 1
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
