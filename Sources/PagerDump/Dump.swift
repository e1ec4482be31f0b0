internal import Containers
package import Containment
package import PagerBook
package import PagerModel

extension LiveState {
    /// The state as a book in YAML, without alarms. The comments at its beginning name what a new
    /// daemon that starts with the book lacks. If no daemon starts with it, the first comment says
    /// why.
    package var dump: String { Dump(of: withoutAlarms).text }
}

/// A book that describes a state, and what came of starting a new daemon with it.
private struct Dump {
    private enum Outcome {
        /// A new daemon starts. The comments say in what its state differs.
        case starts([String])
        case refused(String)
        /// This program does not have everything that the daemon has.
        case unknown(String)
    }

    /// A new daemon is started again without what it has refused, at most so many times.
    private static let attempts = 32

    private let running: LiveState
    private var refusals = BookRefusals()
    private var book = ""
    private var outcome = Outcome.starts([])
    /// A comment about `pagerctl apply` of the book, if that changes something.
    private var changes: [String] = []

    init(of running: LiveState) {
        self.running = running
        for _ in 0..<Self.attempts {
            book = running.book(leavingOut: refusals)
            do {
                let parsed = try Book.parse(book, name: "dump", vocabulary: running.vocabulary)
                changes = changes(by: parsed)
                if !start(parsed) { return }
            } catch {
                outcome = .refused(error.description)
                return
            }
        }
    }

    var text: String {
        let losses = running.losses.map { "not in this book: \($0)" }
        let comments =
            switch outcome {
            case .starts(let differences): losses + differences
            case .refused(let reason): [Self.unusable + reason] + losses
            case .unknown(let reason):
                losses + ["not compared with a new daemon, which may lack more: \(reason)"]
            }
        let text = (comments + changes).map { "# \($0.printable)\n" }.joined() + book
        if case .refused = outcome { return text }
        if text.utf8.count <= Document.maximumBytes { return text }
        return "# \(Self.unusable)it has more than \(Document.maximumBytes >> 20) MiB\n" + text
    }

    /// The beginning of a comment that other programs recognize.
    private static let unusable = "no daemon starts with this book: "

    // MARK: A new daemon

    /// Starts a new daemon with the book. Returns true if the next version of the book leaves out
    /// what the daemon has refused.
    private mutating func start(_ parsed: Book) -> Bool {
        if let added = running.controllers.first(where: { Kinds.named($0.kind) == nil }) {
            outcome = .unknown("pagerctl does not have the kind \(added.kind) of \(added.id)")
            return false
        }
        do {
            var daemon = Scene(kinds: Containers.kinds)
            for style in stylesOfProgram { try daemon.define(style) }
            do throws(RefusedCommand) {
                try daemon.carryOut(parsed.commands)
            } catch {
                return leavesOut(error, parsed)
            }
            // If an alarm cannot be presented, the comparison finds it.
            try? daemon.carryOut(alarms)
            let new = try daemon.liveState.withoutAlarms
            if leavesOutPresentations(new) { return true }
            outcome = .starts(StateDifferences(running, new).comments)
        } catch {
            outcome = .unknown("\(error)")
        }
        return false
    }

    /// The styles that the daemon's program adds to the built-in ones.
    private var stylesOfProgram: [TransitionStyle] {
        let builtIn = TextSet(TransitionStyle.builtIn.map(\.name))
        return running.styles.filter {
            running.vocabulary.hasStyle($0.name) && !builtIn.contains($0.name)
        }
    }

    private mutating func leavesOut(_ refusal: RefusedCommand, _ parsed: Book) -> Bool {
        let command = parsed.commands[refusal.index]
        outcome = .refused("\(command.method): \(refusal.error.message)")
        return refusals.insert(refusal.error, of: command, running)
    }

    /// Leaves out the controllers that another controller presents in the new daemon.
    private mutating func leavesOutPresentations(_ new: LiveState) -> Bool {
        var isChanged = false
        for id in new.controllers.map(\.id.text) {
            guard let presenter = new.presenter(of: id), presenter != running.presenter(of: id),
                refusals.insert(presentationOf: id)
            else { continue }
            outcome = .refused("\(presenter) would present \(id)")
            isChanged = true
        }
        return isChanged
    }

    private func changes(by parsed: Book) -> [String] {
        do {
            let commands = try parsed.changes(to: running).commands.map { command in
                let names = ["controller", "child", "view", "id"]
                let id = names.lazy.compactMap { command.params[$0]?.string }.first ?? ""
                return "\(command.method) \(id)"
            }
            return commands.isEmpty
                ? [] : ["pagerctl apply of this book sends " + commands.joined(separator: ", ")]
        } catch {
            return ["pagerctl apply refuses this book: \(error.description)"]
        }
    }

    /// The commands that present the alarms of the running state, because what an alarm covers is
    /// in no window.
    private var alarms: [BatchedCommand] {
        func command(_ method: String, _ params: Value) -> BatchedCommand {
            var command = BatchedCommand()
            command.method = method
            command.params = params
            return command
        }
        return running.alarms.flatMap { alarm in
            [
                command(
                    ControllerCreate.method,
                    [
                        "id": .string(alarm.id), "kind": .string(Kinds.plain),
                        "content": .object([AlarmMark.member]),
                    ]),
                command(
                    ModalPresent.method,
                    [
                        "from": .string(alarm.presenter), "controller": .string(alarm.id),
                        "style": Value(PresentationStyle.fullScreen), "animated": false,
                    ]),
            ]
        }
    }
}

/// A command of a book that the engine has refused.
package struct RefusedCommand: Error {
    package let index: Int
    package let error: CommandError
}

extension Scene {
    /// Carries out the commands of a book as a daemon does: all or, if one is refused, none.
    package mutating func carryOut(_ commands: [BatchedCommand]) throws(RefusedCommand) {
        var next = self
        for (index, command) in commands.enumerated() {
            do throws(CommandError) {
                try next.carryOut(command)
            } catch {
                throw RefusedCommand(index: index, error: error)
            }
        }
        self = next
    }

    private mutating func carryOut(_ command: BatchedCommand) throws(CommandError) {
        guard let type = self.command(command.method) else {
            throw CommandError(.methodNotFound, command.method)
        }
        func apply<C: SceneCommand>(_: C.Type) throws(CommandError) {
            _ = try self.apply(try C(reading: command.params.members ?? []), at: now)
        }
        try apply(type)
        // As in the daemon, a call that UIKit ignores is an error in a book.
        if let text = ignored.first { throw CommandError(.invalidArgument, text) }
        drain { _ in }
    }

    /// The state that clients read.
    package var liveState: LiveState {
        get throws(CommandError) {
            let everything = everything()
            let controllers = everything.filter(isController)
            return try LiveState(
                windows: everything.filter(isWindow).map { record(window: $0) },
                controllers: controllers.map { record(controller: $0) },
                styles: transitionStyles,
                views: everything.filter(hasView).map { record(view: $0) },
                presentations: controllers.map { record(presentationOf: $0) }
                    .filter { $0.presenter != nil })
        }
    }

    private func hasView(_ handle: Handle) -> Bool {
        isController(handle) ? isViewLoaded(handle) : !isWindow(handle)
    }
}
