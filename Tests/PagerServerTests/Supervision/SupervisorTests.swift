import PagerModel
import PagerPlugins
import PagerServer
import Testing

/// Tests of when a plugin's program is started and restarted.
@Suite struct SupervisorTests {
    private let clock: Identifier = "clock"

    private func supervisor(
        _ restart: RestartPolicy = .onFailure, first: Double = 1, most: Double = 8
    ) -> Supervisor {
        var configuration = PluginConfiguration()
        configuration.name = clock
        configuration.command = ["clock"]
        configuration.restart = restart
        configuration.backOff.first = first
        configuration.backOff.most = most
        return Supervisor([configuration])
    }

    private func at(_ seconds: Double) -> Instant { Instant.zero.advanced(by: seconds) }

    /// Starts the program at its time and lets it end after a given run time.
    private func live(
        _ supervisor: inout Supervisor, _ life: Double, _ ending: Ending = .exited(1)
    ) throws -> Instant {
        let start = try #require(supervisor.nextDeadline)
        try #require(supervisor.due(at: start).map(\.name) == [clock])
        supervisor.started(clock, pid: 7, at: start)
        let end = start.advanced(by: life)
        supervisor.ended(clock, ending, at: end)
        return end
    }

    /// Returns the seconds from the end of each short run to the next start.
    private func pauses(_ supervisor: inout Supervisor, _ count: Int) throws -> [Double] {
        try (0..<count).map { _ in
            let end = try live(&supervisor, 0.5)
            let next = try #require(supervisor.nextDeadline)
            return Double(next.nanoseconds - end.nanoseconds) / 1e9
        }
    }

    @Test func `A new program is due immediately`() {
        var supervisor = supervisor()
        #expect(supervisor.nextDeadline == .zero)
        #expect(supervisor.due(at: at(5)).map(\.name) == [clock])
        #expect(supervisor[clock]?.state == .starting)
        #expect(supervisor.nextDeadline == nil)
    }

    @Test func `A program that is starting or running is not due again`() {
        var supervisor = supervisor()
        _ = supervisor.due(at: at(0))
        #expect(supervisor.due(at: at(1)).isEmpty)
        supervisor.started(clock, pid: 7, at: at(1))
        #expect(supervisor[clock]?.state == .running(7))
        #expect(supervisor.due(at: at(2)).isEmpty)
    }

    @Test(arguments: [
        (RestartPolicy.always, Ending.exited(0), true), (.always, .exited(1), true),
        (.always, .killed(signal: 9), true), (.onFailure, .exited(0), false),
        (.onFailure, .exited(1), true), (.onFailure, .killed(signal: 15), true),
        (.onFailure, .unseen, true), (.never, .exited(0), false), (.never, .exited(1), false),
        (.never, .killed(signal: 9), false),
    ])
    func `The restart policy determines whether a program is started again`(
        policy: RestartPolicy, ending: Ending, comesBack: Bool
    ) throws {
        var supervisor = supervisor(policy)
        let end = try live(&supervisor, 0, ending)
        #expect(
            supervisor[clock]?.state
                == (comesBack ? .waiting(until: end.advanced(by: 1)) : .stopped))
        #expect(supervisor[clock]?.reason == ending.description)
    }

    @Test func `The pause before a restart doubles up to its maximum`() throws {
        var supervisor = supervisor(first: 1, most: 6)
        #expect(try pauses(&supervisor, 5) == [1, 2, 4, 6, 6])
        #expect(supervisor[clock]?.restarts == 4)
    }

    @Test func `A run of ten seconds resets the pause`() throws {
        var supervisor = supervisor()
        #expect(try pauses(&supervisor, 3) == [1, 2, 4])
        let end = try live(&supervisor, 10)
        #expect(supervisor.nextDeadline == end.advanced(by: 1))
        #expect(try pauses(&supervisor, 2) == [2, 4])
    }

    @Test func `A shorter run than ten seconds does not reset the pause`() throws {
        var supervisor = supervisor()
        #expect(try pauses(&supervisor, 2) == [1, 2])
        let end = try live(&supervisor, 9.999)
        #expect(supervisor.nextDeadline == end.advanced(by: 4))
    }

    @Test func `A program with the policy never is not started again after a failed start`() {
        var supervisor = supervisor(.never)
        _ = supervisor.due(at: at(0))
        supervisor.failed(clock, "no such file", at: at(0))
        #expect(supervisor[clock]?.state == .stopped)
    }

    @Test func `No program is started after the supervisor has stopped`() throws {
        var supervisor = supervisor(.always)
        _ = try live(&supervisor, 0)
        supervisor.stop()
        #expect(supervisor.nextDeadline == nil)
        #expect(supervisor.due(at: at(100)).isEmpty)
        #expect(supervisor[clock]?.state == .stopped)
    }

    @Test func `A program that ends after the stop is not started again`() {
        var supervisor = supervisor(.always)
        _ = supervisor.due(at: at(0))
        supervisor.started(clock, pid: 7, at: at(0))
        supervisor.stop()
        #expect(supervisor[clock]?.state == .running(7))
        supervisor.ended(clock, .killed(signal: 15), at: at(1))
        #expect(supervisor[clock]?.state == .stopped)
        #expect(supervisor.nextDeadline == nil)
    }

    @Test func `The end of one program does not affect another program`() {
        let names = ["a", "b"].map { Identifier($0)! }
        var supervisor = Supervisor(
            names.map { name in
                var configuration = PluginConfiguration()
                configuration.name = name
                configuration.command = ["x"]
                return configuration
            })
        #expect(supervisor.due(at: at(0)).map(\.name) == names)
        supervisor.started(names[0], pid: 7, at: at(0))
        supervisor.started(names[1], pid: 8, at: at(0))
        supervisor.ended(names[0], .exited(1), at: at(1))
        #expect(supervisor[names[0]]?.state == .waiting(until: at(1.2)))
        #expect(supervisor[names[1]]?.state == .running(8))
        #expect(supervisor["c"]?.state == nil)
    }
}
