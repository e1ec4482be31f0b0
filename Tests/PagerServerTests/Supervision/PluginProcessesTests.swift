import Glibc
import PagerModel
import Testing

@testable import PagerPlugins
@testable import PagerServer

/// Tests of all plugin programs together, which share one descriptor and one deadline.
@Suite struct PluginProcessesTests {
    private let folder: Scratch
    private let clock: Identifier = "clock"

    init() throws { folder = try Scratch() }

    private func configuration(_ script: String, name: String = "clock") -> PluginConfiguration {
        var configuration = PluginConfiguration()
        configuration.name = Identifier(name)!
        configuration.command = ["/bin/sh", "-c", script]
        configuration.directory = folder.path
        return configuration
    }

    private func at(_ seconds: Double) -> Instant { Instant.zero.advanced(by: seconds) }

    @Test func `A program that fails is restarted after a pause`() throws {
        var processes = try PluginProcesses(
            [configuration("exit 1")], endpoints: Endpoints())
        let first = processes.run(at: at(5))
        guard case .started(clock, _)? = first.first, first.count == 1 else {
            Issue.record("\(first)")
            return
        }
        #expect(processes.nextDeadline == nil)
        try #require(isReadable(processes.descriptor, milliseconds: 60_000))
        #expect(processes.run(at: at(6)) == [.ended(clock, reason: "exited 1")])
        #expect(!isReadable(processes.descriptor, milliseconds: 0))
        #expect(processes.nextDeadline == at(6.2))
        #expect(processes.run(at: at(6.1)).isEmpty)
        #expect(processes.run(at: at(6.2)).count == 1)
        #expect(processes.supervisor[clock]?.restarts == 1)
        #expect(processes.supervisor[clock]?.reason == "exited 1")
    }

    @Test func `A failed start of a program is tried again after a pause`() throws {
        var lost = configuration("")
        lost.command = ["/nowhere/clock"]
        var processes = try PluginProcesses([lost], endpoints: Endpoints())
        for (time, next) in [(0.0, 0.2), (0.2, 0.6)] {
            let changes = processes.run(at: at(time))
            guard case .failed(clock, let problem)? = changes.first, changes.count == 1 else {
                Issue.record("\(changes)")
                return
            }
            #expect(problem.description.contains("/nowhere/clock"))
            #expect(processes.supervisor[clock]?.reason == problem.description)
            #expect(processes.nextDeadline == at(next))
        }
    }

    @Test func `One descriptor also signals the ends of processes that are not children`() throws {
        var processes = try PluginProcesses([], endpoints: Endpoints())
        #expect(processes.run(at: .zero).isEmpty)
        let child = try ChildProcess(configuration("exec sleep 60"), endpoints: Endpoints())
        var watch: ProcessWatch? = try processes.watch(child.pid)
        #expect(!isReadable(processes.descriptor, milliseconds: 0))
        child.signal(SIGKILL)
        #expect(isReadable(processes.descriptor, milliseconds: 60_000))
        #expect(try #require(watch).hasEnded)
        watch = nil
        #expect(!isReadable(processes.descriptor, milliseconds: 0))
    }

    /// A program that is just being started has such a copy.
    @Test func `A copy of a descriptor does not keep the signal of an ended process`() throws {
        let processes = try PluginProcesses([], endpoints: Endpoints())
        let child = try ChildProcess(configuration("exit 0"), endpoints: Endpoints())
        var watch: ProcessWatch? = try processes.watch(child.pid)
        let copy = dup(try #require(watch?.descriptor))
        defer { close(copy) }
        try #require(isReadable(processes.descriptor, milliseconds: 60_000))
        watch = nil
        #expect(!isReadable(processes.descriptor, milliseconds: 0))
    }

    @Test func `Watching a process that does not exist reports its end at once`() throws {
        let processes = try PluginProcesses([], endpoints: Endpoints())
        let watch = try processes.watch(.max)
        #expect(watch.hasEnded)
        #expect(!isReadable(processes.descriptor, milliseconds: 0))
    }

    @Test func `A program and the processes that it starts belong to its plugin`() throws {
        let said = try Fifo(folder.path("fifo"))
        let script = "setsid sh -c 'echo $$ > \(said.path); exec sleep 60' & wait"
        var processes = try PluginProcesses(
            [configuration(script), configuration("exec sleep 60", name: "other")],
            endpoints: Endpoints())
        _ = processes.run(at: .zero)
        guard case .running(let pid)? = processes.supervisor[clock]?.state,
            case .running(let other)? = processes.supervisor["other"]?.state
        else {
            Issue.record("it does not run")
            return
        }
        let inner = try #require(pid_t(said.line()))
        defer { kill(inner, SIGKILL) }
        for own in [pid, inner] {
            #expect(ProcessTree.isProgram(UInt32(own), of: pid))
            #expect(!ProcessTree.isProgram(UInt32(own), of: other))
        }
        for stranger in [UInt32(getpid()), 1, 0, .max] {
            #expect(!ProcessTree.isProgram(stranger, of: pid), "\(stranger)")
        }
        #expect(!ProcessTree.isProgram(nil, of: pid))
        #expect(!ProcessTree.isProgram(UInt32(pid), of: nil))
    }

    @Test func `A program is killed only if it does not end after SIGTERM`() throws {
        let said = try Fifo(folder.path("fifo"))
        let polite = "trap 'echo bye > bye; exit 0' TERM; echo 1 > \(said.path); sleep 60 & wait"
        let stubborn = "trap '' TERM; echo 2 > \(said.path); exec sleep 60"
        var processes = try PluginProcesses(
            [configuration(polite), configuration(stubborn, name: "mule")],
            endpoints: Endpoints())
        let started = processes.run(at: .zero)
        #expect(Set([try said.line(), try said.line()]) == ["1", "2"])
        let watches = try started.map { change in
            guard case .started(_, let pid) = change else {
                throw Fifo.Failure(description: "\(change)")
            }
            return try ProcessWatch(pid)
        }
        let killed = processes.terminate()
        #expect(killed == ["mule"])
        #expect(contents(of: folder.path("bye")) == "bye\n")
        #expect(watches.count == 2)
        for watch in watches {
            #expect(watch.hasEnded)
            #expect(kill(watch.pid, 0) != 0)
        }
        #expect(processes.nextDeadline == nil)
        #expect(processes.run(at: at(100)).isEmpty)
    }
}
