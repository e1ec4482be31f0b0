internal import Containment
internal import Containers
internal import PagerModel
internal import PagerWire

extension Service {
    /// Returns the daemon's identity, with the endpoints that this peer can use. Users of this
    /// machine get the local endpoints, because they have no key.
    func hello(to peer: Peer) -> ServerHello.Reply {
        var reply = ServerHello.Reply()
        reply.version = Self.version
        reply.name = identity.name
        reply.boot = identity.boot
        reply.bootSeq = boots.bootSeq
        reply.history = identity.history
        reply.epoch = identity.epoch
        reply.time = scene.now.seconds
        reply.uikit = identity.release.rawValue
        reply.clock = identity.clock
        reply.endpoints = peer.uid == nil ? identity.endpoints : identity.localEndpoints
        reply.limits = .object(
            Limits.all.map { limit in
                let value = limits.value(of: limit)
                return .init(
                    limit.name, Int(exactly: value).map { .integer($0) } ?? .number(value))
            })
        reply.kinds = scene.kindNames.filter { !$0.isEmpty }
        reply.changes = RecordChanges(scene.events).digest
        reply.transitions = scene.styleNames
        return reply
    }

    func clock() -> ClockGet.Reply {
        var reply = ClockGet.Reply()
        reply.mode = identity.clock
        reply.time = scene.now.seconds
        return reply
    }

    /// Returns the reason why some events after `since` are not available, or nil if all are.
    ///
    /// - Parameter boot: The id of the daemon process that published event `since`. Nil if the
    ///   client does not send it.
    func gap(after since: Int, of boot: String?) -> ReplayGap? {
        if let boot, !boots.reached(since, in: boot, latest: recorder.seq) { return .forked }
        return recorder.reaches(backTo: since) ? nil : .forgotten
    }

    /// Replies with stored events, byte for byte as they were published. If the client's last event
    /// is not in this daemon's history (reason `forked`), the list is empty.
    mutating func replay(_ command: EventsReplay, _ context: RequestContext) throws(CommandError) {
        guard command.since >= 0 else {
            throw .invalidArgument("must be at least 0, got \(command.since)", path: "since")
        }
        guard (1...Limits.askedElements).contains(command.limit) else {
            throw .invalidArgument(
                "must be between 1 and \(Limits.askedElements), got \(command.limit)",
                path: "limit")
        }
        guard command.topic.utf8.count <= Limits.topicBytes else {
            throw .invalidArgument(
                "must have at most \(Limits.topicBytes) bytes, got \(command.topic.utf8.count)",
                path: "topic")
        }
        let kinds = try command.plugin.map { (name) throws(CommandError) in
            Set<Int>(plugins.kinds(of: try plugin(named: name).name))
        }
        var reply = EventsReplay.Reply()
        reply.boot = identity.boot
        reply.history = identity.history
        reply.oldest = recorder.history.oldest
        reply.latest = recorder.seq
        reply.reason = gap(after: command.since, of: command.boot)
        reply.complete = reply.reason == nil
        let since = reply.reason == .forked ? recorder.seq : command.since
        let (recorder, scene) = (recorder, scene)
        self.reply(context) { json in
            json.key(plain: "events")
            json.beginArray()
            var (count, last, bytes) = (0, 0, 0)
            let prefix = Array(command.topic.utf8)
            func take(_ seq: Int, _ payload: ArraySlice<UInt8>) -> Bool {
                if count == command.limit || (count > 0 && bytes + payload.count > Limits.listBytes)
                {
                    reply.next = last
                    return false
                }
                (count, last, bytes) = (count + 1, seq, bytes + payload.count)
                json.raw(payload)
                return true
            }
            if let kinds {
                recorder.replayDeliveries(since: since, of: kinds, scene) {
                    $1.starts(with: prefix) ? take($0, $2) : true
                }
            } else {
                recorder.replay(since: since, prefix: prefix, scene) { take($0, $2) }
            }
            json.endArray()
            reply.writeMembers(to: &json)
            return .events
        }
    }

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
