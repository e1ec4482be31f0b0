import Foundation
import RandomCommands
import Testing

/// Tests that a service with random limits, most of them tiny, holds no more memory than they
/// allow, for one client and for many. It runs in its own process, because other tests use memory
/// too.
@Suite struct SoakTests {
    private func soak(_ commands: Int, _ seed: Int, _ more: [String] = []) throws -> (Int32, String)
    {
        let process = Process()
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: test).deletingLastPathComponent()
            .appending(path: "simulate")
        process.arguments = ["soak", "\(commands)", "\(seed)"] + more
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }

    @Test func `Memory stays below the sum of the limits`() throws {
        let commands = RandomTest.number("PAGERD_SOAK") ?? 2_000
        let seed = RandomTest.seed
        let (status, output) = try soak(commands, Int(seed))
        print(output)
        #expect(status == 0, "\(output)")
    }

    @Test func `Without limits, memory exceeds the sum of the limits`() throws {
        let (status, output) = try soak(2_000, 1, ["unbounded"])
        #expect(status == 1, "\(output)")
        #expect(output.contains("bytes are held"))
    }
}
