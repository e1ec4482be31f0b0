import DaemonUnderTest
import Glibc
import Testing

@testable import PagerJournal
@testable import PagerServer

/// Tests of exclusive file locks.
@Suite struct FileLockTests {
    private static func file(_ path: String) -> Int32 {
        open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    }

    @Test func `A released lock is free at once, even while other processes start`() throws {
        let scratch = try Scratch()
        let path = "\(scratch.path)/lock"
        let starters = try (0..<3).map { _ in
            try SideThread {
                // Until it executes, a program shares the open descriptors of this process.
                for _ in 0..<200 {
                    do { try TestProcess(["/bin/true"]).reap() } catch { Issue.record(error) }
                }
            }
        }
        for _ in 0..<3_000 {
            let descriptor = Self.file(path)
            try #require(FileLock.take(descriptor))
            close(descriptor)
        }
        for starter in starters { starter.join() }
    }

    @Test func `A lock that is held cannot be taken again`() throws {
        let scratch = try Scratch()
        let path = "\(scratch.path)/lock"
        let (first, second) = (Self.file(path), Self.file(path))
        defer {
            close(first)
            close(second)
        }
        #expect(FileLock.take(first))
        #expect(!FileLock.take(second))
    }
}
