import Glibc
import PagerModel
import SystemCalls
import Testing

@testable import PagerPlugins

/// Tests that the output of a plugin's program is limited, and that the program goes on.
@Suite struct ProgramOutputTests {
    /// Collects the lines that reach the log.
    private final class Log {
        var lines: [[UInt8]] = []
        var isBlocked = false
        var bytes: Int { lines.reduce(0) { $0 + $1.count } }
        var text: [String] { lines.map { String(decoding: $0, as: UTF8.self) } }

        func take(_ line: [UInt8]) -> Bool {
            if isBlocked { return false }
            lines.append(line)
            return true
        }
    }

    private let log = Log()
    private let output: ProgramOutput
    private let set: DescriptorSet
    /// The program's end of the pipe.
    private let program: Int32

    init() throws {
        let pipe = try #require(pipeEnds())
        program = pipe.writing
        _ = fcntl(program, F_SETFL, O_NONBLOCK)
        set = try DescriptorSet()
        let log = log
        output = ProgramOutput(reading: pipe.reading, to: { log.take($0) })
        try output.join(set)
    }

    private func at(_ seconds: Double) -> Instant { Instant.zero.advanced(by: seconds) }

    /// Writes as a program that does not wait. Returns the number of bytes that the pipe took.
    @discardableResult
    private func write(_ text: String) -> Int {
        max(0, Glibc.write(program, text, text.utf8.count))
    }

    /// Writes as much as can be written while the output is passed on.
    private func flood(_ text: String, at time: Instant) -> Int {
        var count = 0
        while case let taken = write(text), taken > 0 {
            count += taken
            #expect(output.pass(at: time) == nil)
        }
        return count
    }

    @Test func `Whole lines are written, the last one at the program's end`() {
        write("one\ntw")
        #expect(output.pass(at: .zero) == nil)
        #expect(log.text == ["one\n"])
        write("o\n\nthree")
        #expect(output.finish(at: .zero) == nil)
        #expect(log.text == ["one\n", "two\n", "\n", "three\n"])
        #expect(output.nextDeadline == nil)
    }

    @Test(arguments: ["x\n", String(repeating: "x", count: 1_000) + "\n", "no end"])
    func `A flood is limited each second, and what is left out is counted`(text: String) throws {
        for second in 0..<3 {
            let before = (lines: log.lines.count, bytes: log.bytes)
            let time = at(Double(second))
            let report = output.pass(at: time)
            #expect((report == nil) == (second == 0))
            let count = flood(text, at: time)
            // The pipe may have had one line more in the second before.
            #expect(count >= Limits.pluginReadBytes - text.utf8.count)
            #expect((report?.bytes ?? 0) <= Limits.pluginReadBytes)
            #expect(log.lines.count - before.lines <= Limits.pluginOutputLines)
            #expect(log.bytes - before.bytes <= Limits.pluginOutputBytes)
            // The rest waits in the pipe, and the daemon does not look at it before the time.
            #expect(!isReadable(set.descriptor, milliseconds: 0))
            #expect(output.nextDeadline == time.advanced(by: 1))
        }
        let report = try #require(output.pass(at: at(3)))
        #expect(report.bytes > Limits.pluginReadBytes / 2)
        #expect(isReadable(set.descriptor, milliseconds: 0) || write(text) > 0)
    }

    @Test func `Of a line that is too long the beginning is written`() {
        write(String(repeating: "x", count: 10_000) + "\nnext\n")
        _ = output.pass(at: .zero)
        #expect(log.lines.count == 2)
        #expect(log.lines[0].count == 4_096)
        #expect(log.text[1] == "next\n")
        #expect(output.pass(at: at(1))?.bytes == 10_000 - 4_095)
    }

    @Test func `A log that takes nothing holds up neither the daemon nor the program`() {
        log.isBlocked = true
        write("lost\n")
        #expect(output.pass(at: .zero) == nil)
        log.isBlocked = false
        write("kept\n")
        #expect(output.pass(at: .zero) == nil)
        #expect(log.text == ["kept\n"])
        #expect(output.pass(at: at(1)) == ProgramOutput.Amount(lines: 1, bytes: 5))
    }

    @Test func `A program that closes its output is not looked at all the time`() {
        close(program)
        _ = output.pass(at: .zero)
        #expect(!isReadable(set.descriptor, milliseconds: 0))
        #expect(output.nextDeadline == nil)
    }
}
