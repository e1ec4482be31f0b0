internal import PagerModel

extension BookReader {
    /// A controller and all that it contains: a file's name, a web address or an object.
    ///
    /// - Parameter kind: where the member's name says it already, as `pager:` does.
    /// - Throws: `DocumentProblem` with the place of the first mistake.
    mutating func readController(
        _ spot: Spot, kind known: String? = nil
    ) throws(DocumentProblem) -> Int {
        var controller = Outline.Controller(kind: known ?? "view", origin: Origin(path: spot.path))
        if case .string(let text) = spot.value, known == nil {
            try readShorthand(text, spot, &controller)
            outline.controllers.append(controller)
            return outline.controllers.count - 1
        }
        guard spot.value.members != nil else {
            throw document.problem(
                spot.path,
                "a controller is a file's name, a web address or an object, not "
                    + spot.value.typeName)
        }
        if let kind = spot["kind"] {
            controller.kind = try document.read(String.self, kind)
            guard known == nil || known == controller.kind else {
                throw document.problem(
                    kind.path,
                    "under \(known ?? "") the kind is \(known ?? ""); write root: for "
                        + "another")
            }
        }
        let shape = Shape(controller.kind)
        try check(spot, controller.kind, shape)
        controller.id = try readIdentifier(spot)
        controller.options = (spot.value.members ?? []).filter {
            !shape.structure.contains($0.name)
        }
        controller.wish = spot["title"]?.value.string ?? ""
        if controller.kind == "view" { try readContent(spot, &controller) }
        try checkContent(spot)
        controller.settings = try readSettings(spot, shape)
        try readView(of: spot, &controller)
        let index = outline.controllers.count
        outline.controllers.append(controller)
        try readLists(spot, shape, owner: index)
        outline.controllers[index].view.subviews = try readSubviews(spot)
        return index
    }

    /// Finds what the engine would refuse in the options, and says which there are.
    private func check(
        _ spot: Spot, _ kind: String, _ shape: Shape
    ) throws(DocumentProblem) {
        // The options of a kind that a plugin adds are the plugin's.
        guard let own = shape.options else { return }
        let names = shape.structure + ControllerOptions.declaration.map(\.name) + own.names
        for member in spot.value.members ?? [] where !names.contains(member.name) {
            guard let other = Shape.kind(with: member.name) else { continue }
            throw document.problem(
                joined(spot.path, member.name),
                "a \(kind) has no \(quoted(member.name)); a \(other) has: write kind: \(other)")
        }
        try document.check(spot, is: "a \(kind)", with: names)
        let options = (spot.value.members ?? []).filter { !shape.structure.contains($0.name) }
        do {
            _ = try shape.complete(options)
        } catch {
            throw document.problem(error, in: spot)
        }
    }

    private mutating func readLists(
        _ spot: Spot, _ shape: Shape, owner: Int
    ) throws(DocumentProblem) {
        if shape.isSplit { return try readColumns(spot, owner) }
        let lists = shape.lists.compactMap { spot[$0] }
        guard let list = lists.first, let name = shape.lists.first(where: { spot[$0] != nil })
        else { return try checkSelection(spot, shape) }
        guard lists.count == 1 else {
            throw document.problem(
                lists[1].path,
                "\(shape.lists.joined(separator: " and ")) are the same list; "
                    + "write one of them")
        }
        var members: [Int] = []
        for element in try document.elements(list, of: "controllers") {
            members.append(try readController(element))
        }
        guard !members.isEmpty else { return try checkSelection(spot, shape) }
        outline.lists.append(
            .init(
                owner: owner, members: members, name: name,
                selection: try readSelection(spot, shape)))
    }

    private func checkSelection(_ spot: Spot, _ shape: Shape) throws(DocumentProblem) {
        guard shape.selects, let selected = spot["selected"] else { return }
        throw document.problem(
            selected.path, "there is nothing to select: \(shape.lists[0]) is empty")
    }

    /// `selected` is an id or an index.
    private func readSelection(
        _ spot: Spot, _ shape: Shape
    ) throws(DocumentProblem) -> [Value.Member] {
        guard shape.selects, let selected = spot["selected"] else { return [] }
        switch selected.value {
        case .integer, .number:
            return [.init("index", .integer(try document.read(Int.self, selected)))]
        default:
            return [
                .init("selected", .string(try document.read(Identifier.self, selected).text))
            ]
        }
    }

    /// A number that is an index and the id of another member is refused: one of them was meant.
    func checkSelections() throws(DocumentProblem) {
        for list in outline.lists {
            guard let index = list.selection.first(where: { $0.name == "index" })?.value.integer
            else { continue }
            let ids = list.members.map { outline.id($0) }
            guard let place = ids.firstIndex(of: "\(index)"), place != index else { continue }
            let other = ids.indices.contains(index) ? ids[index] : "none"
            throw document.problem(
                joined(outline.controllers[list.owner].origin.path, "selected"),
                "\(index) is the index of \(other), as indexes begin with 0, and the id of another "
                    + "page; write \"\(index)\" in quotes for the page with this id, or the id of "
                    + "the page at the index")
        }
    }

    private mutating func readColumns(_ spot: Spot, _ owner: Int) throws(DocumentProblem) {
        switch (spot["primary"], spot["secondary"]) {
        case (nil, nil): return
        case (let primary?, let secondary?):
            let members = [try readController(primary), try readController(secondary)]
            outline.lists.append(.init(owner: owner, members: members, name: "primary"))
        case (let one?, nil), (nil, let one?):
            throw document.problem(one.path, "a split has two columns: primary and secondary")
        }
    }
}
