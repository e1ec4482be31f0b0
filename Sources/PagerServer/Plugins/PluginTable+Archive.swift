internal import Containment
internal import PagerModel
internal import PagerWire

extension PluginTable {
    /// Writes the plugins to an archive, or reads them from one. Omits their queued messages and
    /// the times at which their connections ended, because all connections have ended when a daemon
    /// restarts.
    mutating func visit(_ archive: inout Archive, _ scene: Scene) {
        var list = sorted.map { plugin in
            (plugin: plugin, kinds: kinds(of: plugin.name).map { scene.kindName(at: $0) })
        }
        archive.visit(&list, new: (Plugin(name: ""), [])) { $0.plugin.visit(&$1, &$0.kinds) }
        var open = open
        archive.visit(&open, new: PendingDecision()) { $0.visit(scene.commands, &$1) }
        archive.visit(counter: &nextDecision)
        guard archive.isReading else { return }
        // In older archives a kind may have two hosts, if a configuration assigned it to a
        // different plugin.
        for (plugin, kinds) in list.filter({ !$0.plugin.isConfigured })
            + list.filter({ $0.plugin.isConfigured })
        {
            self[plugin.name] = plugin
            for kind in kinds {
                let place = scene.kind(named: kind)
                archive.require(place != nil, "there is no kind \(kind)")
                if let place { assign(place, to: plugin.name) }
            }
            if let connection = plugin.connection { connect(plugin.name, connection) }
        }
        pending = Dictionary(open.map { ($0.number, $0) }) { first, _ in first }
        archive.require(byName.count == list.count, "two plugins have one name")
        archive.require(pending.count == open.count, "two decisions have one number")
    }
}

extension Plugin {
    /// Writes the plugin to an archive, or reads it from one.
    ///
    /// - Parameter kinds: The names of the controller kinds that the plugin hosts.
    fileprivate mutating func visit(_ archive: inout Archive, _ kinds: inout [String]) {
        var name = name
        name.visit(&archive)
        if archive.isReading { self = Plugin(name: name) }
        isConfigured.visit(&archive)
        archive.visit(&state)
        kinds.visit(&archive)
        archive.visit(&decisions, new: DecisionDeclaration()) { $1.visit(field: &$0) }
        archive.visit(&grants, new: .create) { $1.visit(&$0) }
        archive.visit(&connection)
        archive.visit(&owner)
        archive.visit(counter: &restarts)
        archive.visit(&reason)
        archive.visit(counter: &lostAt)
        if archive.holds("coveredContents") {
            hasCovered.visit(&archive)
        } else {
            visitHidden(&archive)
        }
        diagnostics.second.visit(&archive)
        archive.visit(counter: &diagnostics.count)
    }
}

extension Plugin {
    private mutating func visitHidden(_ archive: inout Archive) {
        var items = hidden.sorted { $0.key.text < $1.key.text }
            .map { (controller: Identifier(unchecked: $0.key.text), content: $0.value) }
        archive.visit(&items, new: (Identifier(unchecked: ""), .null)) { item, archive in
            archive.visit(field: &item.controller)
            archive.visit(field: &item.content)
        }
        guard archive.isReading else { return }
        for item in items { hidden[TextKey(item.controller.text)] = item.content }
    }
}

extension PluginConnection: Archived {
    init() { self.init(routing: [], peer: Peer(), pid: nil, isDelimited: false) }

    mutating func visit(_ archive: inout Archive) {
        var (routing, peer, pid) = (recordedRouting, peer, pid)
        routing.visit(&archive)
        peer.visit(&archive)
        archive.visit(&pid)
        if archive.isReading {
            self = PluginConnection(routing: routing, peer: peer, pid: pid, isDelimited: false)
        }
    }
}

extension PendingDecision {
    /// Creates an empty decision, whose properties are set when an archive is read.
    fileprivate init() {
        self.init(
            number: 0, plugin: "", inquiry: DecisionInquiry(),
            declaration: DecisionDeclaration(),
            question: Question(.shouldSelect, container: .none, controller: .none), command: nil,
            cause: nil, deadline: .zero)
    }

    fileprivate mutating func visit(_ commands: CommandTable, _ archive: inout Archive) {
        number.visit(&archive)
        plugin.visit(&archive)
        inquiry.visit(&archive)
        archive.visit(field: &declaration)
        archive.visit(&question.kind)
        question.container.visit(&archive)
        question.controller.visit(&archive)
        visitCommand(commands, &archive)
        archive.visit(&cause)
        deadline.visit(&archive)
    }

    private mutating func visitCommand(_ commands: CommandTable, _ archive: inout Archive) {
        var isThere = command != nil
        isThere.visit(&archive)
        guard isThere else { return }
        var some: any SceneCommand = command ?? PagerNext()
        archive.visit(&some, commands)
        command = some as? any AskingCommand
        archive.require(command != nil, "the command \(type(of: some).method) needs no decision")
    }
}

extension DecisionInquiry {
    fileprivate mutating func visit(_ archive: inout Archive) {
        decision.visit(&archive)
        archive.visit(&question)
        archive.visit(optional: &controller)
        archive.visit(optional: &container)
        archive.visit(&method)
    }
}

extension Archive {
    fileprivate mutating func visit(optional id: inout Identifier?) {
        var text = id?.text
        visit(&text)
        guard isReading else { return }
        id = text.flatMap { Identifier($0) }
        require((id == nil) == (text == nil), "\(text ?? "") is not an id")
    }
}
