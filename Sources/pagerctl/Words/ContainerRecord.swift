internal import PagerClient
internal import PagerModel

/// The record of the container that a command addresses.
struct ContainerRecord {
    private let record: Value

    /// Reads the record of the container whose id is in the parameters. If they contain no id,
    /// reads the record of the only container of the command's kind. If there are several of this
    /// kind, those whose `isDefault` is false are ignored.
    ///
    /// Returns nil if there is no such container, or if several remain. In these cases the daemon
    /// refuses the command.
    ///
    /// - Throws: `Failure` with exit status 1 if the daemon does not answer.
    init?(
        named params: [Value.Member], for form: CommandForm, _ requester: inout Requester
    ) throws(Failure) {
        do {
            if let id = params.first(where: { $0.name == "id" }) {
                record = try requester.request(ControllerGet.method, [id]).result
                return
            }
            let kind = form.method.prefix { $0 != "." }
            let all = try requester.requestAll(ControllerList.method)
            let known = (all.result["controllers"]?.array ?? []).filter {
                $0["kind"]?.string == String(kind)
            }
            let candidates = known.count == 1 ? known : known.filter { $0["isDefault"] != false }
            guard candidates.count == 1 else { return nil }
            record = candidates[0]
        } catch .refused {
            return nil
        } catch {
            throw Failure(error)
        }
    }

    /// The ids of the pages or tabs; nil for a container that does not have a list of pages or
    /// tabs.
    var members: [String]? {
        (record["pages"] ?? record["controllers"])?.array?.compactMap(\.string)
    }

    /// Whether the container belongs to an alarm, also one that has ended.
    var isAlarm: Bool { record.isAlarm }

    /// Whether nothing turns the pager's pages by time.
    var isHeld: Bool { record.isHeld }

    /// The id of the selected page or tab.
    var selected: String? { record["selected"]?.string }

    /// The selected page or tab and its position: `home (2 of 4, index 1)`. Nil if nothing is
    /// selected.
    var selection: String? {
        guard let members, let selected,
            let index = members.firstIndex(of: selected)
        else { return nil }
        return "\(selected) (\(ListPlace(index: index, count: members.count).text))"
    }
}

extension Value {
    /// Whether nothing turns the pages of the pager with this record by time.
    var isHeld: Bool { self["paused"] == true || self["autoAdvanceHeld"] == true }
}
