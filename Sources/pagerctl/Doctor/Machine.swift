internal import CLinux
internal import Glibc
internal import SystemCalls
internal import PagerModel
internal import PagerPaths
internal import PagerWire

/// Checks of the machine's settings that affect daemons. They do not need a running daemon.
enum Machine {
    static func runtimeFolder(_ directory: RuntimeDirectory) -> Diagnosis {
        let check = "runtimeFolder"
        do throws(RuntimeDirectory.Problem) {
            try directory.check()
        } catch {
            return unsafe(error)
        }
        guard access(directory.path, F_OK) == 0 else {
            return Diagnosis(
                check: check, state: .note, text: "there is no folder \(directory.path) yet",
                advice: "the first daemon creates it")
        }
        return Diagnosis(
            check: check, text: "sockets are in \(directory.path), which only you can access")
    }

    /// Returns the diagnosis for a folder in which another user could impersonate the daemon.
    static func unsafe(_ problem: RuntimeDirectory.Problem) -> Diagnosis {
        Diagnosis(
            check: "runtimeFolder", state: .problem, text: problem.description,
            advice: "until this is corrected, clients do not connect to daemons in this folder")
    }

    /// Checks the default folder of journals.
    static func stateFolder() -> [Diagnosis] {
        let check = "stateFolder"
        guard let directory = StateDirectory() else {
            return [
                Diagnosis(
                    check: check, state: .problem, text: "there is no folder for journals",
                    advice: "set PAGERD_STATE_DIR, or start daemons with --journal FILE")
            ]
        }
        guard let folder = existing(directory.path) else { return [] }
        guard access(folder, W_OK | X_OK) == 0 else {
            return [
                Diagnosis(
                    check: check, state: .problem,
                    text: "journals go to \(directory.path), but \(folder) cannot be written",
                    advice:
                        "set PAGERD_STATE_DIR to a folder that you own, or correct the permissions")
            ]
        }
        let text =
            folder == directory.path
            ? "journals are in \(folder)"
            : "journals go to \(directory.path), which a daemon creates when needed"
        return [room(for: folder, text, check)]
    }

    /// Returns `path` if it exists, otherwise the nearest folder above it that exists.
    private static func existing(_ path: String) -> String? {
        var path = path
        while !path.isEmpty {
            if access(path, F_OK) == 0 { return path }
            guard let slash = path.lastIndex(of: "/") else { return "." }
            path = String(path[..<slash])
        }
        return "/"
    }

    /// The minimum free disk space in bytes. If less is free, doctor reports a problem.
    private static let little = 100_000_000

    static func room(for path: String, _ text: String, _ check: String = "journal") -> Diagnosis {
        guard let disk = fileSystem(of: path) else {
            return Diagnosis(
                check: check, state: .problem,
                text: "\(text); the free space on its disk is unknown: "
                    + errorText(errno))
        }
        let free = Int(disk.f_bavail) * Int(disk.f_frsize)
        let full = "\(text); \(size(free)) are free there"
        if free >= little { return Diagnosis(check: check, text: full) }
        return Diagnosis(
            check: check, state: .problem, text: full,
            advice: "free some space: a daemon refuses every change if the disk is full")
    }

    static func size(_ bytes: Int) -> String {
        if bytes < 1_000_000 { return "\((bytes + 999) / 1000) kB" }
        if bytes < 10_000_000_000 { return "\(bytes / 1_000_000) MB" }
        return "\(bytes / 1_000_000_000) GB"
    }

    /// Checks the limit of open file descriptors. A daemon that is started from this shell has the
    /// same limit.
    static func descriptors() -> Diagnosis {
        let limit = descriptorLimit()?.rlim_cur ?? 0
        let text = "a daemon started from here may have \(limit) file descriptors"
        if limit >= 1024 { return Diagnosis(check: "descriptorLimit", text: text) }
        return Diagnosis(
            check: "descriptorLimit", state: .note, text: text,
            advice: "each client takes one or two; run ulimit -n 4096 before you start the daemon")
    }

    /// Checks whether the machine's clock is synchronized. After a restart, a daemon with a real
    /// clock uses the machine's clock to determine how much time has passed.
    static func clock() -> Diagnosis {
        if isClockSynchronized() {
            return Diagnosis(check: "machineClock", text: "the machine's clock is synchronized")
        }
        return Diagnosis(
            check: "machineClock", state: .note, text: "the machine's clock is not synchronized",
            advice: "the times of events may be wrong; run timedatectl set-ntp true"
        )
    }
}
