import Glibc
import Testing

@testable import PagerJournal
@testable import PagerServer

/// Tests of exclusive file locks.
@Suite struct FileLockTests {
    private static func file(_ path: String) -> Int32 {
        open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    }

    /// Runs a program to its end. Until it executes, it shares the open descriptors of this
    /// process.
    private static func start(_ program: String) {
        var pid: pid_t = 0
        var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
        defer { free(words[0]) }
        guard posix_spawn(&pid, program, nil, nil, &words, nil) == 0 else {
            Issue.record("\(program) cannot be started")
            return
        }
        waitpid(pid, nil, 0)
    }

    @Test func `A released lock is free at once, even while other processes start`() throws {
        let scratch = try Scratch()
        let path = "\(scratch.path)/lock"
        let starters = try (0..<3).map { _ in
            try SideThread { for _ in 0..<200 { Self.start("/bin/true") } }
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
