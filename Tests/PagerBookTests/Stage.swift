import Containers
import Containment
import PagerBook
import PagerDump
import PagerModel
import RandomCommands

/// A scene that runs the commands of books.
struct Stage {
    private(set) var scene = Scene(kinds: Containers.kinds)

    /// Runs commands as one batch, which is atomic.
    mutating func carryOut(_ commands: [BatchedCommand]) throws(CommandError) {
        do throws(RefusedCommand) {
            try scene.carryOut(commands)
        } catch {
            throw error.error.inside("commands[\(error.index)].params")
        }
    }

    /// Runs a book as a daemon does at its start: completely or not at all.
    mutating func start(_ book: Book, isReplacing: Bool = false) throws(CommandError) {
        var next = self
        try next.carryOut(book.removal)
        if isReplacing, !next.scene.resetStyles(to: []) {
            throw CommandError(.invalidArgument, "the removal leaves something")
        }
        for style in book.redefinitions { try next.scene.redefine(style) }
        try next.carryOut(book.commands)
        self = next
    }

    mutating func carryOut(_ method: String, _ params: Value) throws(CommandError) {
        var command = BatchedCommand()
        command.method = method
        command.params = params
        try carryOut([command])
    }

    /// Runs a command as a client would, or advances the time. A refused command changes nothing.
    mutating func carryOut(_ step: Step) {
        if step.method == "clock.advance" {
            let time = scene.now.advanced(by: step.params["seconds"]?.double ?? 0)
            scene.advance(to: time)
        } else if let type = scene.command(step.method) {
            func apply<C: SceneCommand>(_: C.Type) {
                guard let command = try? C(reading: step.params.members ?? []) else { return }
                _ = try? scene.apply(command, at: scene.now)
            }
            apply(type)
        }
        scene.drain { _ in }
    }

    mutating func endTransitions() {
        scene.endTransitions()
        scene.drain { _ in }
    }

    /// The running interactive transitions, which random commands can name.
    var held: [String] {
        scene.runningTransitions().filter(\.isInteractive).map(\.id.description)
    }

    /// Whether the view of a listed controller lies in its container's view outside of any window.
    /// A view that a client has put there stays when the controller leaves the list.
    var hasViewOfPage: Bool {
        scene.everything().contains { handle in
            guard scene.isController(handle) else { return false }
            let record = scene.record(controller: handle)
            return record.window == nil && record.superview != nil
                && record.superview == record.parent
        }
    }

    /// The state that clients read.
    var running: LiveState {
        do {
            return try scene.liveState
        } catch {
            preconditionFailure("a scene has what no daemon has: \(error)")
        }
    }

    /// The windows and controllers by name, without the state that later commands may have changed.
    var picture: [String: Value] {
        var picture: [String: Value] = [:]
        for handle in scene.everything() {
            picture[scene.name(of: handle)] =
                scene.isWindow(handle)
                ? Value(fields: scene.record(window: handle))
                : Value(fields: scene.record(controller: handle))
        }
        return picture
    }
}
