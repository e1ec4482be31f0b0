internal import Containers
internal import Containment
package import PagerModel
internal import PagerSchedule
internal import PagerWire

/// Functions that change the pages of containers when the schedules in their playlists require it.
/// To change the pages of a container, the daemon sends a request to itself.
///
/// The journal records these requests like those of clients, so a replay needs neither schedules
/// nor time zones.
extension Service {
    /// A request that sets the pages of a container.
    package struct ScheduledChange {
        fileprivate let container: Handle
        package let message: [UInt8]
    }

    /// The value of `client` in the requests that schedules cause. The events of these requests
    /// contain it in the member `cause`.
    static let scheduleClient = "schedule"

    /// The work on schedules in one turn of the loop, counted in entries, texts and pages. The rest
    /// waits for the next turns, so that any number of containers delays other clients equally.
    package static let scheduleWork = 10_000
    /// The work that a change of a container's pages counts as, besides its pages.
    private static let changeWork = 50
    /// The work that reading a playlist or checking a container counts as, besides its entries.
    private static let stepWork = 5

    /// Whether the content of a controller has changed since the last check of the schedules.
    package var hasNewContents: Bool { !playlists.isComplete || !recorder.contents.isEmpty }

    /// Whether the pages of any container depend on the time.
    package var hasPlaylists: Bool { !playlists.isEmpty }

    /// Whether schedules wait for the next turn of the loop.
    package var hasScheduleWork: Bool { playlists.hasSteps && journalFailure == nil }

    /// The Unix time that schedules follow: that of a manual clock, or else of the machine.
    package var unixTime: Double {
        identity.clock == .manual
            ? identity.epoch + scene.now.seconds : MachineClock.unixTime()
    }

    /// Changes the pages of all containers at the start of the daemon, before clients wait.
    ///
    /// - Returns: Messages for the log.
    package mutating func followSchedules(at time: Instant) -> [String] {
        var (work, problems) = (Int.max, [String]())
        while let change = nextScheduledChange(unixTime: unixTime, within: &work) {
            if let problem = carryOut(change, at: time) { problems.append(problem) }
        }
        return problems
    }

    /// Returns a request that sets the pages of the next container with a playlist to those that
    /// are scheduled now. Returns nil if no container needs a change, or if `work` is used up.
    ///
    /// Pages change only at whole minutes, so the schedules are checked once a minute and after
    /// each change of a playlist.
    package mutating func nextScheduledChange(
        unixTime: Double, within work: inout Int
    ) -> ScheduledChange? {
        noteContents()
        guard hasPlaylists || playlists.hasSteps, journalFailure == nil else { return nil }
        let minute = Int((unixTime / 60).rounded(.down))
        playlists.begin(minute: minute, in: scene)
        while work > 0, let step = playlists.nextStep() {
            switch step {
            case .read(let controller):
                work -= Self.stepWork + playlists.read(controller, in: scene)
            case .check(let container):
                if let change = change(of: container, at: minute * 60, &work) { return change }
            }
        }
        return nil
    }

    /// Executes a request that `nextScheduledChange` has returned.
    ///
    /// - Returns: A message for the log if the request was refused. Nil if the request for this
    ///   container was refused before, for the same reason.
    package mutating func carryOut(_ change: ScheduledChange, at time: Instant) -> String? {
        if journalFailure != nil {
            playlists.checkLater(change.container)
            return nil
        }
        arrive(at: time)
        let peer = Peer(uid: nil)
        // The daemon itself sends this request. Like a request from the journal, it needs no
        // permission.
        let answer = self.answer(change.message.span, from: peer, isReplayed: true)
        if answer.isRecorded {
            record(request: change.message.span, from: peer, at: time)
        } else {
            recordNothing()
        }
        let failure = answer.isRefused ? Self.reason(in: answer.reply) : nil
        guard playlists.didChange(change.container, failure: failure), let failure else {
            return nil
        }
        let container = scene.name(of: change.container)
        return "the schedule cannot set the pages of \(container): \(failure)"
    }

    private static func reason(in reply: [UInt8]) -> String {
        (try? JSONParser.parse(reply))?["error"]?["message"]?.string ?? "refused"
    }

    /// Notes the controllers whose content has changed since the last call. The first call notes
    /// all controllers.
    private mutating func noteContents() {
        if !hasNewContents { return }
        var changed = recorder.takeContents()
        if !playlists.isComplete { changed = nil }
        playlists.isComplete = true
        let all = changed ?? scene.everything().filter { scene.isController($0) }
        playlists.note(all, in: scene)
    }

    private mutating func change(
        of container: Handle, at time: Int, _ work: inout Int
    ) -> ScheduledChange? {
        guard scene.isAlive(container), let playlist = playlists[container] else { return nil }
        let record = scene.record(controller: container)
        guard let list = playlists.list(ofKind: record.kind), let index = list.index,
            let member = list.members.first
        else { return nil }
        func value(_ name: String) -> Value? { record.ofKind.first { $0.name == name }?.value }
        let present = (value(member)?.array ?? []).compactMap(\.string)
        let number = value(index)?.integer ?? -1
        work -= Self.stepWork + playlist.size + present.count
        let scene = scene
        let due = DuePages(
            playlist, at: time, present: present,
            selected: present.indices.contains(number) ? present[number] : nil
        ) { page in
            guard let page = try? scene.controller(page), scene.isController(page) else {
                return false
            }
            let holder = scene.container(of: page)
            return holder.isNone || holder == container
        }
        playlists.didCheck(container, until: due.end, in: scene)
        if due.pages == present { return nil }
        work -= Self.changeWork + due.pages.count
        return ScheduledChange(
            container: container, message: Self.request(due, for: record.id, list))
    }

    private static func request(
        _ due: DuePages, for container: Identifier, _ list: BookContents
    ) -> [UInt8] {
        var params: [Value.Member] = [.init("id", .string(container.text))]
        if let member = list.members.first {
            params.append(.init(member, .array(due.pages.map { .string($0) })))
        }
        if let selected = due.selected {
            if let name = list.selected {
                params.append(.init(name, .string(selected)))
            } else if let index = list.index, let position = due.pages.firstIndex(of: selected) {
                params.append(.init(index, .integer(position)))
            }
        }
        let request: Value = [
            "jsonrpc": "2.0", "method": .string(list.method),
            "client": .string(scheduleClient),
            "params": .object(params + (list.params.members ?? [])),
        ]
        return Array(request.json.utf8)
    }

    // MARK: Limits

    /// Returns the error for a command that would set a container's playlist above the limits. Nil
    /// for any other command.
    func playlistExcess(_ method: String, _ params: [Value.Member]) -> CommandError? {
        guard method == ControllerCreate.method || method == ControllerUpdate.method,
            let content = params.first(where: { $0.name == "content" })?.value,
            content[PlaylistEntry.contentMember] != nil,
            let kind = kind(in: params), playlists.list(ofKind: kind) != nil
        else { return nil }
        do {
            try PlaylistEntry.checkSize(
                inContent: content, mostEntries: limits.playlistEntries)
            return nil
        } catch {
            return error.inside("content")
        }
    }

    /// Returns the kind of the controller that a command creates or updates.
    private func kind(in params: [Value.Member]) -> String? {
        func text(_ name: String) -> String? { params.first { $0.name == name }?.value.string }
        if let kind = text("kind") { return kind }
        return text("id").flatMap { scene.find($0) }.flatMap { controller in
            scene.isController(controller) ? scene.kindName(of: controller) : nil
        }
    }
}
