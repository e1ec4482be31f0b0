internal import Containers
internal import Containment
package import PagerModel
internal import PagerSchedule
internal import PagerWire

/// Functions that change the pages of containers when the schedules in their playlists require it.
/// To change pages, the daemon sends a request to itself.
///
/// The journal records these requests like those of clients, so a replay needs neither schedules
/// nor time zones.
extension Service {
    /// The value of `client` in the requests that schedules cause. The events of these requests
    /// contain it in the member `cause`.
    static let scheduleClient = "schedule"

    /// Whether the content of a controller has changed since the last check of the schedules.
    package var hasNewContents: Bool { !playlists.isComplete || !recorder.contents.isEmpty }

    /// Whether the pages of any container depend on the time.
    package var hasPlaylists: Bool { !playlists.isEmpty }

    /// The Unix time of a manual clock. Nil for a real clock, whose time is that of the machine.
    package var manualUnixTime: Double? {
        identity.clock == .manual ? identity.epoch + scene.now.seconds : nil
    }

    /// Returns a request that sets the pages of each container with a playlist to those that are
    /// scheduled now. Returns nil if no container needs a change, or if the request would exceed
    /// `Limits.messageBytes`.
    ///
    /// Pages change only at whole minutes, so the schedules are checked once a minute and after
    /// each change of a playlist.
    package mutating func dueChange(unixTime: Double) -> [UInt8]? {
        readContents()
        if playlists.isEmpty { return nil }
        let minute = Int((unixTime / 60).rounded(.down))
        if minute == playlists.minute { return nil }
        playlists.check(at: minute)
        let commands = playlists.containers.compactMap { command(for: $0, at: minute * 60) }
        if commands.isEmpty { return nil }
        let request: Value = [
            "jsonrpc": "2.0", "method": .string(Batch.method),
            "client": .string(Self.scheduleClient),
            "params": ["commands": Value(commands), "atomic": false],
        ]
        let message = Array(request.json.utf8)
        return message.count <= Limits.messageBytes ? message : nil
    }

    /// Executes a request that `dueChange` has returned.
    package mutating func carryOut(dueChange message: [UInt8], at time: Instant) {
        arrive(at: time)
        let peer = Peer(uid: nil)
        // The daemon itself sends this request. Like a request from the journal, it needs no
        // permission.
        let answer = self.answer(message.span, from: peer, isReplayed: true)
        if answer.isRecorded {
            record(request: message.span, from: peer, at: time)
        } else {
            recordNothing()
        }
    }

    /// Reads the playlists of the controllers whose content has changed since the last call. The
    /// first call reads the content of all controllers.
    private mutating func readContents() {
        var changed = recorder.takeContents()
        if !playlists.isComplete { changed = nil }
        playlists.isComplete = true
        let all = changed ?? scene.everything().filter { scene.isController($0) }
        for controller in all { playlists.read(controller, in: scene) }
        for container in playlists.containers where !scene.isAlive(container) {
            playlists.read(container, in: scene)
        }
    }

    private mutating func command(for container: Handle, at time: Int) -> BatchedCommand? {
        let record = scene.record(controller: container)
        guard let contents = contents(ofKind: record.kind), let index = contents.index,
            let list = contents.members.first
        else { return nil }
        func value(_ name: String) -> Value? { record.ofKind.first { $0.name == name }?.value }
        let present = (value(list)?.array ?? []).compactMap(\.string)
        let place = value(index)?.integer ?? -1
        let scene = scene
        let due = DuePages(
            playlists[container], present: present,
            selected: present.indices.contains(place) ? present[place] : nil
        ) { entry in
            guard let page = try? scene.controller(entry.page), scene.isController(page)
            else { return false }
            let holder = scene.container(of: page)
            return (holder.isNone || holder == container) && playlists.isDue(entry, at: time)
        }
        if due.pages == present { return nil }
        var params: [Value.Member] = [
            .init("id", .string(record.id.text)),
            .init(list, .array(due.pages.map { .string($0) })),
        ]
        if let selected = due.selected {
            if let name = contents.selected {
                params.append(.init(name, .string(selected)))
            } else if let place = due.pages.firstIndex(of: selected) {
                params.append(.init(index, .integer(place)))
            }
        }
        var command = BatchedCommand()
        command.method = contents.method
        command.params = .object(params + (contents.params.members ?? []))
        return command
    }

    /// Returns a description of the list of controllers (such as pages) that a container of this
    /// kind has: the list's name and the command that sets the list. Returns nil if the kind has no
    /// such list.
    private func contents(ofKind kind: String) -> BookContents? {
        let contents = additions.withContainers.kinds.map(\.declaration)
            .first { $0.name.description == kind }?.book.contents
        return contents?.form == .list ? contents : nil
    }
}
