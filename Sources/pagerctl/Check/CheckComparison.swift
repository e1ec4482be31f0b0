internal import PagerWire

/// A comparison of the callbacks that a check expects with the received callbacks.
///
/// The callbacks must be equal and in the same order. UIKit does not specify how often and when
/// layout happens, so layout passes that are not expected are ignored. An expected layout pass must
/// occur between the same two callbacks as in the check.
struct CheckComparison {
    /// A line of the printed difference between the expected and the received callbacks.
    enum Line: Equatable {
        case same(String)
        case missing(String)
        case unexpected(String)

        var text: String {
            switch self {
            case .same(let text): "  \(text)"
            case .missing(let text): "- \(text)"
            case .unexpected(let text): "+ \(text)"
            }
        }
    }

    let lines: [Line]

    var isEqual: Bool {
        lines.allSatisfy { if case .same = $0 { true } else { false } }
    }

    init(expected: [CheckToken], got: [CheckToken]) {
        // Unexpected layout passes are not reported.
        let table = Self.commonLengths(expected, got)
        var lines: [Line] = []
        var row = 0
        var column = 0
        while row < expected.count || column < got.count {
            if row < expected.count, column < got.count, expected[row].means(got[column]) {
                lines.append(.same(got[column].text))
                row += 1
                column += 1
            } else if column < got.count,
                row == expected.count || table[row][column + 1] >= table[row + 1][column]
            {
                if got[column].kind != "layout" { lines.append(.unexpected(got[column].text)) }
                column += 1
            } else {
                lines.append(.missing(expected[row].text))
                row += 1
            }
        }
        self.lines = lines
    }

    /// Returns a table whose element `[i][j]` is the length of the longest common subsequence of
    /// `expected[i...]` and `got[j...]`.
    private static func commonLengths(_ expected: [CheckToken], _ got: [CheckToken]) -> [[Int]] {
        var table = Array(
            repeating: Array(repeating: 0, count: got.count + 1), count: expected.count + 1)
        for row in expected.indices.reversed() {
            for column in got.indices.reversed() {
                table[row][column] =
                    expected[row].means(got[column])
                    ? table[row + 1][column + 1] + 1
                    : max(table[row + 1][column], table[row][column + 1])
            }
        }
        return table
    }
}
