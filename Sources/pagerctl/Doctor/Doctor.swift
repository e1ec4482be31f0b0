internal import CLinux
internal import Glibc
internal import PagerClient
internal import PagerModel
internal import PagerPaths
internal import PagerWire
internal import SystemCalls

/// The subcommand `doctor`: reports problems and what to do about them.
enum Doctor {
    static let verb = Verb(
        name: "doctor",
        summary: "Checks daemons and the machine, and reports problems with advice.",
        notes: """
            It checks the folders, each daemon that runs there (or one with --name or
            --command), its book, plugins, screens, events, journal and file descriptors, and the
            machine.

            The status is 0 without a problem, else 1. JSON output has a member `healthy`.
            """,
        takesFormat: true, run: { (options, _) throws(Failure) in try run(options) })

    private static func run(_ options: GlobalOptions) throws(Failure) -> Int32 {
        let findings = examine(options)
        let isHealthy = !findings.contains { $0.state == .problem }
        if let format = options.format {
            Terminal.print(lines: try format.lines(findings.map(\.value)))
        } else if options.json {
            let value: Value = [
                "healthy": .bool(isHealthy), "findings": .array(findings.map(\.value)),
            ]
            Terminal.print(json: value.json)
        } else {
            Terminal.print(lines: findings.flatMap(\.lines))
        }
        return isHealthy ? 0 : Failure.unreachable
    }

    private static func examine(_ options: GlobalOptions) -> [Diagnosis] {
        let directory = RuntimeDirectory()
        var findings = [Machine.runtimeFolder(directory)]
        if isChosen(options) {
            do throws(Failure) {
                var patient = try chosen(in: directory, options)
                findings += patient.examine(isExpected: true)
            } catch {
                // An unsafe folder is already reported; it also makes the selection fail.
                if findings[0].state != .problem {
                    findings.append(
                        Diagnosis(
                            check: "daemon", state: .problem, text: error.text,
                            advice: "select a daemon with --name or --command"))
                }
            }
        } else if findings[0].state != .problem {
            findings += allDaemons(in: directory, options)
        }
        return findings + Machine.stateFolder() + [Machine.descriptors(), Machine.clock()]
    }

    /// Returns whether the user has selected a single daemon. Otherwise, doctor checks all daemons.
    private static func isChosen(_ options: GlobalOptions) -> Bool {
        if options.name != nil || options.command != nil || options.events != nil { return true }
        let names = ["PAGERD_NAME", "PAGERD_COMMAND", "PAGERD_EVENTS"]
        return names.contains { (name: String) in environmentVariable(name) != nil }
    }

    /// Returns the diagnostics of the selected daemon. The options or the environment variables
    /// select the daemon by endpoints, or else by name.
    private static func chosen(
        in directory: RuntimeDirectory, _ options: GlobalOptions
    ) throws(Failure) -> DaemonDiagnostics {
        let isAddressed =
            options.command != nil || options.events != nil
            || (options.name == nil
                && ["PAGERD_COMMAND", "PAGERD_EVENTS"].contains { (name: String) in
                    environmentVariable(name) != nil
                })
        guard !isAddressed else {
            return DaemonDiagnostics(
                try options.address(), nil, options.patience, left: options.left)
        }
        let instance: Instance
        do {
            instance = try Instance(
                options.name ?? RuntimeDirectory.defaultInstance, in: directory, key: options.key)
        } catch {
            throw Failure(Failure.unreachable, "\(error)")
        }
        return DaemonDiagnostics(instance.address, instance, options.patience, left: options.left)
    }

