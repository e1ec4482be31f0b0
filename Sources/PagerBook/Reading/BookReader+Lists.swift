internal import PagerModel

/// Functions that read the contents of a controller: its list or its slots, depending on its kind,
/// and the children that the book adds to it.
extension BookReader {
    mutating func readLists(
        _ node: DocumentNode, _ shape: KindShape, owner: Int
    ) throws(DocumentProblem) {
        if let contents = shape.contents {
            switch contents.form {
            case .list: try readList(node, contents, owner)
            case .slots: try readSlots(node, contents, owner)
            }
        }
        guard let children = node[BookForm.children] else { return }
        let members = try readControllers(children)
        if members.isEmpty { return }
        plan.lists.append(.init(owner: owner, members: members, name: BookForm.children))
    }

    private mutating func readControllers(_ list: DocumentNode) throws(DocumentProblem) -> [Int] {
        var members: [Int] = []
        for element in try document.elements(list, of: "controllers") {
            members.append(try readMember(element))
        }
        return members
    }

    private mutating func readList(
        _ node: DocumentNode, _ contents: BookContents, _ owner: Int
    ) throws(DocumentProblem) {
        let names = contents.keys.filter { node[$0] != nil }
        guard names.count <= 1 else {
            throw document.problem(
                joined(node.path, names[1]),
                "\(contents.keys.joined(separator: " and ")) are the same list; "
                    + "write one of them")
        }
        guard let name = names.first, let list = node[name] else {
            return try refuseSelection(node, contents)
        }
        let members = try readControllers(list)
        if members.isEmpty { return try refuseSelection(node, contents) }
        plan.lists.append(
            .init(
                owner: owner, members: members, name: name, contents: contents,
                selection: try readSelection(node, contents)))
    }

    private mutating func readSlots(
        _ node: DocumentNode, _ contents: BookContents, _ owner: Int
    ) throws(DocumentProblem) {
        let given = contents.members.compactMap { node[$0] }
        let further = contents.furtherMembers.compactMap { node[$0] }
        guard let first = (given + further).first else {
            return try refuseSelection(node, contents)
        }
        guard given.count == contents.members.count else {
            let kind = plan.controllers[owner].kind
            throw document.problem(
                first.path,
                "a \(kind) has \(Self.number(given: contents.members.count)) \(contents.noun): "
                    + Self.enumeration(of: contents.members))
        }
        var members: [Int] = []
        for slot in given + further { members.append(try readMember(slot)) }
        plan.lists.append(
            .init(
                owner: owner, members: members, name: contents.members[0], contents: contents,
                selection: try readSelection(node, contents)))
    }

    /// Returns a number in words, such as `two`, for error messages.
    private static func number(given count: Int) -> String {
        let words = ["no", "one", "two", "three", "four", "five", "six"]
        return words.indices.contains(count) ? words[count] : "\(count)"
    }

    /// Returns names joined into one phrase, such as `a, b and c`.
    private static func enumeration(of names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and \(last)"
    }

    // MARK: Selection

    private func refuseSelection(
        _ node: DocumentNode, _ contents: BookContents
    ) throws(DocumentProblem) {
        guard contents.index != nil, let selected = node[BookForm.selected] else { return }
        throw document.problem(
            selected.path, "there is nothing to select: \(contents.keys[0]) is empty")
    }

    /// Reads the member `selected`: the id of the selected controller in a container's list, or the
    /// controller's index in this list.
    private func readSelection(
        _ node: DocumentNode, _ contents: BookContents
    ) throws(DocumentProblem) -> BookPlan.Selection? {
        guard contents.index != nil, let selected = node[BookForm.selected] else { return nil }
        switch selected.value {
        case .integer, .number: return .index(try document.read(Int.self, selected))
        default: return .id(try document.read(Identifier.self, selected).text)
        }
    }

    /// Checks the member `selected` of all containers. Refuses a number that is both an index and
    /// the id of a controller at a different index, because such a number is ambiguous. If the
    /// command for the list accepts only an index, also refuses an id that is not in the list.
    func checkSelections() throws(DocumentProblem) {
        for list in plan.lists {
            let path = joined(
                plan.controllers[list.owner].origin.path, BookForm.selected)
            let ids = list.members.map { plan.id($0) }
            switch list.selection {
            case nil: break
            case .index(let index):
                let other = ids.indices.contains(index) ? ids[index] : "none"
                guard ids.contains("\(index)"), other != "\(index)" else { continue }
                throw document.problem(
                    path,
                    "\(index) is the index of \(other), as indexes begin with 0, and the id of "
                        + "another page; write \"\(index)\" in quotes for the page with this id, "
                        + "or the id of the page at the index")
            case .id(let id):
                if list.contents?.selected != nil || ids.contains(id) { continue }
                throw document.problem(path, "\(list.name) has no \(quoted(id)) to select")
            }
        }
    }
}
