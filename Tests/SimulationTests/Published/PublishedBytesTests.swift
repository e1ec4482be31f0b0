import Foundation
import RandomCommands
import Testing

/// Tests that random commands publish the same bytes in each transaction after any internal change.
///
/// `Tests/Frozen/published.txt` has a digest for every five seeds, over 1,000,000 commands in all.
/// `PAGERD_COMMANDS` sets how many of them run. `PAGERD_ACCEPT_PUBLISHED=1` rewrites the file.
/// `PAGERD_SEED` prints the digest after each request of a seed: the first line that differs from
/// the output of an older commit shows the changed transaction.
@Suite(.serialized) struct PublishedBytesTests {
    private static let path = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Frozen/published.txt")
    private static let environment = ProcessInfo.processInfo.environment
    private static let seedsOfOneLine: UInt64 = 5
    private static let allCommands = 1_000_000

    @Test func `The same commands publish the same bytes as before`() throws {
        if let seed = RandomTest.number("PAGERD_SEED").map(UInt64.init) {
            var published = PublishedBytes()
            return published.run(seed) { print($1, $0) }
        }
        let isAccepting = Self.environment["PAGERD_ACCEPT_PUBLISHED"] == "1"
        let recorded =
            isAccepting
            ? [] : try String(contentsOf: Self.path, encoding: .utf8).split(separator: "\n")
        let wanted =
            isAccepting
            ? Self.allCommands : RandomTest.number("PAGERD_COMMANDS") ?? 10_000
        var (lines, commands) = ([String](), 0)
        while commands < wanted, isAccepting || lines.count < recorded.count {
            let (line, count) = Self.line(lines.count)
            commands += count
            if !isAccepting { Self.compare(line, with: recorded[lines.count]) }
            lines.append(line)
        }
        if isAccepting {
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.path)
        }
        print("published bytes: \(commands) commands compared")
    }

    private static func line(_ place: Int) -> (text: String, commands: Int) {
        var published = PublishedBytes()
        let first = UInt64(place) * seedsOfOneLine + 1
        for seed in first..<first + seedsOfOneLine { published.run(seed) }
        return (
            "\(first)…\(first + seedsOfOneLine - 1) \(published.requests.text) "
                + "\(published.bytes.text)", published.commands
        )
    }

    private static func compare(_ line: String, with recorded: Substring) {
        if line == recorded { return }
        let (now, before) = (line.split(separator: " "), recorded.split(separator: " "))
        let advice =
            now[1] == before[1]
            ? "the same commands publish other bytes. Print the transactions of each of these seeds "
                + "with PAGERD_SEED, here and at the commit before, and compare"
            : "the random commands are others than those of the file. Where nothing else changed, "
                + "write it anew with PAGERD_ACCEPT_PUBLISHED=1"
        Issue.record("seeds \(now[0]): \(advice)")
    }
}
