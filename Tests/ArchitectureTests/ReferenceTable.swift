/// The tables of the reference.
enum ReferenceTable {
    static func text(_ head: [String], _ rows: [[String]]) -> String {
        ([head, head.map { _ in "---" }] + rows).map { line($0) }.joined(separator: "\n")
    }

    private static func line(_ cells: [String]) -> String {
        "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |"
    }
}
