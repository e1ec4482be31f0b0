/// The tables that Markdown does not have: those of pandoc, which are columns under groups of dashes
/// or grids, and tables without a line below their names.
enum PandocTables {
    typealias Lines = ArraySlice<ArraySlice<UInt8>>

    /// Returns the lines with each table as one of Markdown, which has as many lines.
    static func plain(_ lines: Lines) -> Lines {
        var result = lines
        var code = CodeFence()
        var index = lines.startIndex
        while index < lines.endIndex {
            _ = code.read(lines[index])
            let isAfterBlank = index == lines.startIndex || lines[index - 1].isBlank
            let start = code.isOpen || !isAfterBlank ? lines[index..<index] : lines[index...]
            let block = start.prefix { !$0.isBlank }
            if let (table, end) = multiline(start) {
                result.replaceSubrange(index..<end, with: table)
                index = end
            } else if let table = grid(block) ?? columns(block) {
                result.replaceSubrange(block.indices, with: table)
                index = block.endIndex
            } else if let table = bare(block, before: lines[block.endIndex...]) {
                result.replaceSubrange(index..<(block.endIndex + 1), with: table)
                index = block.endIndex + 1
            } else {
                index += 1
            }
        }
        return result
    }

    /// Returns a table with a line such as `---- ----` below its names or above and below its rows.
    private static func columns(_ block: Lines) -> [ArraySlice<UInt8>]? {
        let marks = block.dropFirst().first.map(isDashes) == true ? 1 : 0
        guard block.count > 2, let dashes = block.dropFirst(marks).first, isDashes(dashes) else {
            return nil
        }
        let starts = groups(dashes)
        let names = marks == 1 ? cells(block[block.startIndex], starts) : starts.map { _ in "" }
        let rows = block.dropFirst(marks + 1).filter { !isDashes($0) }.map { cells($0, starts) }
        return table(names, rows, lines: block.count)
    }

    /// The least number of dashes above and below a table whose cells have several lines.
    private static let shortestRule = 8
    /// The most lines of such a table.
    private static let mostLines = 1000

    /// Returns a table between two lines of dashes, whose rows are between blank lines, and the index
    /// after it.
    private static func multiline(_ lines: Lines) -> (table: [ArraySlice<UInt8>], end: Int)? {
        guard let first = lines.first, isRule(first),
            let marks = lines.dropFirst().prefix(while: { !$0.isBlank })
                .firstIndex(where: isDashes),
            let last = lines[(marks + 1)...].prefix(mostLines).firstIndex(where: isRule)
        else { return nil }
        let starts = groups(lines[marks])
        let names = joined(lines[(lines.startIndex + 1)..<marks], starts)
        let rows = lines[(marks + 1)..<last].split { $0.isBlank }.map { joined($0, starts) }
        return (table(names, rows, lines: last + 1 - lines.startIndex), last + 1)
    }

    private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        let text = line.trimmed
        return text.count >= shortestRule && text.allSatisfy { $0 == UInt8(ascii: "-") }
    }

    /// Returns the cells of a row of several lines.
    private static func joined(_ lines: Lines, _ starts: [Int]) -> [String] {
        lines.reduce(starts.map { _ in "" }) { row, line in
            zip(row, cells(line, starts)).map { trimmed("\($0) \($1)") }
        }
    }

    /// Returns the columns at which groups of dashes begin.
    private static func groups(_ dashes: ArraySlice<UInt8>) -> [Int] {
        dashes.indices.filter { index in
            dashes[index] == UInt8(ascii: "-")
                && (index == dashes.startIndex || dashes[index - 1] != UInt8(ascii: "-"))
        }.map { $0 - dashes.startIndex }
    }

    /// Returns whether a line has two or more groups of dashes and nothing else.
    private static func isDashes(_ line: ArraySlice<UInt8>) -> Bool {
        let groups = line.split(separator: UInt8(ascii: " "))
        return groups.count > 1
            && groups.allSatisfy { $0.count > 1 && $0.allSatisfy { $0 == UInt8(ascii: "-") } }
    }

    /// Returns the texts of a line that begin at these columns.
    private static func cells(_ line: ArraySlice<UInt8>, _ starts: [Int]) -> [String] {
        let text = Array(String(decoding: line, as: UTF8.self))
        return zip(starts, starts.dropFirst() + [Int.max]).map { start, end in
            let first = start == starts.first ? 0 : start
            guard first < text.count else { return "" }
            return trimmed(String(text[first..<min(end, text.count)]))
        }
    }

    /// Returns a table whose rows are between lines such as `+---+---+`.
    private static func grid(_ block: Lines) -> [ArraySlice<UInt8>]? {
        guard block.count > 2, block.first.map(isBorder) == true, block.last.map(isBorder) == true
        else { return nil }
        var rows: [[String]] = []
        var hasNames = false
        for (line, next) in zip(block, block.dropFirst()) {
            if isBorder(line) {
                hasNames = hasNames || (rows.count == 1 && line.contains(UInt8(ascii: "=")))
                if !isBorder(next) { rows.append([]) }
                continue
            }
            let cells = String(decoding: line, as: UTF8.self).split(separator: "|")
                .map { trimmed(String($0)) }
            let row = rows[rows.count - 1]
            // The cells of a row may have several lines.
            rows[rows.count - 1] =
                row.isEmpty ? cells : zip(row, cells).map { trimmed("\($0) \($1)") }
        }
        let names = hasNames ? rows.removeFirst() : rows.first.map { $0.map { _ in "" } }
        return names.map { table($0, rows, lines: block.count) }
    }

    /// Returns a table whose lines have nothing but cells between bars. Its line of dashes needs the
    /// place of the blank line below it, so what follows must end a table by itself.
    private static func bare(_ block: Lines, before rest: Lines) -> [ArraySlice<UInt8>]? {
        guard block.count > 1, let count = cellCount(block.first), count > 1,
            block.allSatisfy({ cellCount($0) == count && !isDelimiter($0) }), !rest.isEmpty,
            rest.dropFirst().first?.first.map({ "#->`~<".utf8.contains($0) }) != false
        else { return nil }
        let dashes = Array(("|" + String(repeating: "---|", count: count)).utf8)[...]
        return [block[block.startIndex], dashes] + block.dropFirst()
    }

    private static func cellCount(_ line: ArraySlice<UInt8>?) -> Int? {
        let bar = UInt8(ascii: "|")
        guard let text = line?.trimmed, text.first == bar, text.last == bar else { return nil }
        return text.count { $0 == bar } - 1
    }

    private static func isDelimiter(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { "|-: ".utf8.contains($0) }
    }

    private static func isBorder(_ line: ArraySlice<UInt8>) -> Bool {
        line.count > 2 && line.first == UInt8(ascii: "+") && line.last == UInt8(ascii: "+")
            && line.allSatisfy { "+-=:".utf8.contains($0) }
    }

    private static func trimmed(_ text: String) -> String {
        String(decoding: Array(text.utf8)[...].trimmed, as: UTF8.self)
    }

    private static func table(
        _ names: [String], _ rows: [[String]], lines: Int
    ) -> [ArraySlice<UInt8>] {
        let all = [names, names.map { _ in "---" }] + rows
        let table = all.prefix(lines).map { Array("| \($0.joined(separator: " | ")) |".utf8)[...] }
        return table + Array(repeating: [], count: lines - table.count)
    }
}
