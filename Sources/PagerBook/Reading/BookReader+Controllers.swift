internal import PagerModel

extension BookReader {
    /// Reads a controller, including everything in it, from a file's name, a web address or an
    /// object.
    ///
    /// - Parameter known: The kind that the member's name implies, as for `pager:`, or nil.
    /// - Throws: `DocumentProblem` with the place of the first mistake.
    mutating func readController(
        _ spot: DocumentNode, kind known: String? = nil
    ) throws(DocumentProblem) -> Int {
        var controller = BookPlan.Controller(
            kind: known ?? Kinds.plain, origin: Origin(path: spot.path))
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
                    "under \(known ?? "") the kind must be \(known ?? ""); write root: for "
                        + "another kind")
            }
        }
        let shape = outline.vocabulary[controller.kind]
        try check(spot, shape)
        controller.id = try readIdentifier(spot)
        controller.options = (spot.value.members ?? []).filter {
            !shape.structure.contains($0.name)
        }
        controller.wish = spot["title"]?.value.string ?? ""
        if !shape.fileNames.isEmpty { try readContent(spot, &controller) }
        try checkContent(spot)
        try readTheme(of: spot, &controller)
        controller.airing = try readAiring(spot, ofKind: controller.kind)
        controller.settings = try readSettings(spot, shape)
        try readView(of: spot, &controller)
        let index = outline.controllers.count
        outline.controllers.append(controller)
        try readLists(spot, shape, owner: index)
        outline.controllers[index].view.subviews = try readSubviews(spot)
        return index
    }

    /// Checks the options as the engine would, and lists the valid names in errors.
    private func check(_ spot: DocumentNode, _ shape: KindShape) throws(DocumentProblem) {
        // The daemon checks the options of an unknown kind.
        guard let own = shape.options else { return }
        let kind = shape.kind
        let names =
            shape.structure + ControllerOptions.declaration.map(\.name) + own.map(\.name)
        for member in spot.value.members ?? [] where !names.contains(member.name) {
            guard let other = outline.vocabulary.kind(with: member.name) else { continue }
            throw document.problem(
                joined(spot.path, member.name),
                "a \(kind) has no \(quoted(member.name)), but a \(other) has; write kind: \(other)")
        }
        try document.check(spot, is: "a \(kind)", with: names)
        let options = (spot.value.members ?? []).filter { !shape.structure.contains($0.name) }
        do {
            _ = try shape.complete(options)
        } catch {
            throw document.problem(error, in: spot)
        }
    }
}
