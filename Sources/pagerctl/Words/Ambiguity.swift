internal import PagerClient
internal import PagerModel

/// A check for ambiguous numbers in the arguments of a command. A number that was typed without an
/// option name is an index, but it can also be the id of a page at a different index.
enum Ambiguity {
    /// Refuses a number that was typed as an index but is also the id of a page or tab at a
    /// different index.
    ///
    /// - Parameter arguments: The arguments as typed.
    /// - Throws: `Failure` with exit status 64 and a message that explains both meanings.
    static func check(
        _ arguments: [String], _ params: [Value.Member], for form: CommandForm,
        _ requester: inout Requester
    ) throws(Failure) {
        guard let (text, index) = number(in: arguments, params, for: form),
            let field = Usage.optionalSlot(of: form.fields, for: "x")?.name,
            let members = try ContainerRecord(named: params, for: form, &requester)?.members,
            let place = members.firstIndex(of: text), place != index
        else { return }
        let other =
            members.indices.contains(index) ? "the \(field) \(members[index])" : "no \(field)"
        throw .usage(
            "\(text) means two things here: --\(field) \(text) is the \(field) with this id, at "
                + "index \(place); --index \(text) is \(other), as indexes begin with 0",
            Usage.line(of: form))
    }

    /// Returns an index that was typed without `--index`, both as the typed text and as a number.
    /// Returns nil if there is none.
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
}
