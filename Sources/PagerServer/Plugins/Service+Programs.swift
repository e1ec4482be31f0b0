internal import PagerPlugins
internal import Containment
internal import PagerJournal
package import PagerModel
internal import PagerWire

/// The changes in the state of a configured plugin's program that are not in the journal yet.
struct ProgramNews: Sendable {
    /// The number of restarts of the program that are not in the journal yet.
    var restarts = 0
    /// The reason why the program last ended.
    var ending: String?
    /// The reason why the program could not be started. Nil if it was started afterwards.
    var problem: String?

    /// The reason that `plugin.list` returns: why the program could not be started, or else why it
    /// last ended.
    var reason: String? { problem ?? ending }
}

/// Functions that record the state of the programs of configured plugins.
extension Service {
    /// The maximum number of characters in the text of a recorded problem.
    private static let problemLength = 1_000

    /// Handles a change in the state of a program, and records it if the journal has space. Until
    /// there is space, the daemon counts the restarts, and remembers only the latest end and the
    /// latest failed start.
    mutating func take(_ change: PluginProcesses.Change, at time: Instant) {
        arrive(at: time)
        let name = change.name.text
        guard let plugin = plugins[name] else { return }
        var news = plugins.programs[name] ?? ProgramNews()
        switch change {
        case .started(_, let pid):
            if plugin.child != nil || (news.reason ?? plugin.reason) != nil { news.restarts += 1 }
            news.problem = nil
            plugins.change(name) { $0.child = pid }
        case .ended(_, let reason):
            news.ending = reason
            plugins.change(name) { $0.child = nil }
        case .failed(_, let problem):
            news.problem = beginning(of: problem.description, scalars: Self.problemLength)
        }
        plugins.programs[name] = news
        recordPrograms(at: time)
    }

    /// Applies the pending changes in the state of programs, and records them, while the journal
    /// has space.
    package mutating func recordPrograms(at time: Instant) {
        guard !plugins.programs.isEmpty, journalFailure == nil else { return }
        arrive(at: time)
        for name in plugins.programs.keys.sorted() {
            guard canRecord, let news = plugins.programs.removeValue(forKey: name) else { return }
            record(news, of: name)
        }
    }

    private mutating func record(_ news: ProgramNews, of name: String) {
        if let ending = news.ending { lose(name, ending) }
        guard let plugin = plugins[name] else { return }
        let reason = news.ending ?? plugin.reason
        if news.restarts > 0 || reason != plugin.reason {
            setProgram(of: name, restarts: plugin.restarts + news.restarts, reason: reason)
            record(
                .pluginProgram,
                [
                    "name": .string(name), "restarts": .integer(plugin.restarts + news.restarts),
                    "reason": reason.map { .string($0) } ?? .null,
                ])
        }
        if let problem = news.problem { tell(problem: problem, of: name) }
    }

    /// Sets the number of times that a program was restarted, and the reason why it ended.
    mutating func setProgram(of name: String, restarts: Int, reason: String?) {
        plugins.change(name) {
            $0.restarts = restarts
            $0.reason = reason
        }
    }

    /// Publishes a diagnostic that a configured plugin cannot be started.
    mutating func tell(problem: String, of name: String) {
        plugins.change(name) { $0.reason = problem }
        diagnose(name, problem)
        record(.pluginProblem, ["name": .string(name), "problem": .string(problem)])
    }
}
