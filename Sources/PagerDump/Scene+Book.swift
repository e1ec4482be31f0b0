package import Containment
package import PagerBook
package import PagerModel

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
