internal import Glibc
internal import PagerModel
internal import SystemCalls

/// Functions that run installed programs, such as `pdfinfo`, each with a time limit.
enum ChildProgram {
    /// The maximum run time of one program in seconds.
    static let patience = 60

    enum Failure: Error, Equatable {
        case missing
        case tooSlow
        /// The program ended with an exit status other than 0.
        case failed
    }

    /// Runs a program and returns its standard output. Its standard error is discarded.
    ///
    /// - Parameter most: The maximum number of bytes to return; the rest is read and dropped.
    static func output(of words: [String], atMost most: Int) throws(Failure) -> [UInt8] {
        guard let (reading, writing) = pipeEnds() else { throw .failed }
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { for descriptor in [reading, nowhere] { close(descriptor) } }
        var options = SpawnOptions()
        options.streams = [
            (nowhere, STDIN_FILENO), (writing, STDOUT_FILENO), (nowhere, STDERR_FILENO),
        ]
        // `timeout` of coreutils exits with 124 if it stopped the program, and with 127 if the
        // program does not exist.
        let (pid, code) = spawn(
            ["timeout", "\(patience)"] + words, environment: environmentEntries(), options)
        close(writing)
        guard code == 0 else { throw .missing }
        let output = readAll(reading, atMost: most)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        switch status >> 8 & 0xff {
        case _ where status & 0x7f != 0: throw .failed
        case 0: return output
        case 124: throw .tooSlow
        case 127: throw .missing
        default: throw .failed
        }
    }

    private static func readAll(_ descriptor: Int32, atMost most: Int) -> [UInt8] {
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, into: &piece)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return output }
            output += piece[..<min(count, max(0, most - output.count))]
        }
    }
}
