/// Functions that suggest corrections for misspelt words.
package enum Spelling {
    /// Returns the word with the smallest edit distance to `word`. An exchange of two neighbouring
    /// letters counts as one edit. Returns nil if the smallest distance is above `most` or above
    /// half of the length of `word`, or if `word` is longer than 64 bytes. O(n²) for each word of n
    /// letters.
    package static func nearest(
        to word: String, among words: [String], within most: Int = 2
    ) -> String? {
        guard word.utf8.count <= 64 else { return nil }
        let distances = words.map { ($0, distance(Array(word.utf8), Array($0.utf8))) }
        let best = distances.min { $0.1 < $1.1 }
        return best.flatMap { $0.1 <= min(most, word.utf8.count / 2) ? $0.0 : nil }
    }

    /// Returns "; did you mean WORD?" with the nearest word, or an empty string if no word is
    /// similar.
    package static func question(about word: String, among words: [String]) -> String {
        nearest(to: word, among: words).map { "; did you mean \($0)?" } ?? ""
    }

    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        let (left, right) = (left.map { $0 | 0x20 }, right.map { $0 | 0x20 })
        var before: [Int] = []
        var row = Array(0...right.count)
        for (i, x) in left.enumerated() {
            var next = [i + 1]
            for (j, y) in right.enumerated() {
                var least = min(row[j] + (x == y ? 0 : 1), row[j + 1] + 1, next[j] + 1)
                if i > 0, j > 0, x == right[j - 1], left[i - 1] == y {
                    least = min(least, before[j - 1] + 1)
                }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[right.count]
    }
}

/// The reason why a daemon cannot start, with advice on what to do.
package struct StartProblem: Error, CustomStringConvertible {
    package let description: String
    /// Whether `pagerd recover` helps, because the journal is damaged or its replay fails.
    package let isRecoverable: Bool

    package init(_ description: String, isRecoverable: Bool = false) {
        self.description = description
        self.isRecoverable = isRecoverable
    }
}
