internal import PagerJournal
internal import Containment
package import PagerModel

/// What a start with a book carries out, all or none. The journal keeps it as it is.
package struct BookCommands: FieldObject {
    /// Whether nothing stays of what there is, the styles that clients have defined among it.
    package var isReplacing = false
    /// What removes all records then.
    package var removal: [BatchedCommand] = []
    /// Styles of the book that take the place of others with their names.
    package var styles: [TransitionStyle] = []
    package var commands: [BatchedCommand] = []

    package init() {}

    package init(_ commands: [BatchedCommand]) { self.commands = commands }

    package mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("replacing", &isReplacing, "whether nothing stays of what there is")
        try visitor.defaulted("removal", &removal, "what removes all records")
        try visitor.defaulted("styles", &styles, "what takes the place of styles that are defined")
        try visitor.required("commands", &commands, "what shows the book")
    }

    var isEmpty: Bool { !isReplacing && styles.isEmpty && commands.isEmpty }

    /// As the journal has it: the commands alone where there is nothing else, as in older journals.
    var record: Value {
        isReplacing || !styles.isEmpty ? Value(fields: self) : Value(commands)
    }

    /// - Throws: `CommandError` for a value of another form.
    init(record: Value) throws {
        if record.array != nil {
            self.init(try [BatchedCommand](reading: record))
        } else {
            try self.init(reading: record)
        }
    }
}

extension Service {
    /// Carries out what came with the start, all or none.
    ///
    /// - Parameter isReplayed: whether it comes from the journal.
    /// - Throws: the refusal of the first command that failed, its index in `details`.
    package mutating func load(
        _ book: BookCommands, isReplayed: Bool = false
    ) throws(CommandError) {
        if book.isEmpty { return }
        let context = RequestContext(startReplayed: isReplayed)
        try transaction { (service) throws(CommandError) in
            // The commands find containers at rest, as `running` has told.
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
        let results = try carryOut(Batch(commands: commands, atomic: true), context).reply.results
        for (index, result) in results.enumerated() {
            // Nobody sees the log line of a call that UIKit ignores: a book must not contain one.
            guard let text = result["result"]?["diagnostics"]?.array?.first?.string else {
                continue
            }
            throw CommandError(.invalidArgument, text, path: "commands[\(index)]")
        }
    }

    /// Removes all records, and what clients have defined.
    private mutating func clear(
        by removal: [BatchedCommand], _ context: RequestContext
    ) throws(CommandError) {
        do {
            try carryOut(together: removal, context)
        } catch {
            // Its place is that of a command which the book does not have.
            throw CommandError(error.name, error.message)
        }
        guard scene.resetStyles(to: additions.styles) else { return }
        closeStyles()
    }

    /// Gives styles that clients or an earlier book have defined the form that the book gives them.
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

    /// Events that were published tell of the styles as they were and would be replayed with others.
    private mutating func closeStyles() {
        _ = closeTransaction(cause: nil)
        recorder.forgetEvents()
    }
}