    private static func allDaemons(
        in directory: RuntimeDirectory, _ options: GlobalOptions
    ) -> [Diagnosis] {
        var findings: [Diagnosis] = []
        var running = 0
        for name in directory.instances() {
            let instance: Instance
            do {
                instance = try Instance(name, in: directory, key: options.key)
            } catch let problem as RuntimeDirectory.Problem {
                findings.append(Machine.unsafe(problem))
                continue
            } catch {
                findings.append(
                    Diagnosis(
                        check: "daemon", state: .problem, text: "\(name): \(error)",
                        advice: "set your key with --key FILE or PAGERD_KEY_FILE"))
                continue
            }
            var patient = DaemonDiagnostics(
                instance.address, instance, options.patience, left: options.left)
            findings += patient.examine(isExpected: false)
            if patient.isRunning { running += 1 }
        }
        if running == 0 {
            findings.append(
                Diagnosis(
                    check: "daemon", state: .problem,
                    text: "no daemon runs in \(directory.path)",
                    advice: "start one: pagerd --book FOLDER; or systemctl --user start "
                        + "pagerd@default. A daemon of another user has another folder"))
        }
        return findings
    }
}

/// The result of one check of `pagerctl doctor`.
struct Diagnosis: Equatable {
    enum State: String {
        case ok
        /// The result is noteworthy but not an error.
        case note
        case problem
    }

    /// The name of the check. Programs that read the output recognize the check by this name.
    var check: String
    var state = State.ok
    /// The result of the check as a sentence.
    var text: String
    /// Advice on how to solve the problem. Nil if there is none.
    var advice: String?

    var value: Value {
        [
            "check": .string(check), "state": .string(state.rawValue), "text": .string(text),
            "advice": advice.map { .string($0) } ?? .null,
        ]
    }

    var lines: [String] {
        let first = "\(Report.pad(state.rawValue, 7))  \(text)"
        return [first] + (advice.map { ["         \($0)"] } ?? [])
    }
}

/// The operating system's information about a daemon's process. For a process of another user, this
/// information is not available.
struct DaemonProcess {
    let pid: UInt32

    private var links: [String]? {
        let folder = "/proc/\(pid)/fd"
        return names(in: folder)?.compactMap {
            linkTarget("\(folder)/\(String(decoding: $0, as: UTF8.self))")
        }
    }

    /// The maximum number of descriptors that the process may open. Nil if this limit cannot be
    /// read.
    private var limit: Int? {
        let file = open("/proc/\(pid)/limits", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let text = String(decoding: bytes(of: file, at: 0, count: 4096), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Max open files") }
        return line?.split(separator: " ").compactMap { Int($0) }.first
    }

    /// Compares the number of file descriptors that the process has open with the maximum number.
    /// Each connected client or plugin uses one or two descriptors. Returns nil if the number or
    /// the limit is unknown.
    func descriptors(of name: String) -> Diagnosis? {
        guard let used = links?.count, let limit else { return nil }
        let text = "\(name) has \(used) of \(limit) file descriptors open"
        if used * 5 < limit * 4 { return Diagnosis(check: "descriptors", text: text) }
        return Diagnosis(
            check: "descriptors", state: .problem, text: text,
            advice: "it will soon refuse new connections: close unneeded clients, or start the "
                + "daemon with a higher limit (ulimit -n, LimitNOFILE= in the unit)")
    }

    /// Checks the journal of the process: the file with the extension `.journal` that the process
    /// has open. Returns nil if the open files of the process cannot be read.
    ///
    /// - Parameter bytes: The size of the journal's records. The file is larger, because the daemon
    ///   reserves space.
    func journal(of name: String, _ bytes: Int?) -> Diagnosis? {
        guard let links else { return nil }
        guard let path = links.first(where: { $0.hasSuffix(".journal") }) else {
            return Diagnosis(
                check: "journal", state: .note,
                text: "\(name) has no open journal: its state is lost when it ends",
                advice: "start it without --journal none to keep the state")
        }
        var status = stat()
        guard stat(at: path, &status) == 0 else {
            return Diagnosis(
                check: "journal", state: .problem,
                text: "\(name) writes a journal that was removed: \(path)",
                advice: "the file was removed: pagerctl dump saves the state as a book")
        }
        return Machine.room(
            for: path,
            "\(name) has a journal of \(Machine.size(bytes ?? Int(status.st_size))), \(path)")
    }
}

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
