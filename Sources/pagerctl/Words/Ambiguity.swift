internal import PagerClient
internal import PagerModel

/// The check of a number without an option name, which is an index but may also be the id of a
/// page.
enum Ambiguity {
    /// Refuses a number that is the index of one member and the id of another.
    ///
    /// - Parameter arguments: The arguments as typed.
    /// - Throws: Status 64 with both alternatives.
    static func check(
        _ arguments: [String], _ params: [Value.Member], for form: CommandForm,
        _ requester: inout Requester
    ) throws(Failure) {
        guard let (text, index) = number(in: arguments, params, for: form),
            let field = Usage.optionalSlot(of: form.fields, for: "x")?.name,
            let members = try members(named: params, for: form, &requester),
            let place = members.firstIndex(of: text), place != index
        else { return }
        let other =
            members.indices.contains(index) ? "the \(field) \(members[index])" : "no \(field)"
        throw .usage(
            "\(text) means two things here: --\(field) \(text) is the \(field) with this id, at "
                + "index \(place); --index \(text) is \(other), as indexes begin with 0",
            Usage.line(of: form))
    }

    /// Returns the number that was typed without `--index`, as text and as an index.
    private static func number(
        in arguments: [String], _ params: [Value.Member], for form: CommandForm
    ) -> (String, Int)? {
        guard Usage.optionalSlot(of: form.fields, for: "0")?.name == "index",
            !arguments.contains(where: { $0 == "--index" || $0.hasPrefix("--index=") }),
            let index = params.first(where: { $0.name == "index" })?.value.integer,
            let text = arguments.first(where: { Int($0) == index })
        else { return nil }
        return (text, index)
    }

    /// Returns the members of the command's container, or nil if there is none or several, which
    /// the daemon will report.
    private static func members(
        named params: [Value.Member], for form: CommandForm, _ requester: inout Requester
    ) throws(Failure) -> [String]? {
        let kind = form.method.prefix { $0 != "." }
        let record: Value?
        do {
            if let id = params.first(where: { $0.name == "id" }) {
                record = try requester.request(ControllerGet.method, [id]).result
            } else {
                let all = try requester.requestAll(ControllerList.method)
                let known = (all.result["controllers"]?.array ?? []).filter {
                    $0["kind"]?.string == String(kind)
                }
                record = known.count == 1 ? known[0] : nil
            }
        } catch .refused {
            // The command itself will be refused for the same reason.
            return nil
        } catch {
            throw Failure(error)
        }
        return (record?["pages"] ?? record?["controllers"])?.array?.compactMap(\.string)
    }
}
