package import PagerModel

/// Decides which plugin's program is started when.
///
///     waiting ─ due ─▶ starting ─ started ─▶ running ─ ended ─▶ waiting or stopped
///
/// A value without a clock and without processes: both come in as arguments.
package struct Supervisor {
    package enum State: Hashable, Sendable {
        /// Somebody has been told to start it.
        case starting
        case running(Int32)
        case waiting(until: Instant)
        /// It will not be started again.
        case stopped
    }

    /// What is known of one plugin's program.
    package struct Record: Sendable {
        package let configuration: PluginConfiguration
        package fileprivate(set) var state = State.waiting(until: .zero)
        /// Starts after the first.
        package fileprivate(set) var restarts = 0
        /// Why it ended or could not be started the last time.
        package fileprivate(set) var reason: String?
        fileprivate var hasBeenStarted = false
        fileprivate var since = Instant.zero
        /// Seconds before the next start, should it fail before it has proved itself.
        fileprivate var delay: Double

        fileprivate init(_ configuration: PluginConfiguration) {
            self.configuration = configuration
            delay = configuration.backOff.first
        }
    }

    /// Seconds after which a program has proved itself: the back-off begins anew.
    package static let proof = 10.0

    /// In the order of the configuration.
    package private(set) var records: [Record]
    private var isEnding = false

    package init(_ configurations: [PluginConfiguration]) {
        records = configurations.map { Record($0) }
    }

    /// Nil for a plugin that is not in the configuration. O(plugins).
    package subscript(name: Identifier) -> Record? {
        index(of: name).map { records[$0] }
    }

    private func index(of name: Identifier) -> Int? {
        records.firstIndex { $0.configuration.name == name }
    }

    /// When the next program is to be started.
    package var nextDeadline: Instant? {
        records.compactMap { record in
            if case .waiting(let until) = record.state { until } else { nil }
        }.min()
    }

    /// Takes the plugins whose time has come; each of them is to be started now, and `started` or
    /// `failed` follows.
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

    /// It could not be started: a failure after no life at all.
    package mutating func failed(_ name: Identifier, _ reason: String, at time: Instant) {
        guard let index = index(of: name), records[index].state == .starting else { return }
        records[index].reason = reason
        records[index].since = time
        rest(index, after: .failure, at: time)
    }

    /// Its process has ended.
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

    /// Nothing is started from now on; who runs is stopped once it has ended.
    package mutating func stop() {
        isEnding = true
        for index in records.indices {
            if case .running = records[index].state { continue }
            records[index].state = .stopped
        }
    }
}
