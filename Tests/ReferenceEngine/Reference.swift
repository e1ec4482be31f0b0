public import PagerModel

/// The rules as a simple implementation: objects that refer to each other and are searched
/// linearly. It shares no code with the engine that it is compared with.
public final class Reference {
    var windows: [Window] = []
    var controllers: [Controller] = []
    var plainViews: [View] = []
    var transitions: [Transition] = []
    var lastTransition = 0
    /// The number of the last automatic name.
    var lastName = 0
    public private(set) var now = Instant.zero
    var deadlines: [Deadline] = []
    /// The controllers that need a layout pass, in the order of the requests.
    var awaitingLayout: [Controller] = []
    /// The commands that wait for a container's transition.
    var waiting: [(container: String, method: String, members: [Value.Member])] = []
    /// The command that is running.
    var current: (method: String, members: [Value.Member]) = ("", [])
    private var told: [Told] = []
    /// The styles by name.
    var styles = Reference.builtInStyles
    /// The views whose frame in their window has changed.
    var moved: [View] = []
    /// All accepted commands and advances of the clock.
    private var history: [Entry] = []
    /// Whether a child in the wrong tree that enters a window makes the running command fail.
    var refusesStrays = false
    /// Whether the running command has brought such a child into a window.
    var isRefused = false

    private enum Entry {
        case command(String, Value)
        case time(Double)
    }

    public init() {}

    // MARK: names

    func controller(_ id: Identifier) throws(CommandError) -> Controller {
        guard let found = controllers.first(where: { $0.name == id.text }) else {
            throw CommandError(.controllerNotFound, id.text)
        }
        return found
    }

    func controller(_ id: Identifier?, kind: String) throws(CommandError) -> Controller {
        guard let id else {
            let candidates = controllers.filter { $0.kind == kind }
            guard candidates.count == 1 else { throw CommandError(.invalidParams, "id is missing") }
            return candidates[0]
        }
        let found = try controller(id)
        guard found.kind == kind else { throw CommandError(.wrongKind, id.text) }
        return found
    }

    func window(_ id: Identifier) throws(CommandError) -> Window {
        guard let found = windows.first(where: { $0.name == id.text }) else {
            throw CommandError(.windowNotFound, id.text)
        }
        return found
    }

    func view(_ id: Identifier) throws(CommandError) -> View {
        if let found = controllers.first(where: { $0.name == id.text }) { return found.view }
        guard let found = plainViews.first(where: { $0.name == id.text }) else {
            throw CommandError(.viewNotFound, id.text)
        }
        return found
    }

    func isTaken(_ name: String) -> Bool {
        controllers.contains { $0.name == name } || plainViews.contains { $0.name == name }
            || windows.contains { $0.name == name }
    }

    // MARK: publishing events

    func tell(_ subject: String, _ name: String, _ fields: String...) {
        told.append(Told(subject, name, fields.joined(separator: ",")))
    }

    func tell(_ subject: Controller, _ name: String, _ fields: String...) {
        told.append(Told(subject.name, name, fields.joined(separator: ",")))
    }

    /// Returns the events since the last call.
    public func takeTold() -> [Told] {
        defer { told = [] }
        return told
    }

    // MARK: time

    func schedule(in seconds: Double, _ action: @escaping () -> Void) -> Deadline {
        let deadline = Deadline(now.advanced(by: max(seconds, Limits.shortestWait)), action)
        deadlines.append(deadline)
        return deadline
    }

    func call(off deadline: Deadline?) {
        deadlines.removeAll { $0 === deadline }
    }

    /// Advances the time. Deadlines run in the order of their times, then of their creation.
    public func advance(by seconds: Double) {
        history.append(.time(seconds))
        let target = now.advanced(by: seconds)
        while let next = deadlines.min(by: { $0.time < $1.time }), next.time <= target {
            now = next.time
            call(off: next)
            next.action()
            layOut()
        }
        now = target
    }

    // MARK: commands

    /// Runs one command.
    public func apply(_ method: String, _ params: Value) throws(CommandError) {
        guard let members = params.members else { throw CommandError(.invalidParams, method) }
        current = (method, members)
        refusesStrays =
            CommandList.all.first { $0.method == method }?.errors
            .contains(.hierarchyInconsistency) ?? false
        defer { refusesStrays = false }
        try run(method, members)
        layOut()
        if isRefused {
            beginAgain()
            throw CommandError(.hierarchyInconsistency, method)
        }
        history.append(.command(method, params))
    }

    /// Undoes a command by replaying everything before it.
    private func beginAgain() {
        let past = history
        history = []
        windows = []
        controllers = []
        plainViews = []
        transitions = []
        lastTransition = 0
        lastName = 0
        now = .zero
        deadlines = []
        awaitingLayout = []
        moved = []
        waiting = []
        styles = Self.builtInStyles
        isRefused = false
        for entry in past {
            switch entry {
            case .command(let method, let params): try? apply(method, params)
            case .time(let seconds): advance(by: seconds)
            }
        }
        told = []
    }
}

func name(_ controller: Controller?) -> String { controller?.name ?? "null" }

func text(_ index: Int?) -> String { index.map(String.init) ?? "null" }

func list(_ controllers: [Controller]) -> String {
    "[\(controllers.map(\.name).joined(separator: ","))]"
}

extension Array where Element: AnyObject {
    func has(_ element: Element?) -> Bool { contains { $0 === element } }
    func index(of element: Element?) -> Int? { firstIndex { $0 === element } }
    func without(_ element: Element?) -> [Element] { filter { $0 !== element } }
}
