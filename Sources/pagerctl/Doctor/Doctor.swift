internal import Glibc
internal import SystemCalls
internal import PagerClient
internal import PagerModel
internal import PagerPaths
internal import PagerWire

/// The subcommand `doctor`: reports problems and what to do about them.
enum Doctor {
    static let verb = Verb(
        name: "doctor",
        summary: "Checks daemons and the machine, and reports problems with advice.",
        notes: """
            It checks the folders, each daemon that runs there (or one with --name or
            --command), its book, plugins, events, journal and file descriptors, and the machine.

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
