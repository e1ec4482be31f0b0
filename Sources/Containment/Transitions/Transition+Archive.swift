public import PagerModel

extension TransitionParticipants: Archived {
    public mutating func visit(_ archive: inout Archive) {
        // The count alone distinguishes none, one and several controllers.
        var controllers = controllers
        controllers.visit(&archive)
        if archive.isReading { self = TransitionParticipants(controllers) }
    }
}

extension TransitionPlan {
    mutating func visit(_ archive: inout Archive) {
        container.visit(&archive)
        leaving.visit(&archive)
        entering.visit(&archive)
        archive.visit(&from)
        archive.visit(&to)
        archive.visit(&order)
        archive.visit(style: &style)
        reversed.visit(&archive)
        archive.visit(&direction)
        duration.visit(&archive)
        archive.visit(&curve)
        archive.visit(&options)
        animated.visit(&archive)
        interactive.visit(&archive)
        joining.visit(&archive)
        parting.visit(&archive)
        evenUnseen.visit(&archive)
        archive.visit(&frame)
        frames.visit(&archive)
        archive.visit(&owner)
        tag.visit(&archive)
        archive.require(
            frames.isEmpty || frames.count == entering.controllers.count,
            "the frames of a transition do not match its entering controllers")
    }
}

extension Transition {
    /// Creates a placeholder, whose properties are set when an archive is read.
    private init() {
        self.init(
            id: TransitionID(), plan: TransitionPlan(container: .none), animated: false,
            began: .zero, touched: .zero, superview: .none, alreadyAppeared: .empty)
    }

    mutating func visit(_ archive: inout Archive) {
        id.visit(&archive)
        plan.visit(&archive)
        animated.visit(&archive)
        progress.visit(&archive)
        began.visit(&archive)
        touched.visit(&archive)
        superview.visit(&archive)
        alreadyAppeared.visit(&archive)
    }

    /// Archives the running transitions in the order of their start.
    static func visit(_ running: inout [TransitionID: Transition], _ archive: inout Archive) {
        var list = running.values.sorted { $0.id < $1.id }
        archive.visit(&list, new: Transition()) { $0.visit(&$1) }
        guard archive.isReading else { return }
        running = Dictionary(list.map { ($0.id, $0) }) { first, _ in first }
        archive.require(running.count == list.count, "a transition runs twice")
    }
}

extension Presentation: Archived {
    init() {
        self.init(
            presenter: .none, style: .automatic, removesPresentersView: false, transitionStyle: 0)
    }

    mutating func visit(_ archive: inout Archive) {
        presenter.visit(&archive)
        archive.visit(&style)
        removesPresentersView.visit(&archive)
        archive.visit(style: &transitionStyle)
    }
}

extension Displacement: Archived {
    init() { self.init(superview: .none) }

    mutating func visit(_ archive: inout Archive) { superview.visit(&archive) }
}

extension Deadline: Archived {
    init() { self.init(time: .zero, serial: 0, purpose: .end(TransitionID())) }

    mutating func visit(_ archive: inout Archive) {
        time.visit(&archive)
        serial.visit(&archive)
        purpose.visit(&archive)
    }
}

extension Deadline.Purpose {
    mutating func visit(_ archive: inout Archive) {
        var (number, transition, controller, token) = parts
        number.visit(&archive)
        switch number {
        case 0:
            transition.visit(&archive)
            self = .end(transition)
        case 1:
            transition.visit(&archive)
            self = .idle(transition)
        case 2:
            controller.visit(&archive)
            token.visit(&archive)
            self = .kind(controller, token: token)
        case 3:
            controller.visit(&archive)
            token.visit(&archive)
            self = .resize(controller, number: token)
        case 4: self = .observer
        default: archive.fail("no kind of deadline has the number \(number)")
        }
    }

    /// The archived form of a deadline's purpose: the number of the enumeration case, and one value
    /// for each type of associated value. A value that the case does not use is empty or 0.
    private var parts: (UInt8, TransitionID, Handle, UInt64) {
        switch self {
        case .end(let id): (0, id, .none, 0)
        case .idle(let id): (1, id, .none, 0)
        case .kind(let controller, let token): (2, TransitionID(), controller, token)
        case .resize(let window, let number): (3, TransitionID(), window, number)
        case .observer: (4, TransitionID(), .none, 0)
        }
    }
}

extension WaitingCommand {
    /// Creates a placeholder, whose properties are set when an archive is read.
    private init() { self.init(command: ControllerList(), origin: 0) }

    /// Writes or reads the queued commands of all containers. The keys of `queues` are the
    /// containers.
    static func visit(
        _ queues: inout [Handle: [WaitingCommand]], _ commands: CommandTable,
        _ archive: inout Archive
    ) {
        archive.visit(&queues, by: Handle.isInOrder, new: []) { waiting, archive in
            archive.visit(&waiting, new: WaitingCommand()) { $0.visit(commands, &$1) }
        }
    }

    /// Archives a queued command: the number of the client's request, the command's method, and the
    /// command's fields.
    private mutating func visit(_ commands: CommandTable, _ archive: inout Archive) {
        origin.visit(&archive)
        archive.visit(&command, commands)
        // The size is computed from the command.
        if archive.isReading { self = WaitingCommand(command: command, origin: origin) }
    }
}

extension Archive {
    /// Writes or reads a command: the name of its method, then its fields.
    package mutating func visit(_ command: inout any SceneCommand, _ commands: CommandTable) {
        var method = type(of: command).method
        method.visit(&self)
        if isReading {
            guard let type = commands[method] else {
                fail("a queued command has the unknown method \(quoted(method))")
                return
            }
            command = type.init()
        }
        command = visited(command)
    }

    private mutating func visited<C: SceneCommand>(_ command: C) -> C {
        var command = command
        declaration(of: C.self, C.method)
        fields(&command)
        return command
    }
}
