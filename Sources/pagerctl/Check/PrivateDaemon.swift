internal import Glibc
internal import SystemCalls
internal import PagerModel
internal import PagerPaths
internal import PagerWire

/// A daemon for one check, with its own folder, a manual clock and no journal. The daemon ends when
/// this object is released.
final class PrivateDaemon {
    let command: String
    private let folder: String
    private let process: Subprocess

    private static let name = "check"

    /// Starts the daemon with its own folder and a manual clock.
    ///
    /// - Throws: `Failure` with exit status 1 if the daemon does not start.
    init(_ executable: String, uikit: Int) throws(Failure) {
        guard let folder = temporaryFolder("/tmp/pagerctl-XXXXXX") else {
            throw Failure(Failure.unreachable, "cannot create a folder in /tmp")
        }
        self.folder = folder
        command = RuntimeDirectory(path: folder).endpoints(Self.name).command
        do {
            process = try Subprocess(
                [
                    executable, "--name", Self.name, "--clock", "manual", "--journal", "none",
                    "--uikit", "\(uikit)",
                ],
                reading: STDERR_FILENO,
                environment: ["PAGERD_RUNTIME_DIR=\(folder)", ParentProcess.variable])
        } catch {
            rmdir(folder)
            throw error
        }
        let line = process.readLine()
        guard line.hasPrefix("ready") else {
            process.terminate()
            throw Failure(Failure.unreachable, "\(executable) does not start: \(line)")
        }
    }

    deinit {
        process.terminate()
        RuntimeDirectory(path: folder).remove(Self.name)
        rmdir(folder)
    }
}
