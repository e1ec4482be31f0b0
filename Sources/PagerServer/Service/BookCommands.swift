internal import PagerJournal
internal import Containment
package import PagerModel

/// The commands that show a book (a file or folder that describes pages) when the daemon starts.
/// The daemon executes all of them or none, and the journal records them.
package struct BookCommands: FieldObject {
    /// Whether the book replaces the whole state, including the styles that clients have defined.
    package var isReplacing = false
    /// The commands that remove all controllers, views and windows. The daemon executes them only
    /// if the book replaces the whole state.
    package var removal: [BatchedCommand] = []
    /// The styles of the book that replace existing styles with the same names.
    package var styles: [TransitionStyle] = []
    package var commands: [BatchedCommand] = []

    package init() {}

    package init(_ commands: [BatchedCommand]) { self.commands = commands }

    package mutating func visit(_ v: inout some FieldVisitor) {
        v.field("replacing", &isReplacing, "whether the whole state is replaced")
        v.field("removal", &removal, "the commands that remove all records")
        v.field("styles", &styles, "the styles that replace defined ones")
        v.required("commands", &commands, "the commands that show the book")
    }

    var isEmpty: Bool { !isReplacing && styles.isEmpty && commands.isEmpty }

    /// The commands in the form that a journal record contains. If `styles` is empty and the book
    /// does not replace the whole state, this is a list, the same form as in journals of earlier
    /// pagerd versions. Otherwise it is an object.
    var record: Value {
        isReplacing || !styles.isEmpty ? Value(fields: self) : Value(commands)
    }

    /// Reads the commands from the value of a journal record.
    ///
    /// - Throws: `CommandError` if the value has a different form.
    init(record: Value) throws {
        if record.array != nil {
            self.init(try [BatchedCommand](reading: record))
        } else {
            try self.init(reading: record)
        }
    }
}

extension Service {
    /// Executes the commands that show the book when the daemon starts: all of them or none.
    ///
    /// - Parameter isReplayed: Whether the commands come from the journal.
    /// - Throws: The error of the first refused command or style. The error's path contains the
    ///   index, except for the commands in `removal`.
    package mutating func load(
        _ book: BookCommands, isReplayed: Bool = false
    ) throws(CommandError) {
        if book.isEmpty { return }
        let context = RequestContext(startReplayed: isReplayed)
        try transaction { (service) throws(CommandError) in
            // The commands expect containers without running transitions, because they were
            // computed from the result of `running`.
            if service.scene.runningTransitionCount > 0 {
                service.scene.endTransitions()
                _ = service.closeTransaction(cause: nil)
            }
            if book.isReplacing {
                try service.clear(by: book.removal, context)
            } else if !book.styles.isEmpty {
                try service.redefine(book.styles)
            }
            try service.carryOut(together: book.commands, context)
        }
        record(.book, book.record)
    }

    private mutating func carryOut(
        together commands: [BatchedCommand], _ context: RequestContext
    ) throws(CommandError) {
        if commands.isEmpty { return }
        let results = try carryOut(
            Batch {
                $0.commands = commands
                $0.atomic = true
            }, context
        ).reply.results
        for (index, result) in results.enumerated() {
            // A book must not contain a call that UIKit ignores, because the message would not be
            // visible.
            guard let text = result["result"]?["diagnostics"]?.array?.first?.string else {
                continue
            }
            throw CommandError(.invalidArgument, text, path: "commands[\(index)]")
        }
    }

    /// Executes the commands `removal`, which remove all controllers, views and windows. If the
    /// state is then empty, also removes all styles except the built-in ones and those that the
    /// program adds.
    private mutating func clear(
        by removal: [BatchedCommand], _ context: RequestContext
    ) throws(CommandError) {
        do {
            try carryOut(together: removal, context)
        } catch {
            // The path of the error would refer to a command that is not in the book, so it is left
            // out.
            throw CommandError(error.name, error.message)
        }
        guard scene.resetStyles(to: additions.styles) else { return }
        closeStyles()
    }

    /// Replaces existing styles, which clients or an earlier book have defined, with the styles of
    /// the same names in `styles`.
    private mutating func redefine(_ styles: [TransitionStyle]) throws(CommandError) {
        for (index, style) in styles.enumerated() {
            do {
                try scene.redefine(style)
            } catch {
                throw error.inside("styles[\(index)]")
            }
        }
        closeStyles()
    }

    /// Closes the transaction and discards all stored events. The events refer to the previous
    /// definitions of styles, so they must not be replayed.
    private mutating func closeStyles() {
        _ = closeTransaction(cause: nil)
        recorder.forgetEvents()
    }
}

extension Service {
    /// Returns the state as if all running transitions had ended, for a comparison with a book.
    ///
    /// A book describes what clients create. So this state omits the records that objects of UIKit
    /// classes have created. If such an object implements a controller that a client created, the
    /// state also omits what the object has changed in its controller.
    func running() -> RunningState {
        var scene = scene
        // Completions of objects belong to the scene itself, so they must not run on a copy.
        scene.setProvisional(true)
        scene.endTransitions()
        let everything = scene.everything().filter { scene.observer?.hasCreated($0) != true }
        let controllers = everything.filter { scene.isController($0) }
        return RunningState(
            windows: everything.filter { scene.isWindow($0) }.map { scene.record(window: $0) },
            controllers: controllers.map { Self.record(ofClient: $0, in: scene) },
            styles: scene.transitionStyles,
            views: everything.filter {
                scene.isController($0) ? scene.isViewLoaded($0) : !scene.isWindow($0)
            }
            .map { Self.record(ofClientView: $0, in: scene) },
            presentations: controllers.map { scene.record(presentationOf: $0) }
                .filter { $0.presenter != nil },
            definesStyles: scene.transitionStyles.count
                > TransitionStyle.builtIn.count + additions.styles.count)
    }

    /// Returns the record of a controller. If an object of a UIKit class implements the controller,
    /// the record omits the options and children, which the object sets.
    private static func record(ofClient controller: Handle, in scene: Scene) -> ControllerRecord {
        var record = scene.record(controller: controller)
        if scene.keepsObject(controller) {
            record.options = ControllerOptions()
            record.children = []
            record.subviews = []
        }
        return record
    }

    /// Returns the record of a view. If the view belongs to a controller that an object of a UIKit
    /// class implements, the record omits the properties and subviews, which the controller's
    /// object sets.
    private static func record(ofClientView view: Handle, in scene: Scene) -> ViewRecord {
        var record = scene.record(view: view)
        if scene.isController(view), scene.keepsObject(view) {
            record.appearance = ViewAttributes()
            record.hidden = false
            record.subviews = []
        }
        return record
    }
}
