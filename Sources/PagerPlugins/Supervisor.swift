package import PagerModel

/// The state machine that decides when each plugin's program is started.
///
///     waiting ─ due ─▶ starting ─ started ─▶ running ─ ended ─▶ waiting or stopped
///
/// The state machine has no clock and starts no processes; the caller passes times and process ids.
package struct Supervisor {
    package enum State: Hashable, Sendable {
        /// The function `due` has returned the plugin, and its caller is starting the program.
        case starting
        case running(Int32)
        case waiting(until: Instant)
        /// The program will not be restarted.
        case stopped
    }

    /// The state of one plugin's program.
    package struct Record: Sendable {
        package let configuration: PluginConfiguration
        package fileprivate(set) var state = State.waiting(until: .zero)
        /// The number of times that the program was restarted.
        package fileprivate(set) var restarts = 0
        /// The reason why the program last ended or could not be started. Nil if neither has
        /// happened.
        package fileprivate(set) var reason: String?
        fileprivate var hasBeenStarted = false
        fileprivate var since = Instant.zero
        /// The delay in seconds before the next start, if the program ends before it counts as
        /// stable.
        fileprivate var delay: Double

        fileprivate init(_ configuration: PluginConfiguration) {
            self.configuration = configuration
            delay = configuration.backOff.first
        }
    }

    /// The run time, in seconds, after which a program counts as stable. If the program ends after
    /// that time, the delay before its restart is reset to the initial value.
    package static let proof = 10.0

    /// The states of the plugins' programs, in the order of the configuration.
    package private(set) var records: [Record]
    private var isEnding = false

    package init(_ configurations: [PluginConfiguration]) {
        records = configurations.map { Record($0) }
    }

    /// The state of a plugin's program. Nil if the configuration does not contain the plugin.
    /// O(plugins).
    package subscript(name: Identifier) -> Record? {
        index(of: name).map { records[$0] }
    }

    private func index(of name: Identifier) -> Int? {
        records.firstIndex { $0.configuration.name == name }
    }

    /// The time of the next start, or nil if no start is planned.
    package var nextDeadline: Instant? {
        records.compactMap { record in
            if case .waiting(let until) = record.state { until } else { nil }
        }.min()
    }

    /// Returns the configurations of the plugins whose programs must be started now. The caller
    /// must start each program and then call `started` or `failed`.
    package mutating func due(at time: Instant) -> [PluginConfiguration] {
        var starts: [PluginConfiguration] = []
        for index in records.indices {
            guard case .waiting(let until) = records[index].state, until <= time else { continue }
            records[index].state = .starting
            if records[index].hasBeenStarted { records[index].restarts += 1 }
            records[index].hasBeenStarted = true
            starts.append(records[index].configuration)
        }
        return starts
    }

    package mutating func started(_ name: Identifier, pid: Int32, at time: Instant) {
        guard let index = index(of: name), records[index].state == .starting else { return }
        records[index].state = .running(pid)
        records[index].since = time
    }

    /// Updates the state of a plugin's program that could not be started: plans the next start, or
    /// sets `stopped`.
    package mutating func failed(_ name: Identifier, _ reason: String, at time: Instant) {
        guard let index = index(of: name), records[index].state == .starting else { return }
        records[index].reason = reason
        records[index].since = time
        rest(index, after: .failure, at: time)
    }

    /// Updates the state of a plugin's program that has ended: plans the next start, or sets
    /// `stopped`.
    package mutating func ended(_ name: Identifier, _ ending: Ending, at time: Instant) {
        guard let index = index(of: name), case .running = records[index].state else { return }
        records[index].reason = ending.description
        rest(index, after: ending == .exited(0) ? .success : .failure, at: time)
    }

    private enum Outcome { case success, failure }

    private mutating func rest(_ index: Int, after outcome: Outcome, at time: Instant) {
        let isAgain =
            switch records[index].configuration.restart {
            case .always: true
            case .onFailure: outcome == .failure
            case .never: false
            }
        guard isAgain, !isEnding else {
            records[index].state = .stopped
            return
        }
        let backOff = records[index].configuration.backOff
        if time >= records[index].since.advanced(by: Self.proof) {
            records[index].delay = backOff.first
        }
        records[index].state = .waiting(until: time.advanced(by: records[index].delay))
        records[index].delay = min(records[index].delay * 2, backOff.most)
    }

    /// Prevents all later starts of programs. Programs that are still running are not restarted
    /// after their end.
    package mutating func stop() {
        isEnding = true
        for index in records.indices {
            if case .running = records[index].state { continue }
            records[index].state = .stopped
        }
    }
}
